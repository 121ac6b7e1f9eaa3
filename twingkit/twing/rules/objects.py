"""The nine magical objects: their names in notation, and who may use what against whom (section 9, TW-POW).

The rules ask for powers through these functions, named after the rules that they change.
"""

from __future__ import annotations

from twingkit.twing.variants.variant import BOX, Variant

OBJECTS = ("boots", "bra", "cup", "hat", "panties", "puppet", "shamrock", "socks", "teddy")
"""The names of the nine objects in notation, sorted as the notation prints them.

>>> from twingkit import twing
>>> print(twing.rulebook().words.name(OBJECTS[0]))
Boots of Certitude
"""

ACTIVE_LIMIT = 3
"""The largest number of active objects of one player (TW-OBJ-2)."""

Objects = tuple[str, ...]


def extra_units(own: Objects, shield: bool = False, variant: Variant = BOX) -> int:
    """TW-POW-teddy: return how many extra units a side may lay in attack, defence or shield."""
    if "teddy" not in own or variant.teddy == "within" or (shield and variant.teddy == "no_shield"):
        return 0
    return 1


def free_units(own: Objects, shield: bool = False, variant: Variant = BOX) -> int:
    """TW-POW-teddy: return how many units may have any element."""
    return 1 if "teddy" in own and not (shield and variant.teddy == "no_shield") else 0


def can_use_cats(enemy: Objects, variant: Variant = BOX) -> bool:
    """TW-POW-socks: return whether a side may use cats and Miromon against an opponent with these objects."""
    return "socks" not in enemy or variant.socks == "own_die"


def can_invert_die(enemy: Objects) -> bool:
    """TW-POW-socks: return whether a side may invert the die of an opponent with these objects.

    It may not against the Socks, whatever the variant.
    """
    return "socks" not in enemy


def can_use_traps(enemy: Objects) -> bool:
    """TW-POW-boots: return whether a side may use traps against an opponent with these objects."""
    return "boots" not in enemy


def can_capture(enemy: Objects, variant: Variant = BOX) -> bool:
    """TW-POW-boots: return whether a trap may capture from a player with these objects, by variant (TW-
    VAR-25).
    """
    return can_use_traps(enemy) or variant.boots == "battle"


def can_lay_riders(enemy: Objects) -> bool:
    """TW-POW-cup: return whether mounts may carry riders against an opponent with these objects."""
    return "cup" not in enemy


def can_lay_mounts(enemy: Objects, variant: Variant = BOX) -> bool:
    """TW-POW-cup: return whether a side may lay mounts at all; in a variant not against the Cup."""
    return "cup" not in enemy or variant.cup == "riders"


def reroll_object(role: str) -> str:
    """Return the object that re-rolls for this role: Shamrock in attack, Hat in defence (TW-BAT-14)."""
    return "shamrock" if role == "attacker" else "hat"


def cross_counts_zero(own: Objects) -> bool:
    """TW-POW-panties: return whether the owner's own Cross counts 0."""
    return "panties" in own


def sun_counts_zero(enemy: Objects) -> bool:
    """TW-POW-bra: return whether a Sun counts 0 against the owner of these objects."""
    return "bra" in enemy


def is_immune_to_events(own: Objects) -> bool:
    """TW-POW-puppet: return whether events that the owner draws leave the owner alone."""
    return "puppet" in own
