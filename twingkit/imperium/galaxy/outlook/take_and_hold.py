"""Exact answers on a move into a system: whether it is taken, and whether it can be held.

    taking = take_system(game, "18", "move 01 1 carrier, 3 infantry", "p1")

The space battle is followed through every way in which it can be won; how units are then shared among the
planets is in `landing_shares`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.reports.frame_results import Cells, explained_frame
from twingkit.core.arguments import TEXT, check_arguments, instance_of
from twingkit.core.arguments.game_kinds import game_with_table
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.units import GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.outlook.landing_shares import best_share, fighting_units, landing_forces
from twingkit.imperium.galaxy.outlook.threats import (
    Threat,
    have_no_action_cards,
    parse_seat,
    pds_in_reach,
    threat_cells,
    threats_at,
)
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.battle_effects import system_effects
from twingkit.imperium.galaxy.tactical.embedded_battle import battle_side
from twingkit.imperium.galaxy.tactical.fleet_limits import excess_cargo, excess_ships, ship_capacity
from twingkit.imperium.galaxy.tactical.gravity_drive import ship_routes
from twingkit.imperium.galaxy.tactical.movement_plan import Move, Plan
from twingkit.imperium.texts.rulebook import refuse
from twingkit.odds.odds import NEVER

if TYPE_CHECKING:
    import pandas as pd


@attrs.frozen
class Taking:
    """The chance to take a system with one plan.

    `battle` is the battle line ("" without defenders). `space` is the chance to be alone in space, `take` the
    chance to take all planets of others, `planets` the chance for each planet. `shares` says which units go
    to which planet in the likeliest landing. `fleet` are the ships left in the likeliest won space battle:
    class, number, and how many are damaged. `rifts`: some ships come through a gravity rift. `complete` is
    False if they do, if a fighting player holds action cards, or if a third player's Space Cannon reaches the
    system.

    >>> Taking("p1", "26", "move 01 1 carrier", "", 1.0, 0.0, (), (), (("carrier", 1, 0),), False).space
    1.0
    """

    attacker: str
    system: str
    plan: str
    battle: str
    space: float
    take: float
    planets: tuple[tuple[str, float], ...]
    shares: tuple[tuple[str, str], ...]
    fleet: tuple[tuple[str, int, int], ...]
    rifts: bool
    complete: bool = True

    @localized
    def frame(self, lang: Lang | None = None) -> pd.DataFrame:
        """A row for the fight in space, for each planet and for all: goal, units, chance, complete, reason
        (of a chance of 0); `attrs["columns"]` explains them. Needs pandas."""
        units = dict(self.shares)
        rows = [("space", "", self.space), *((name, units.get(name, ""), won) for name, won in self.planets)]
        cells: Cells[tuple[str, str, float]] = {
            "goal": lambda row: row[0],
            "units": lambda row: row[1],
            "chance": lambda row: row[2],
            "complete": lambda _: self.complete,
            "reason": lambda row: self._why(row[0]) if row[2] < NEVER else "",
        }
        facts = {"battle": self.battle, "system": self.system, "plan": self.plan}
        taken = [*rows, ("all", "", self.take)]
        return explained_frame(taken, cells, "twingkit.imperium.Taking", **facts)

    def _why(self, goal: str) -> str:
        """The reason why a goal is never reached."""
        if goal == "all" and not self.planets:
            return message("outlook.no_planet")
        if goal != "space" and self.space < NEVER:
            return message("outlook.space_lost")
        never = next((name for name, won in self.planets if won < NEVER), goal)
        if goal == "all" and never != goal:
            return self._why(never)
        if goal in dict(self.planets) and not dict(self.shares).get(goal):
            return message("outlook.nobody_lands")
        return message("outlook.no_fleet" if goal == "space" else "outlook.no_landing")


@attrs.frozen
class Holding:
    """The answer of the others: what could attack the system in their next turns, as it stands after the
    likeliest course; `hold` is the chance against the most dangerous of them in space.

    >>> Holding("18", (), 1.0).hold
    1.0
    """

    system: str
    threats: tuple[Threat, ...]
    hold: float

    @property
    def complete(self) -> bool:
        """True if neither hidden cards nor gravity rifts can change the threats."""
        return all(threat.complete for threat in self.threats)

    @localized
    def frame(self, lang: Lang | None = None) -> pd.DataFrame:
        """The threats as `threats(...).frame()` has them. Needs pandas."""
        facts = {"system": self.system, "hold": self.hold}
        return explained_frame(self.threats, threat_cells, "twingkit.imperium.Holding", **facts)


@with_column_meanings
@check_arguments(game=game_with_table(GameTable, "imperium.new_game or imperium.position_game"), plan=TEXT)
def take_system(game: Game, system: str, plan: str, seat: str = "p1") -> Taking:
    """Return the exact chance to take a system with a movement such as `move 01 1 carrier, 2 infantry`.

    The result covers the space battle, then every planet of others there, with the best split of the units
    that land and bombard. Cards in hands and third players' Space Cannon are left out, and ships in gravity
    rifts count as arriving (`rifts`, `complete`). `.frame()` gives a table.

    Raises `Refusal` if a rule forbids the movement, `BadAnswer` if the text is not a movement, and `Fault` if
    the game has no such system or player, or if there are too many splits.

    >>> from twingkit.imperium.galaxy.starts import position_game
    >>> line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at lodor p2 1 infantry"
    >>> taking = take_system(position_game(line), "26", "move 01 1 carrier, 3 infantry jord")
    >>> taking.battle, taking.shares, round(taking.take, 2)
    ('', (('lodor', '3 infantry'),), 0.99)
    """
    table: GameTable = game.table
    own, place = parse_seat(table, seat), table.galaxy.system(system).index
    move = Move(table, own, place)
    refusal = plan_refusal(move, plan)
    if refusal is not None:
        raise refusal
    read = move.parse_plan(plan)
    fleet = table_after_plan(table, own, place, read).units_in_space(own, place)
    goals = _planets_to_take(table, own, place)
    battle = _battle(table, own, place, fleet)
    rifts = any(way.rifts for _, _, ways in ship_routes(move, read) for way in ways)
    courses = list(landing_forces(table, own, battle, fleet))
    best = [(chance, *best_share(table, own, goals, landing)) for chance, landing in courses]
    likeliest = max(range(len(best)), key=lambda index: best[index][0]) if best else None
    shares = best[likeliest][1] if likeliest is not None else {}
    return Taking(
        attacker=SEATS[own],
        system=table.tile_number(place),
        plan=plan,
        battle="" if battle is None else str(battle),
        space=sum(chance for chance, _ in courses),
        take=sum(chance * prod(wins.values()) for chance, _, wins in best) if goals else 0.0,
        planets=tuple((planet, sum(chance * wins[planet] for chance, _, wins in best)) for planet in goals),
        shares=tuple((planet, _format_units(units)) for planet, units in shares.items()),
        fleet=_likely_survivors(battle, fleet),
        rifts=rifts,
        complete=not rifts and _all_is_known(table, own, place, battle, goals),
    )


def _all_is_known(table: GameTable, seat: int, place: int, battle: Battle | None, goals: list[str]) -> bool:
    """True if everything that can act in the fights for a system is visible and belongs to the fighting
    players.
    """
    foes = [*(table.holders[planet] for planet in goals), _defender(table, seat, place) if battle else None]
    fighting = {seat, *(foe for foe in foes if foe is not None)}
    third = [
        other
        for other in table.other_seats(seat)
        if other not in fighting and pds_in_reach(table, other, place)
    ]
    return not third and (len(fighting) == 1 or have_no_action_cards(table, *fighting))


@with_column_meanings
@check_arguments(
    game=game_with_table(GameTable, "imperium.new_game or imperium.position_game"),
    taking=instance_of("argument.taking", Taking),
)
def hold_system(game: Game, taking: Taking) -> Holding:
    """Return the best attacks of the other players on a system after a player has taken it.

    The system is as after the likeliest course of the attack. Each fleet has its exact chance in space, as in
    `threats`; landed ground forces do not count. Raises the same errors as `threats`.

    >>> from twingkit.imperium.galaxy.starts import position_game
    >>> line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at 34 p2 1 destroyer"
    >>> game = position_game(line)
    >>> held = hold_system(game, take_system(game, "34", "move 01 1 carrier, 3 infantry jord"))
    >>> [(threat.attacker, threat.battle) for threat in held.threats]
    [('p3', 'space: 1 destroyer @ letnev,amd,munitions,ps vs 1 carrier @ sol,amd')]
    """
    origin: GameTable = game.table
    own, place = SEATS.index(taking.attacker), origin.galaxy.system(taking.system).index
    table = table_after_plan(origin, own, place, Move(origin, own, place).parse_plan(taking.plan))
    table.space[place] = {}
    if taking.fleet:
        table.space[place][own] = PlacedUnits(
            {name: count for name, count, _ in taking.fleet},
            {name: hurt for name, _, hurt in taking.fleet if hurt},
        )
    for planet, units in taking.shares:
        table.ground[planet], table.holders[planet] = {}, own
        landed = _parse_units(units)
        if landed:
            table.ground[planet][own] = PlacedUnits(
                {name: landed[name] for name in landed if name in GROUND_FORCES}
            )
    threats = threats_at(table, place, own)
    return Holding(taking.system, tuple(threats), 1.0 - max((threat.win for threat in threats), default=0.0))


def plan_refusal(move: Move, plan: str) -> Refusal | None:
    """Return why a movement is forbidden, or leads to a fleet that is too large at once; None if it is fine.

    Raises `BadAnswer` if the text is not a movement.
    """
    refusal = move.refusal(plan)
    if refusal is not None:
        return refusal
    table, seat, place = move.table, move.player, move.target
    after = table_after_plan(table, seat, place, move.parse_plan(plan))
    side, number = SEATS[seat], table.tile_number(place)
    if (over := excess_ships(after, seat, place)) > 0:
        limit = after.fleet_limit(seat)
        return refuse("IM-FLEET-1", "beyond", side=side, n=limit, there=limit + over, number=number)
    if (over := excess_cargo(after, seat, place)) > 0:
        n = ship_capacity(after, seat, place)
        return refuse("IM-FLEET-2", "beyond", side=side, n=n, over=over, number=number)
    return None


def table_after_plan(table: GameTable, seat: int, place: int, plan: Plan) -> GameTable:
    """A copy of a table on which a plan has been carried out, all ships arriving."""
    after = table.copy()
    for group in plan:
        for name, count, hurt in group.ships:
            after.take_units(seat, group.start, name, count, hurt)
            after.put_units(seat, place, name, count, hurt)
        for item in group.cargo:
            after.take_units(seat, item.place, item.unit_class, item.count)
            after.put_units(seat, place, item.unit_class, item.count)
    return after


# -- the space battle


def _likely_survivors(battle: Battle | None, fleet: PlacedUnits) -> tuple[tuple[str, int, int], ...]:
    """The ships that are left in the likeliest space battle that is won."""
    if battle is None:
        return tuple((name, fleet[name], fleet.hurt.get(name, 0)) for name in fleet if name in SHIPS)
    course = odds(resolve_best_policy(battle).in_space)
    likeliest = next(iter(course.survivors(0, winner=0) or course.survivors(0)), None)
    counts: dict[str, tuple[int, int]] = {}
    for written, fresh, hurt in likeliest.units if likeliest else ():
        name = written.removesuffix("+")
        if name in SHIPS:
            whole, damaged = counts.get(name, (0, 0))
            counts[name] = whole + fresh + hurt, damaged + hurt
    return tuple((name, whole, damaged) for name, (whole, damaged) in counts.items())


def _planets_to_take(table: GameTable, seat: int, place: int) -> list[str]:
    """The planets of a system that the player does not control."""
    return [planet.id for planet in table.planets_of(place) if table.holders[planet.id] != seat]


def _defender(table: GameTable, seat: int, place: int) -> int | None:
    """The player with ships in the system, or else whose Space Cannon reaches it; None if there is none."""
    for other in table.enemy_ships(seat, place):
        return other
    return next((other for other in table.other_seats(seat) if pds_in_reach(table, other, place)), None)


def _battle(table: GameTable, seat: int, place: int, fleet: PlacedUnits) -> Battle | None:
    """The battle in space as an invasion line; None if no unit can fire."""
    other = _defender(table, seat, place)
    if other is None or not fleet.ships:
        return None
    at = system_effects(table, seat, place), system_effects(table, other, place, defends=True)
    ships = fighting_units(table.units_in_space(other, place))
    ours, theirs = pds_in_reach(table, seat, place), pds_in_reach(table, other, place)
    attack = battle_side(table, seat, "space", fighting_units(fleet), ours, extra=at[0], cards=False)
    defend = battle_side(table, other, "space", ships, theirs, extra=at[1], cards=False)
    return Battle("invasion", attack, defend, variant=table.variant)


def _format_units(units: Mapping[str, int]) -> str:
    return str(PlacedUnits(dict(units)))


def _parse_units(text: str) -> PlacedUnits:
    """The units of a text such as `1 cruiser, 2 infantry`."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    return PlacedUnits({words[1]: int(words[0]) for words in parts})
