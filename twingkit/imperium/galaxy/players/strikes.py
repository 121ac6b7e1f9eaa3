"""Tactical actions in sight: the systems, the ships, the gains, and the chance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import attrs

from twingkit.core.slices import SlowError
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.economy.paying import largest_payment
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.embedded_battle import battle_side
from twingkit.imperium.galaxy.tactical.invasion import CUSTODIANS_COST
from twingkit.imperium.galaxy.tactical.movement_plan import Group, Move, Plan
from twingkit.imperium.galaxy.tactical.ship_courses import Lanes

PATIENCE, MAX_UNITS = 2.0, 40
"""The processor seconds that the odds of one battle may take, which no battle of so many units needs; one of
more units counts as even."""

EVEN = 0.5

SAFE_ROUNDS = 3
"""The rounds in which nobody comes for an empty planet: all have enough to do."""


@attrs.frozen
class Strike:
    """A possible tactical action: the system, the plan, the planets it would gain, and its chance to win the
    battles there.
    """

    system: int
    plan: Plan
    planets: tuple[str, ...]
    chance: float


@lru_cache(maxsize=20000)
def battle_win_probability(line: str) -> float:
    """The chance of the attacker to win a battle line; even for battles of very many units."""
    battle = Battle.parse(line)
    if sum(count for side in battle.sides for _, count in side.units) > MAX_UNITS:
        return EVEN
    try:
        return odds(battle, budget=PATIENCE).win
    except SlowError:
        return EVEN


def strikes(table: GameTable, seat: int, *, presence: bool = False) -> Iterator[Strike]:
    """Yield what a player could do with one tactic token.

    For every system in reach: a small group that takes its free planets, and the strongest group if other
    players are there. With `presence` also a single ship that moves without gaining anything.
    """
    lanes = Lanes.from_table(table, seat)
    for system in range(len(table.space)):
        if seat not in table.tokens[system]:
            yield from strikes_at(table, seat, system, presence=presence, lanes=lanes)


def strikes_at(
    table: GameTable, seat: int, system: int, *, presence: bool = False, lanes: Lanes | None = None
) -> Iterator[Strike]:
    """Yield what a player could do in one system, active or not."""
    move = Move(table, seat, system, lanes or Lanes.from_table(table, seat))
    sources = move.sources()
    driven = list(move.ships_with_drive())
    if not sources and not driven and not table.units_in_space(seat, system).ground_forces:
        return
    wanted = [planet.id for planet in table.planets_of(system) if table.holders[planet.id] != seat]
    defended = bool(table.enemy_ships(seat, system)) or any(
        other != seat for planet in wanted for other in table.ground[planet]
    )
    if defended:
        for plan in dict.fromkeys(_attacks(table, move, sources, driven)):
            yield _with_chance(table, seat, system, plan, wanted)
        return
    single = [*sources, *((start, [(name, 1)]) for start, name in driven)]
    if wanted:
        for start, able in single:
            for name, _ in able:
                group = _limited_troops(table, seat, move.group(start, [(name, 1)]), 2 * len(wanted))
                if _forces(group):
                    yield _with_chance(table, seat, system, (group,), wanted)
        if table.units_in_space(seat, system).ground_forces:
            yield _with_chance(table, seat, system, (), wanted)
    if presence:
        for start, able in single:
            scouts = [name for name in SCOUTS if name in dict(able)]
            if scouts:
                group = move.group(start, [(scouts[0], 1)], loaded=False)
                yield Strike(system, (group,), (), 1.0)


SCOUTS = ("destroyer", "cruiser", "dreadnought", "carrier")
"""The ships that are sent somewhere alone, the cheapest first."""

STRONGEST = ("warsun", "flagship", "dreadnought", "carrier", "cruiser", "destroyer", "fighter")
"""The ships in the order in which they fill the fleet pool for an attack."""


Sources = list[tuple[int, list[tuple[str, int]]]]
"""The systems from which ships reach the target, with the classes and numbers that do."""


def _attacks(table: GameTable, move: Move, sources: Sources, driven: list[tuple[int, str]]) -> Iterator[Plan]:
    """Yield plans against a defended system: all ships in reach that the fleet pool allows, the same with
    each of those that come only by Gravity Drive (IM-TECH-gd), and those of each one system."""
    seat = move.player
    chosen = [sources] if sources or table.units_in_space(seat, move.target).ground_forces else []
    chosen += [_with_ship(sources, start, name) for start, name in driven]
    chosen += [[source] for source in sources if len(sources) > 1]
    for starts in chosen:
        left = table.fleet_limit(seat) - table.units_in_space(seat, move.target).nonfighters
        taken: dict[int, list[tuple[str, int]]] = {}
        for name in STRONGEST:
            for start, able in starts:
                count = dict(able).get(name, 0)
                if name != "fighter":
                    count = min(count, left)
                    left -= count
                if count:
                    taken.setdefault(start, []).append((name, count))
        groups = (move.group(start, ships) for start, ships in taken.items())
        yield tuple(_limited_troops(table, seat, group, 99, fighters=True) for group in groups)


def _with_ship(sources: Sources, start: int, name: str) -> Sources:
    """The sources with one ship more."""
    there = dict(sources)
    return list({**there, start: [*there.get(start, []), (name, 1)]}.items())


def _forces(group: Group) -> int:
    """The ground forces that a group carries."""
    return sum(item.count for item in group.cargo if item.unit_class in GROUND_FORCES)


def _limited_troops(table: GameTable, seat: int, group: Group, most: int, *, fighters: bool = False) -> Group:
    """The group with at most `most` ground forces, without those that guard planets; fighters come along only
    with `fighters`.
    """
    left, cargo = most, []
    for item in group.cargo:
        if item.unit_class not in GROUND_FORCES:
            cargo += [item] if fighters else []
            continue
        count = item.count
        if isinstance(item.place, str):
            standing = table.units_on_planet(seat, item.place)
            count = min(count, max(standing.ground_forces - _garrison(table, seat, item.place), 0))
        count = min(count, left)
        left -= count
        if count:
            cargo.append(attrs.evolve(item, count=count))
    return attrs.evolve(group, cargo=tuple(cargo))


def _garrison(table: GameTable, seat: int, planet: str) -> int:
    """The ground forces that stay on a planet: one, but in the first rounds only at home and by a dock."""
    home = table.system_of(planet) == table.home_system(seat) or table.units_on_planet(seat, planet)[DOCK] > 0
    return int(home or table.round > SAFE_ROUNDS)


def _with_chance(table: GameTable, seat: int, system: int, plan: Plan, wanted: list[str]) -> Strike:
    """A strike with its chance: the space combat, then the first defended planet."""
    fleet = table.units_in_space(seat, system).copy()
    for group in plan:
        for name, count, hurt in group.ships:
            fleet.put(name, count, hurt)
        for item in group.cargo:
            fleet.put(item.unit_class, item.count)
    chance = 1.0
    for enemy in table.enemy_ships(seat, system)[:1]:
        chance *= _chance(table, "space", seat, fleet, enemy, table.units_in_space(enemy, system))
    if not fleet.ground_forces:
        return Strike(system, plan, (), chance)
    gained = []
    troops = fleet.ground_forces
    for planet in sorted(wanted, key=lambda name: -table.resources(name)):
        if (
            planet == MECATOL_REX
            and table.custodians
            and largest_payment(table, seat, "influence") < CUSTODIANS_COST
        ):
            continue
        others = [other for other in table.ground[planet] if other != seat]
        if troops <= 0:
            break
        if others:
            units = table.units_on_planet(others[0], planet)
            chance *= _chance(table, "ground", seat, fleet, others[0], units)
            troops = 0
        else:
            troops -= 1
        gained.append(planet)
    return Strike(system, plan, tuple(gained), chance)


def _chance(
    table: GameTable, kind: str, seat: int, own: PlacedUnits, enemy: int, units: PlacedUnits
) -> float:
    """The chance to win a battle with these units, all cards left aside."""
    if kind == "space":
        own = PlacedUnits({name: own[name] for name in own if name not in (*GROUND_FORCES, "spacedock")})
        units = PlacedUnits(
            {name: units[name] for name in units if name not in (*GROUND_FORCES, "spacedock")}
        )
    else:
        own = PlacedUnits({name: own[name] for name in own if name not in ("fighter", "spacedock")})
        units = PlacedUnits({name: units[name] for name in units if name != "spacedock"})
    if not own or not units:
        return float(bool(own))
    battle = Battle(
        kind,
        battle_side(table, seat, kind, own, cards=False),
        battle_side(table, enemy, kind, units, cards=False),
    )
    return battle_win_probability(str(battle))
