"""Battles by chance, as questions need them: what flies has room."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from twingkit.imperium.battle.notation.battle_line import Battle, Side, Use
from twingkit.imperium.box.units import unit

HEAVY = ("destroyer", "cruiser", "carrier", "dreadnought")
"""Ships of every fleet."""


def fleet(
    rng: random.Random, ships: Sequence[str] = HEAVY, *, kinds: int = 2, most: int = 3, fighters: float = 0.5
) -> dict[str, int]:
    """Some kinds of ships, and fighters now and then with room for them."""
    units = {name: rng.randint(1, most) for name in rng.sample(list(ships), min(kinds, len(ships)))}
    if "warsun" in units:
        units["warsun"] = 1
    if rng.random() < fighters:
        if not room(units):
            units["carrier"] = 1
        units["fighter"] = min(room(units), rng.randint(1, 4))
    return units


def room(units: dict[str, int]) -> int:
    """The capacity of these ships."""
    return sum(unit(name).capacity * count for name, count in units.items())


def upgraded(rng: random.Random, units: dict[str, int], share: float = 0.25) -> dict[str, int]:
    """The same with some kinds upgraded."""
    able = ("fighter", "destroyer", "cruiser", "carrier", "infantry", "pds")
    return {
        f"{name}+" if name in able and rng.random() < share else name: count for name, count in units.items()
    }


def side(units: dict[str, int], effects: Iterable[str] = ()) -> Side:
    """A side without a faction."""
    return Side(units, effects=[Use(name) for name in effects])


def battle(kind: str, attacker: Side, defender: Side) -> Battle:
    """The battle of these two."""
    return Battle(kind, attacker, defender)
