"""The nine magical objects: their names in notation, and their powers (section 9, TW-POW).

The rules use powers only through these functions, named after the rule that a power changes.
"""

from __future__ import annotations

from twingkit.twing.variants.variant import BOX, Variant

OBJECTS = ("boots", "bra", "cup", "hat", "panties", "puppet", "shamrock", "socks", "teddy")
"""The names of the nine objects in notation, sorted as the notation prints them.

>>> from twingkit import twing
>>> print(twing.rulebook().words.name(OBJECTS[0]))
Boots of Certitude
"""

MAX_ACTIVE_OBJECTS = 3
"""The largest number of active objects of one player (TW-OBJ-2)."""

Objects = tuple[str, ...]


def extra_unit_count(own: Objects, variant: Variant = BOX) -> int:
    """Return how many units (0 or 1) a side with these active objects may lay beyond the usual limit
    (TW-POW-teddy).
    """
    return 1 if "teddy" in own and variant.teddy != "within" else 0


def any_element_units(own: Objects, shield: bool = False, variant: Variant = BOX) -> int:
    """Return how many units (0 or 1) a side with these active objects may lay from any element
    (TW-POW-teddy).
    """
    return 1 if "teddy" in own and not (shield and variant.teddy == "no_shield") else 0


def can_use_cats_or_miromon(enemy: Objects, variant: Variant = BOX) -> bool:
    """Return whether a side may use cats and Miromon against the owner of these objects (TW-POW-socks)."""
    return "socks" not in enemy or variant.socks == "own_die"


def can_invert_die(enemy: Objects) -> bool:
    """Return whether a side may invert the die of an opponent with these objects (TW-POW-socks).

    It may not against the Socks, whatever the variant.
    """
    return "socks" not in enemy


def can_use_traps(enemy: Objects) -> bool:
    """Return whether a side may use traps against an opponent with these objects (TW-POW-boots)."""
    return "boots" not in enemy


def can_capture(enemy: Objects, variant: Variant = BOX) -> bool:
    """Return whether a trap may capture a creature from an owner of these objects (TW-POW-boots,
    TW-VAR-25).
    """
    return can_use_traps(enemy) or variant.boots == "battle"


def can_lay_riders(enemy: Objects) -> bool:
    """Return whether mounts may carry riders against an opponent with these objects (TW-POW-cup)."""
    return "cup" not in enemy


def can_lay_mounts(enemy: Objects, variant: Variant = BOX) -> bool:
    """Return whether a side may lay mounts against an opponent with these active objects; a variant of the
    Cup forbids it (TW-POW-cup).
    """
    return "cup" not in enemy or variant.cup == "riders"


def reroll_object(role: str) -> str:
    """Return the object that allows this role a reroll: Shamrock in attack, Hat in defence (TW-BAT-14)."""
    return "shamrock" if role == "attacker" else "hat"


def cross_counts_zero(own: Objects) -> bool:
    """Return whether the owner's own Cross counts as 0 (TW-POW-panties)."""
    return "panties" in own


def sun_counts_zero(enemy: Objects) -> bool:
    """Return whether a Sun counts as 0 if it is rolled against the owner of these active objects
    (TW-POW-bra).
    """
    return "bra" in enemy


def is_immune_to_own_events(own: Objects) -> bool:
    """Return whether the owner of these active objects is not affected by events that the owner draws
    (TW-POW-puppet).
    """
    return "puppet" in own
