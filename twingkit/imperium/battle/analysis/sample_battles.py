"""Random fleet battles for experiments; the same seed gives the same battles.

There are no statistics about the fleets that meet in real games. Here both sides spend the same number of
resources, drawn anew for each battle: they buy ships of random classes that they can still pay for, within
the pieces of a box (IM-UNIT-10), then fighters and ground forces for part of the room (IM-UNIT-11). Each
class that can be upgraded is upgraded with probability `upgrades`. No side has a faction, an effect or a
flagship.
"""

from __future__ import annotations

import random
from typing import Literal, get_args

from twingkit.core.arguments import SAMPLES, SHARE, check_arguments, one_of_words
from twingkit.core.running.progress_bar import progress_bar
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.notes import PIECE_LIMITS
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.box.units import find_unit
from twingkit.imperium.variants.variant import BOX, Variant, as_variant

BattleKind = Literal["space", "ground", "invasion"]
"""The kinds of battles."""

SHIPS = ("destroyer", "cruiser", "carrier", "dreadnought", "warsun")
"""The classes of ships that random fleets may have."""

MIN_RESOURCES, MAX_RESOURCES = 4, 16
"""The range from which the resources of a side in space or in an invasion are drawn; both sides have the
same.
"""

_FIGHTER_FILL_CHANCE = 0.5
"""The probability that each free place on the ships gets a fighter."""


@check_arguments(n=SAMPLES, kind=one_of_words(*get_args(BattleKind)), upgrade_chance=SHARE)
def sample_battles(
    n: int,
    seed: int = 0,
    kind: BattleKind = "space",
    upgrade_chance: float = 0.25,
    variant: Variant | str | None = None,
    *,
    progress: bool = False,
) -> list[Battle]:
    """Draw `n` random battles of a `kind` ("space", "ground" or "invasion"); the module explains how.

    `n` is at most a million. A larger `n` with the same `seed` begins with the same battles. `upgrade_chance`
    is the probability, 0 to 1, that a class is upgraded. The battles are fought under `variant`. `progress`
    shows a bar on the error stream. Raises `VariantError`, and `Fault` for an invalid number or kind.

    >>> for battle in sample_battles(2, seed=1):
    ...     print(battle)
    space: 3 fighter 2 destroyer 1 carrier vs 2 fighter 2 destroyer 1 carrier
    space: 2 fighter+ 1 cruiser+ 1 carrier vs 1 fighter 1 destroyer+ 1 dreadnought
    """
    rng, rules = random.Random(f"battles {kind} {seed}"), BOX if variant is None else as_variant(variant)
    battles: list[Battle] = []
    with progress_bar(n, 0, progress) as show:
        while len(battles) < n:
            attacker, defender = _sample_sides(rng, kind, upgrade_chance)
            battles.append(Battle(kind, attacker, defender, variant=rules))
            show(len(battles))
    return battles


def _sample_sides(rng: random.Random, kind: BattleKind, upgrades: float) -> tuple[Side, Side]:
    if kind == "ground":
        attack = {"infantry": rng.randint(1, 6)}
        if rng.random() < _FIGHTER_FILL_CHANCE:
            attack["dreadnought"] = rng.randint(1, 2)
        defence = {"infantry": rng.randint(1, 6)}
        if rng.random() < _FIGHTER_FILL_CHANCE:
            defence["pds"] = rng.randint(1, 2)
        return _sample_side(rng, attack, upgrades), _sample_side(rng, defence, upgrades)
    resources = rng.randint(MIN_RESOURCES, MAX_RESOURCES)
    attack, defence = _sample_fleet(rng, resources), _sample_fleet(rng, resources)
    if kind == "invasion":
        free = _room(attack)
        if not free:
            attack["carrier"] = attack.get("carrier", 0) + 1
            free = _room(attack)
        attack["fighter"] = max(0, min(attack.get("fighter", 0), free - 1))
        attack["infantry"] = rng.randint(1, free - attack["fighter"])
        defence["infantry"] = rng.randint(1, 4)
        if rng.random() < _FIGHTER_FILL_CHANCE:
            defence["pds"] = rng.randint(1, 2)
    return _sample_side(rng, attack, upgrades), _sample_side(rng, defence, upgrades)


def _sample_fleet(rng: random.Random, resources: int) -> dict[str, int]:
    """Draw ships for at most this number of resources, and fighters for part of their room."""
    units: dict[str, int] = {}
    left = float(resources)
    while payable := [
        name for name in SHIPS if _COST[name] <= left and units.get(name, 0) < PIECE_LIMITS[name]
    ]:
        name = rng.choice(payable)
        units[name] = units.get(name, 0) + 1
        left -= _COST[name]
    fighters = sum(rng.random() < _FIGHTER_FILL_CHANCE for _ in range(_room(units)))
    return {**units, "fighter": fighters} if fighters else units


def _room(units: dict[str, int]) -> int:
    return sum(_CAPACITY.get(name, 0) * count for name, count in units.items())


def _sample_side(rng: random.Random, units: dict[str, int], upgrades: float) -> Side:
    """Return a side with some of its classes upgraded; kinds with a count of 0 are left out."""
    return Side(
        {
            f"{name}+" if name in _UPGRADABLE and rng.random() < upgrades else name: count
            for name, count in units.items()
            if count
        }
    )


def _sheet_value(name: str, column: Literal["cost", "capacity"]) -> float:
    unit = find_unit(name, "")
    assert unit is not None
    return float(getattr(unit, column))


_COST = {name: _sheet_value(name, "cost") for name in SHIPS}
_CAPACITY = {name: int(_sheet_value(name, "capacity")) for name in SHIPS}
_UPGRADABLE = tuple(
    name for name in ("fighter", *SHIPS, "infantry", "pds") if find_unit(f"{name}+", "") is not None
)
