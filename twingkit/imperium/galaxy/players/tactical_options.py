"""Possible tactical actions: system, ships, gains, and the chance to win."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from math import prod

import attrs

from twingkit.core.slices import SlowError
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.embedded_battle import battle_side
from twingkit.imperium.galaxy.tactical.invasion import CUSTODIANS_COST
from twingkit.imperium.galaxy.tactical.movement_plan import Cargo, Move, MovementPlan, ShipGroup
from twingkit.imperium.galaxy.tactical.moving_ships import TravelConditions

MAX_ODDS_SECONDS, MAX_BATTLE_UNITS = 2.0, 40
"""The processor seconds for the odds of one battle, and the number of units above which a battle counts as
even."""

EVEN_CHANCE = 0.5

_SAFE_ROUNDS = 3
"""The number of rounds in which empty planets are considered safe."""


@attrs.frozen(eq=False)
class ProspectiveBattle:
    """A battle that a tactical action would cause, between the acting player's units and those of one enemy
    player.
    """

    table: GameTable
    kind: str
    seat: int
    own_units: PlacedUnits
    enemy_seat: int
    enemy_units: PlacedUnits

    @property
    def win_probability(self) -> float:
        """The player's chance to win the battle, 0 to 1."""
        kept_out = (*GROUND_FORCES, DOCK) if self.kind == "space" else (DOCK,)
        own, units = (
            self.own_units.undamaged_without(*kept_out),
            self.enemy_units.undamaged_without(*kept_out),
        )
        if self.kind == "ground":
            own = own.undamaged_without("fighter")
        if not own or not units:
            return float(bool(own))
        battle = Battle(
            self.kind,
            battle_side(self.table, self.seat, self.kind, own, includes_cards=False),
            battle_side(self.table, self.enemy_seat, self.kind, units, includes_cards=False),
        )
        return attacker_win_probability(str(battle))


@attrs.frozen(eq=False)
class TacticalOption:
    """A possible tactical action: a system, a movement, the planets gained, and the battles to win.

    The chance to win them is computed from the table when it is asked for, since few options need it.
    """

    system: int
    plan: MovementPlan
    gained_planets: tuple[str, ...] = ()
    battles: tuple[ProspectiveBattle, ...] = ()

    @cached_property
    def win_probability(self) -> float:
        """The chance to win all the battles; 1 without a battle."""
        return prod((battle.win_probability for battle in self.battles), start=1.0)


@lru_cache(maxsize=20000)
def attacker_win_probability(line: str) -> float:
    """Return the attacker's chance (0 to 1) to win a battle given by its battle line, or `EVEN_CHANCE` if the
    odds would take too long.
    """
    battle = Battle.parse(line)
    if sum(count for side in battle.sides for _, count in side.units) > MAX_BATTLE_UNITS:
        return EVEN_CHANCE
    try:
        return odds(battle, budget=MAX_ODDS_SECONDS).win
    except SlowError:
        return EVEN_CHANCE


def tactical_options(
    table: GameTable, seat: int, system: int | None = None, *, with_presence: bool = False
) -> Iterator[TacticalOption]:
    """Yield the tactical actions worth considering for a player: in `system`, or without it in every system
    that the player can activate.

    For every system in reach: a small group that takes its free planets, and the strongest group if other
    players are there. With `with_presence` also a single ship that moves without gaining anything.
    """
    conditions = TravelConditions(table, seat)
    free = (place for place, seats in enumerate(table.command_tokens) if seat not in seats)
    for target in free if system is None else (system,):
        yield from _options_at(Move(table, seat, target, conditions), with_presence=with_presence)


def _options_at(move: Move, *, with_presence: bool) -> Iterator[TacticalOption]:
    table, seat, system = move.table, move.player, move.target
    wanted = [planet.id for planet in table.planets_of(system) if table.planet_controllers[planet.id] != seat]
    defended = bool(table.enemy_seats_with_ships(seat, system)) or any(
        other != seat for planet in wanted for other in table.ground[planet]
    )
    if not (wanted or defended or with_presence):
        return
    sources = move.ship_sources()
    driven = list(move.ships_needing_drive())
    if not sources and not driven and not table.units_in_space(seat, system).ground_force_count:
        return
    if defended:
        for plan in dict.fromkeys(_attacks(table, move, sources, driven)):
            yield _with_battles(table, seat, system, plan, wanted)
        return
    single = [*sources, *((start, [(name, 1)]) for start, name in driven)]
    if wanted:
        for start, able in single:
            for name, _ in able:
                if not table.players[seat].unit_type_on_board(name).capacity:
                    continue
                group = _limited_troops(table, seat, move.ship_group(start, [(name, 1)]), 2 * len(wanted))
                if any(item.count for item in group.cargo if item.unit_class in GROUND_FORCES):
                    yield _with_battles(table, seat, system, (group,), wanted)
        if table.units_in_space(seat, system).ground_force_count:
            yield _with_battles(table, seat, system, (), wanted)
    if with_presence:
        for start, able in single:
            scouts = [name for name in _SCOUT_SHIPS if name in dict(able)]
            if scouts:
                group = move.ship_group(start, [(scouts[0], 1)], has_cargo=False)
                yield TacticalOption(system, (group,))


_SCOUT_SHIPS = ("destroyer", "cruiser", "dreadnought", "carrier")
"""The ship types that are sent out alone, the cheapest first."""

_ATTACK_SHIP_ORDER = ("warsun", "flagship", "dreadnought", "carrier", "cruiser", "destroyer", "fighter")
"""The order in which an attack fills the fleet pool."""


_ShipSources = list[tuple[int, list[tuple[str, int]]]]
"""The systems with ships that can reach the target, and the classes and numbers of these ships."""


def _attacks(
    table: GameTable, move: Move, sources: _ShipSources, driven: list[tuple[int, str]]
) -> Iterator[MovementPlan]:
    """Yield movements into a defended system: all ships in reach, the same with each Gravity Drive ship
    (IM-TECH-gd), and the ships of each single system."""
    seat = move.player
    chosen = [sources] if sources or table.units_in_space(seat, move.target).ground_force_count else []
    chosen += [_with_ship(sources, start, name) for start, name in driven]
    chosen += [[source] for source in sources if len(sources) > 1]
    for starts in chosen:
        left = table.fleet_limit(seat) - table.units_in_space(seat, move.target).nonfighter_count
        taken: dict[int, list[tuple[str, int]]] = {}
        for name in _ATTACK_SHIP_ORDER:
            for start, able in starts:
                count = dict(able).get(name, 0)
                if name != "fighter":
                    count = min(count, left)
                    left -= count
                if count:
                    taken.setdefault(start, []).append((name, count))
        groups = (move.ship_group(start, ships) for start, ships in taken.items())
        yield tuple(_limited_troops(table, seat, group, 99, fighters=True) for group in groups)


def _with_ship(sources: _ShipSources, start: int, name: str) -> _ShipSources:
    there = dict(sources)
    return list({**there, start: [*there.get(start, []), (name, 1)]}.items())


def _limited_troops(
    table: GameTable, seat: int, group: ShipGroup, most: int, *, fighters: bool = False
) -> ShipGroup:
    """Return the ship group with at most `most` ground forces as cargo, leaving garrisons behind; with
    `fighters`, its fighters stay in the cargo.
    """
    left, cargo = most, []
    for item in group.cargo:
        if item.unit_class not in GROUND_FORCES:
            cargo += [item] if fighters else []
            continue
        count = item.count
        if isinstance(item.source_place, str):
            standing = table.units_on_planet(seat, item.source_place)
            count = min(
                count, max(standing.ground_force_count - _garrison(table, seat, item.source_place), 0)
            )
        count = min(count, left)
        left -= count
        if count:
            cargo.append(Cargo(item.unit_class, count, item.source_place))
    return ShipGroup(group.start_system, group.ships, tuple(cargo))


def _garrison(table: GameTable, seat: int, planet: str) -> int:
    """Return the number of ground forces that stay on a planet: one, but in the first rounds only at home and
    at docks.
    """
    home = table.system_of(planet) == table.home_system(seat) or table.units_on_planet(seat, planet)[DOCK] > 0
    return int(home or table.round > _SAFE_ROUNDS)


def _with_battles(
    table: GameTable, seat: int, system: int, plan: MovementPlan, wanted: list[str]
) -> TacticalOption:
    """Return a tactical option with its battles: the space combat, then the first defended planet."""
    fleet = table.units_in_space(seat, system).copy()
    for group in plan:
        for name, count, hurt in group.ships:
            fleet.put(name, count, hurt)
        for item in group.cargo:
            fleet.put(item.unit_class, item.count)
    battles = [
        ProspectiveBattle(table, "space", seat, fleet, enemy, table.units_in_space(enemy, system))
        for enemy in table.enemy_seats_with_ships(seat, system)[:1]
    ]
    gained = []
    troops = fleet.ground_force_count
    for planet in sorted(wanted, key=lambda name: -table.resources(name)):
        if troops <= 0:
            break
        if (
            planet == MECATOL_REX
            and table.has_custodians
            and max_payment(table, seat, "influence") < CUSTODIANS_COST
        ):
            continue
        others = [other for other in table.ground[planet] if other != seat]
        if others:
            units = table.units_on_planet(others[0], planet)
            battles.append(ProspectiveBattle(table, "ground", seat, fleet, others[0], units))
            troops = 0
        else:
            troops -= 1
        gained.append(planet)
    return TacticalOption(system, plan, tuple(gained), tuple(battles))
