"""The best split of landing and bombarding units among the planets of a system (IM-INV-9, IM-INV-10), for
each force that can survive a won space battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import prod

import attrs

from twingkit.core.messages import Fault
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.landings import Landing, legal_invasion_odds
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import DAMAGED_SUFFIX, Side
from twingkit.imperium.box.units import DOCK, GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.embedded_battle import battle_side

_MAX_SPLITS = 4000
"""The largest number of splits that are compared for one force."""

LandingSplit = Mapping[str, Mapping[str, int]]
"""The units that land on each planet and those that bombard it, by the planet's id."""


@attrs.frozen
class LandingForce:
    """A force that can invade the planets of a system after the space battle.

    `ships_above` are the ships that can bombard or matter in the invasion. `ground_battle` is the ground
    battle with the state of both sides (None: there was no battle in space).
    """

    ground_forces: Mapping[str, int]
    ships_above: PlacedUnits
    ground_battle: Battle | None


def landing_forces(
    table: GameTable, seat: int, space_battle: Battle | None, fleet: PlacedUnits
) -> Iterator[tuple[float, LandingForce]]:
    """Yield every force that can be left to invade planets after the space battle, each with its chance."""
    if space_battle is None:
        if fleet.ship_count:
            yield 1.0, LandingForce(fleet.only(*GROUND_FORCES).counts, fleet.only(*SHIPS), None)
        return
    for landing in legal_invasion_odds(resolve_best_policy(space_battle)).landings:
        yield landing.chance, LandingForce(dict(landing.units), _ships_above(landing), landing.battle)


def _ships_above(landing: Landing) -> PlacedUnits:
    """Return the ships above the planets that matter in the invasion."""
    counts: dict[str, int] = {}
    for name, count in landing.battle.attacker.units:
        plain = name.removesuffix(DAMAGED_SUFFIX).removesuffix("+")
        if plain in SHIPS:
            counts[plain] = counts.get(plain, 0) + count
    return PlacedUnits(counts)


def best_landing_split(
    table: GameTable, seat: int, target_planets: list[str], force: LandingForce
) -> tuple[LandingSplit, dict[str, float]]:
    """Return the split of a force among the planets with the largest chance to take all of them, and the
    chance for each planet.
    """
    bombers = {
        name: force.ships_above[name]
        for name in force.ships_above
        if table.players[seat].unit_type_on_board(name).bombardment or name in ("flagship", "warsun")
    }
    best: tuple[float, LandingSplit, dict[str, float]] = (-1.0, {}, dict.fromkeys(target_planets, 0.0))
    for number, (landed, bombing) in enumerate(
        product(_splits(force.ground_forces, target_planets), _splits(bombers, target_planets))
    ):
        if number > _MAX_SPLITS:
            raise Fault("game.splits", n=_MAX_SPLITS)
        wins = {
            planet: planet_win_probability(
                table, seat, planet, landed[planet], bombing[planet], force.ground_battle
            )
            for planet in target_planets
        }
        whole = prod(wins.values()) + sum(wins.values()) / 1e6  # prefer more planets in a tie
        if whole > best[0]:
            share = {planet: {**landed[planet], **bombing[planet]} for planet in target_planets}
            best = (whole, share, wins)
    return best[1], best[2]


def _splits(units: Mapping[str, int], goals: list[str]) -> Iterator[dict[str, dict[str, int]]]:
    """Yield every way to give all units of each class to the planets."""
    if not goals:
        return
    per_class = [list(_compositions(count, len(goals))) for count in units.values()]
    for counts in product(*per_class):
        yield {
            planet: {name: count[index] for name, count in zip(units, counts, strict=True) if count[index]}
            for index, planet in enumerate(goals)
        }


def _compositions(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for rest in _compositions(count - first, parts - 1):
            yield (first, *rest)


def planet_win_probability(
    table: GameTable,
    seat: int,
    planet: str,
    ground_forces: Mapping[str, int],
    bombarding_ships: Mapping[str, int],
    ground_battle: Battle | None = None,
) -> float:
    """Return the exact chance that these ground forces take a planet, with these ships bombarding it."""
    if not sum(ground_forces.values()):
        return 0.0
    holder = table.planet_controllers[planet]
    if holder is None or not (defence := table.units_on_planet(holder, planet).without(DOCK)):
        return 1.0
    attack = battle_side(
        table, seat, "ground", PlacedUnits({**ground_forces, **bombarding_ships}), includes_cards=False
    )
    if ground_battle is not None:
        attack = attrs.evolve(attack, effects=ground_battle.attacker.effects)
    defend = battle_side(table, holder, "ground", defence, includes_cards=False)
    return _ground_win(attack, defend, str(table.variant))


@lru_cache(maxsize=4096)
def _ground_win(attack: Side, defend: Side, variant: str) -> float:
    return odds(Battle("ground", attack, defend), variant=variant or None).win
