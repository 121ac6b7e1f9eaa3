"""The nine magical objects: their tokens, and who may use what against whom (section 9, TW-POW).

The powers that act are asked for here by name, in the words of the rules that they bend.
"""

from __future__ import annotations

OBJECTS = ("boots", "bra", "cup", "hat", "panties", "puppet", "shamrock", "socks", "teddy")
"""The tokens of the nine objects, in the order the notation prints them."""

ACTIVE_LIMIT = 3
"""How many objects of one player can be active (TW-OBJ-2)."""

Objects = tuple[str, ...]


def extra_units(own: Objects) -> int:
    """TW-POW-teddy: one more creature unit, of any element, in attack, defence or shield."""
    return 1 if "teddy" in own else 0


def may_use_cats(enemy: Objects) -> bool:
    """TW-POW-socks: an opponent of the owner uses neither cats nor Miromon."""
    return "socks" not in enemy


def may_use_traps(enemy: Objects) -> bool:
    """TW-POW-boots: an opponent of the owner uses no traps."""
    return "boots" not in enemy


def may_ride(enemy: Objects) -> bool:
    """TW-POW-cup: the mounts of an opponent of the owner carry no riders."""
    return "cup" not in enemy


def reroll_object(role: str) -> str:
    """TW-BAT-14: the object that re-rolls for this role: the Shamrock attacks, the Hat defends."""
    return "shamrock" if role == "attacker" else "hat"


def cross_counts_zero(own: Objects) -> bool:
    """TW-POW-panties: the owner's own Cross counts 0."""
    return "panties" in own


def sun_counts_zero(enemy: Objects) -> bool:
    """TW-POW-bra: a Sun counts 0 against the owner."""
    return "bra" in enemy
