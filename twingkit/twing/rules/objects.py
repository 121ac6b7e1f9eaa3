"""The nine magical objects: their tokens, and who may use what against whom (section 9, TW-POW).

The powers that act are asked for here by name, in the words of the rules that they bend.
"""

from __future__ import annotations

from twingkit.twing.variants.variant import BOX, Variant

OBJECTS = ("boots", "bra", "cup", "hat", "panties", "puppet", "shamrock", "socks", "teddy")
"""The tokens of the nine objects, in the order the notation prints them.

>>> from twingkit import twing
>>> print(twing.rulebook().words.name(OBJECTS[0]))
Boots of Certitude
"""

ACTIVE_LIMIT = 3
"""The number of objects of one player that can be active (TW-OBJ-2)."""

Objects = tuple[str, ...]


def extra_units(own: Objects, shield: bool = False, variant: Variant = BOX) -> int:
    """TW-POW-teddy: how many units more than usual may lie in attack, defence or shield."""
    if "teddy" not in own or variant.teddy == "within" or (shield and variant.teddy == "no_shield"):
        return 0
    return 1


def free_units(own: Objects, shield: bool = False, variant: Variant = BOX) -> int:
    """TW-POW-teddy: how many units may have any element."""
    return 1 if "teddy" in own and not (shield and variant.teddy == "no_shield") else 0


def can_use_cats(enemy: Objects, variant: Variant = BOX) -> bool:
    """TW-POW-socks: an opponent of the owner uses neither cats nor Miromon."""
    return "socks" not in enemy or variant.socks == "own_die"


def can_invert_die(enemy: Objects) -> bool:
    """TW-POW-socks in both readings: no opponent's card affects the owner's die."""
    return "socks" not in enemy


def can_use_traps(enemy: Objects) -> bool:
    """TW-POW-boots: an opponent of the owner uses no traps."""
    return "boots" not in enemy


def can_capture(enemy: Objects, variant: Variant = BOX) -> bool:
    """TW-POW-boots: nor as an action, but for a variant (TW-VAR-25)."""
    return can_use_traps(enemy) or variant.boots == "battle"


def can_lay_riders(enemy: Objects) -> bool:
    """TW-POW-cup: the mounts of an opponent of the owner carry no riders."""
    return "cup" not in enemy


def can_lay_mounts(enemy: Objects, variant: Variant = BOX) -> bool:
    """TW-POW-cup in its stricter reading: an opponent of the owner lays no mounts at all."""
    return "cup" not in enemy or variant.cup == "riders"


def reroll_object(role: str) -> str:
    """TW-BAT-14: the object that re-rolls for this role: the Shamrock attacks, the Hat defends."""
    return "shamrock" if role == "attacker" else "hat"


def cross_counts_zero(own: Objects) -> bool:
    """TW-POW-panties: the owner's own Cross counts 0."""
    return "panties" in own


def sun_counts_zero(enemy: Objects) -> bool:
    """TW-POW-bra: a Sun counts 0 against the owner."""
    return "bra" in enemy


def is_immune_to_events(own: Objects) -> bool:
    """TW-POW-puppet: events that the owner draws leave the owner alone."""
    return "puppet" in own
