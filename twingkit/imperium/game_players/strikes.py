"""The actions in sight: systems to go to, with which ships, what is gained there and with what chance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import attrs

from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.economy.paying import wealth
from twingkit.imperium.exact_odds.odds import odds
from twingkit.imperium.notation.battle_line import Battle
from twingkit.imperium.table.game_table import MECATOL_REX, GameTable
from twingkit.imperium.table.units_here import UnitsHere
from twingkit.imperium.tactical.embedded_battle import side
from twingkit.imperium.tactical.invasion import CUSTODIANS_COST
from twingkit.imperium.tactical.movement_plan import Group, Move, Plan
from twingkit.slices import SlowError

PATIENCE = 0.05
"""The processor seconds that the odds of one battle may take; a slower one counts as even."""

EVEN = 0.5


@attrs.frozen
class Strike:
    """A tactical action in sight: the system, who moves, the planets that would be gained, and the chance
    that the battles there are won."""

    system: int
    plan: Plan
    planets: tuple[str, ...]
    chance: float

    @property
    def moves(self) -> bool:
        """True if ships move."""
        return bool(self.plan)


@lru_cache(maxsize=20000)
def chance_to_win(line: str) -> float:
    """The chance of the attacker to win a battle line; even where the odds take too long."""
    try:
        return odds(Battle.parse(line), budget=PATIENCE).win
    except SlowError:
        return EVEN


def strikes(table: GameTable, seat: int) -> Iterator[Strike]:
    """Yield what a player could do with one token of the tactic pool: for every system that ships reach the
    smallest group that takes its planets, and all that reach it where others stand."""
    for system in table.galaxy.systems:
        index = system.index
        if seat in table.tokens[index]:
            continue
        move = Move(table, seat, index)
        sources = move.sources()
        wanted = [planet.id for planet in system.tile.planets if table.holders[planet.id] != seat]
        defended = bool(table.enemy_ships(seat, index)) or any(
            other != seat for planet in wanted for other in table.ground[planet]
        )
        if not sources and not table.fleet(seat, index).ground_forces:
            continue
        if defended:
            plan: Plan = tuple(move.group(start, able) for start, able in sources)
            yield _weighed(table, seat, index, plan, wanted)
        elif wanted:
            for start, able in sources:
                for name, _ in able:
                    group = move.group(start, [(name, 1)])
                    if _forces(group):
                        yield _weighed(table, seat, index, (_spared(table, seat, group, wanted),), wanted)
        elif sources:
            start, able = sources[0]
            yield Strike(index, (move.group(start, able[-1:], loaded=False),), (), 1.0)


def _forces(group: Group) -> int:
    """The ground forces that a group carries."""
    return sum(item.count for item in group.cargo if item.unit_class in GROUND_FORCES)


def _spared(table: GameTable, seat: int, group: Group, wanted: list[str]) -> Group:
    """The group without fighters, and with two ground forces for each planet at most; one stays at home on
    each planet that it leaves."""
    left, cargo = 2 * len(wanted), []
    for item in group.cargo:
        if item.unit_class not in GROUND_FORCES:
            continue
        there = item.count - (isinstance(item.place, str) and item.count > 1)
        count = min(there, left)
        left -= count
        if count:
            cargo.append(attrs.evolve(item, count=count))
    return attrs.evolve(group, cargo=tuple(cargo))


def _weighed(table: GameTable, seat: int, system: int, plan: Plan, wanted: list[str]) -> Strike:
    """A strike with its chance: the space combat, then the first defended planet."""
    fleet = table.fleet(seat, system).copy()
    for group in plan:
        for name, count, hurt in group.ships:
            fleet.put(name, count, hurt)
        for item in group.cargo:
            fleet.put(item.unit_class, item.count)
    chance = 1.0
    for enemy in table.enemy_ships(seat, system)[:1]:
        chance *= _chance(table, "space", seat, fleet, enemy, table.fleet(enemy, system))
    if not fleet.ground_forces:
        return Strike(system, plan, (), chance)
    gained = []
    troops = fleet.ground_forces
    for planet in sorted(wanted, key=lambda name: -table.resources(name)):
        if planet == MECATOL_REX and table.custodians and wealth(table, seat, "influence") < CUSTODIANS_COST:
            continue
        others = [other for other in table.ground[planet] if other != seat]
        if troops <= 0:
            break
        if others:
            units = table.on_planet(others[0], planet)
            chance *= _chance(table, "ground", seat, fleet, others[0], units)
            troops = 0
        else:
            troops -= 1
        gained.append(planet)
    return Strike(system, plan, tuple(gained), chance)


def _chance(table: GameTable, kind: str, seat: int, own: UnitsHere, enemy: int, units: UnitsHere) -> float:
    """The chance to win a battle with these units, all cards left aside."""
    if kind == "space":
        own = UnitsHere({name: own[name] for name in own if name not in (*GROUND_FORCES, "spacedock")})
        units = UnitsHere({name: units[name] for name in units if name not in (*GROUND_FORCES, "spacedock")})
    else:
        own = UnitsHere({name: own[name] for name in own if name not in ("fighter", "spacedock")})
        units = UnitsHere({name: units[name] for name in units if name != "spacedock"})
    if not own or not units:
        return float(bool(own))
    battle = Battle(
        kind,
        side(table, seat, kind, own, cards=False),
        side(table, enemy, kind, units, cards=False),
    )
    return chance_to_win(str(battle))
