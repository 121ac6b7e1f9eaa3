"""Exact odds of a move into a system: the chance to take it, and the chance to hold it.

    taking = take_system(game, "18", "move 01 1 carrier, 3 infantry", "p1")

All results of a won space battle are followed; `landing_splits` then splits the units among the planets.
"""

from __future__ import annotations

from contextlib import suppress
from math import prod

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, explained_frame
from twingkit.core.arguments import TEXT, check_arguments, instance_of
from twingkit.core.arguments.game_kinds import game_kind
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.slices import SlowError
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.odds import battle_odds, odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.units import DOCK, GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.map.galaxy import SYSTEM_NAME
from twingkit.imperium.galaxy.outlook.arrivals import parse_player
from twingkit.imperium.galaxy.outlook.landing_splits import best_landing_split, landing_forces
from twingkit.imperium.galaxy.outlook.threats import (
    THREAT_CELLS,
    ThreateningFleet,
    have_no_action_cards,
    pds_reaching,
    threats_at,
    visible_space_battle_side,
)
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.fleet_limits import fleet_limit_refusals
from twingkit.imperium.galaxy.tactical.movement_plan import Move, MovementPlan, move_units, ship_routes
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY

_MAX_PLAN_SECONDS = 0.5
"""The limit of work for the odds of a planned movement."""


@attrs.frozen
class SystemTakingOdds:
    """The attacker's chances to take a system with one movement plan: in space, for each planet, and for all
    planets.

    `battle_line` is the notation of the space battle ("" without defenders). `space_win_probability` is the
    chance to be alone in space, `take_probability` the chance to take all planets of others,
    `planet_probabilities` the chance for each planet. `units_by_planet` says which units go to which planet
    in the likeliest landing. `surviving_fleet` are the ships left in the likeliest won space battle: class,
    number, and how many are damaged. `crosses_rifts`: some ships come through a gravity rift. `is_exact` is
    False if they do, if a fighting player holds action cards, or if a third player's Space Cannon reaches the
    system.

    >>> units = (("carrier", 1, 0),)
    >>> print(SystemTakingOdds("p1", "26", "move 01 1 carrier", "", 1.0, 0.0, (), (), units, False))
    space 100.0%, all 0.0%
    """

    attacker: str
    system: str
    plan: str
    battle_line: str
    space_win_probability: float
    take_probability: float
    planet_probabilities: tuple[tuple[str, float], ...]
    units_by_planet: tuple[tuple[str, str], ...]
    surviving_fleet: tuple[tuple[str, int, int], ...]
    crosses_rifts: bool
    is_exact: bool = True

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return a table with a row for the space battle, for each planet, and for the whole plan ("all").
        The columns are goal, units, chance, complete, and reason (why a chance is 0); `attrs["columns"]`
        explains them. Needs pandas.
        """
        units = dict(self.units_by_planet)
        rows = [
            ("space", "", self.space_win_probability),
            *((name, units.get(name, ""), won) for name, won in self.planet_probabilities),
        ]
        cells: CellMakers[tuple[str, str, float]] = {
            "goal": lambda row: row[0],
            "units": lambda row: row[1],
            "chance": lambda row: row[2],
            "complete": lambda _: self.is_exact,
            "reason": lambda row: self._why(row[0]) if row[2] < NEGLIGIBLE_PROBABILITY else "",
        }
        facts = {"position": self.battle_line, "system": self.system, "plan": self.plan}
        taken = [*rows, ("all", "", self.take_probability)]
        return explained_frame(taken, cells, "twingkit.imperium.SystemTakingOdds", **facts)

    def __str__(self) -> str:
        goals = [("space", self.space_win_probability), *self.planet_probabilities]
        return ", ".join(f"{goal} {chance:.1%}" for goal, chance in [*goals, ("all", self.take_probability)])

    def _repr_html_(self) -> str:
        return self.frame().to_html(index=False)

    def _why(self, goal: str) -> str:
        if goal == "all" and not self.planet_probabilities:
            return message("outlook.no_planet")
        if goal != "space" and self.space_win_probability < NEGLIGIBLE_PROBABILITY:
            return message("outlook.space_lost")
        never = next((name for name, won in self.planet_probabilities if won < NEGLIGIBLE_PROBABILITY), goal)
        if goal == "all" and never != goal:
            return self._why(never)
        if goal in dict(self.planet_probabilities) and not dict(self.units_by_planet).get(goal):
            return message("outlook.nobody_lands")
        return message("outlook.no_fleet" if goal == "space" else "outlook.no_landing")


@attrs.frozen
class CounterattackOdds:
    """The counterattacks of the other players on a taken system, and the chance to hold it.

    `space_hold_probability` is the chance to survive the strongest single attack, counted in space only:
    landed ground forces do not defend.

    >>> print(CounterattackOdds("18", (), 1.0))
    hold 100.0%
    """

    system: str
    threats: tuple[ThreateningFleet, ...]
    space_hold_probability: float

    def __str__(self) -> str:
        threats = [f"{threat.attacker} wins {threat.win:.1%}" for threat in self.threats]
        return ", ".join([f"hold {self.space_hold_probability:.1%}", *threats])

    @property
    def is_exact(self) -> bool:
        """True if neither hidden cards nor gravity rifts can change the threats."""
        return all(threat.is_exact for threat in self.threats)

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return the threats as the table of `threats`. Needs pandas."""
        facts = {"system": self.system, "hold": self.space_hold_probability}
        return explained_frame(self.threats, THREAT_CELLS, "twingkit.imperium.CounterattackOdds", **facts)

    def _repr_html_(self) -> str:
        return self.frame().to_html(index=False)


@with_column_meanings
@check_arguments(
    game=game_kind(GameTable, "imperium.new_game or imperium.position_game"), system=SYSTEM_NAME, plan=TEXT
)
def take_odds(game: Game, system: str, plan: str, player: str = "p1") -> SystemTakingOdds:
    """Return the exact chance to take a system with a movement such as `move 01 1 carrier, 2 infantry`.

    The result covers the space battle, then every planet of others there, with the best split of the units
    that land and bombard. Cards in hands and third players' Space Cannon are left out, and ships in gravity
    rifts count as arriving (`crosses_rifts`, `is_exact`). `.frame()` gives a table.

    Raises `Refusal` if a rule forbids the movement, `BadAnswer` if the text is not a movement, and `Fault` if
    the game has no such system or player, or if there are too many splits.

    >>> from twingkit.imperium.galaxy.starts import position_game
    >>> line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at lodor p2 1 infantry"
    >>> taking = take_odds(position_game(line), "26", "move 01 1 carrier, 3 infantry jord")
    >>> taking.battle_line, taking.units_by_planet, round(taking.take_probability, 2)
    ('', (('lodor', '3 infantry'),), 0.99)
    """
    table: GameTable = game.table
    own, system_index = parse_player(table, player), table.galaxy.system(system).index
    move = Move(table, own, system_index)
    refusal = plan_refusal(move, plan)
    if refusal is not None:
        raise refusal
    read = move.parse_plan(plan)
    fleet = _table_after_plan(table, own, system_index, read).units_in_space(own, system_index)
    goals = _planets_to_take(table, own, system_index)
    battle = _battle(table, own, system_index, fleet)
    rifts = any(way.rift_count for _, _, ways in ship_routes(move, read) for way in ways)
    courses = list(landing_forces(table, own, battle, fleet))
    best = [(chance, *best_landing_split(table, own, goals, landing)) for chance, landing in courses]
    likeliest = max(range(len(best)), key=lambda index: best[index][0]) if best else None
    shares = best[likeliest][1] if likeliest is not None else {}
    return SystemTakingOdds(
        attacker=SEATS[own],
        system=table.tile_number(system_index),
        plan=plan,
        battle_line="" if battle is None else str(battle),
        space_win_probability=sum(chance for chance, _ in courses),
        take_probability=sum(chance * prod(wins.values()) for chance, _, wins in best) if goals else 0.0,
        planet_probabilities=tuple(
            (planet, sum(chance * wins[planet] for chance, _, wins in best)) for planet in goals
        ),
        units_by_planet=tuple((planet, str(PlacedUnits(dict(units)))) for planet, units in shares.items()),
        surviving_fleet=_likely_survivors(battle, fleet),
        crosses_rifts=rifts,
        is_exact=not rifts and _all_is_known(table, own, system_index, battle, goals),
    )


def _all_is_known(
    table: GameTable, seat: int, system_index: int, battle: Battle | None, goals: list[str]
) -> bool:
    """True if everything that can act in the battles for a system is visible and belongs to the fighting
    players.
    """
    foes = [
        *(table.planet_controllers[planet] for planet in goals),
        _defender(table, seat, system_index) if battle else None,
    ]
    fighting = {seat, *(foe for foe in foes if foe is not None)}
    third = [
        other
        for other in table.other_seats(seat)
        if other not in fighting and pds_reaching(table, other, system_index)
    ]
    return not third and (len(fighting) == 1 or have_no_action_cards(table, *fighting))


@with_column_meanings
@check_arguments(
    game=game_kind(GameTable, "imperium.new_game or imperium.position_game"),
    taking=instance_of("argument.taking", SystemTakingOdds),
)
def counterattack_odds(game: Game, taking: SystemTakingOdds) -> CounterattackOdds:
    """Return the best attack of each other player on a system, with its chance, after a player has taken the
    system.

    The system is as after the likeliest course of the attack. Each fleet has its exact chance in space, as in
    `threats`; landed ground forces do not count. Raises the same errors as `threats`.

    >>> from twingkit.imperium.galaxy.starts import position_game
    >>> line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at 34 p2 1 destroyer"
    >>> game = position_game(line)
    >>> held = counterattack_odds(game, take_odds(game, "34", "move 01 1 carrier, 3 infantry jord"))
    >>> [(threat.attacker, threat.battle_line) for threat in held.threats]
    [('p3', 'space: 1 destroyer @ letnev,amd,munitions,ps vs 1 carrier @ sol,amd')]
    """
    origin: GameTable = game.table
    own, system_index = SEATS.index(taking.attacker), origin.galaxy.system(taking.system).index
    table = _table_after_plan(
        origin, own, system_index, Move(origin, own, system_index).parse_plan(taking.plan)
    )
    table.space[system_index] = {}
    if taking.surviving_fleet:
        table.space[system_index][own] = PlacedUnits(
            {name: count for name, count, _ in taking.surviving_fleet},
            {name: hurt for name, _, hurt in taking.surviving_fleet if hurt},
        )
    for planet, units in taking.units_by_planet:
        table.ground[planet], table.planet_controllers[planet] = {}, own
        if landed := _parse_units(units):
            table.ground[planet][own] = landed.only(*GROUND_FORCES)
    threats = threats_at(table, system_index, own)
    return CounterattackOdds(
        taking.system, tuple(threats), 1.0 - max((threat.win for threat in threats), default=0.0)
    )


def plan_refusal(question: Move, answer: str) -> Refusal | None:
    """Return a refusal that says why a movement is forbidden or exceeds a fleet limit on arrival; None if it
    is allowed.

    Raises `BadAnswer` if the text is not a movement.
    """
    act = question.parse_act(answer)
    if (refusal := question.refusal(act)) is not None:
        return refusal
    table, seat, system_index = question.table, question.player, question.target
    after = _table_after_plan(table, seat, system_index, act.plan)
    return next(fleet_limit_refusals(after, seat, system_index), None)


def _table_after_plan(table: GameTable, seat: int, system_index: int, plan: MovementPlan) -> GameTable:
    """Return a copy of the table after the movement; all ships arrive."""
    after = table.copy()
    move_units(after, seat, system_index, plan)
    return after


# -- the space battle


def _likely_survivors(battle: Battle | None, fleet: PlacedUnits) -> tuple[tuple[str, int, int], ...]:
    """Return the surviving ships of the likeliest won space battle."""
    if battle is None:
        return tuple((name, fleet[name], fleet.hurt.get(name, 0)) for name in fleet if name in SHIPS)
    course = battle_odds(resolve_best_policy(battle).space_battle)
    ends = course.forces_left("attacker", winner="attacker") or course.forces_left("attacker")
    likeliest = next(iter(ends), None)
    counts: dict[str, tuple[int, int]] = {}
    for written, fresh, hurt in likeliest.units if likeliest else ():
        name = written.removesuffix("+")
        if name in SHIPS:
            whole, damaged = counts.get(name, (0, 0))
            counts[name] = whole + fresh + hurt, damaged + hurt
    return tuple((name, whole, damaged) for name, (whole, damaged) in counts.items())


def _planets_to_take(table: GameTable, seat: int, system_index: int) -> list[str]:
    return [
        planet.id for planet in table.planets_of(system_index) if table.planet_controllers[planet.id] != seat
    ]


def _defender(table: GameTable, seat: int, system_index: int) -> int | None:
    """Return the player with ships in the system or, if there is none, a player whose Space Cannon reaches
    it; None if there is neither.
    """
    for other in table.enemy_seats_with_ships(seat, system_index):
        return other
    return next(
        (other for other in table.other_seats(seat) if pds_reaching(table, other, system_index)),
        None,
    )


def space_win_probability(question: Move, plan: MovementPlan) -> tuple[float, Battle] | None:
    """Return the chance to win the space battle after a movement, and that battle, by what all players can
    see; None without a battle, or if the odds take too long.
    """
    table, seat, system_index = question.table, question.player, question.target
    fleet = _table_after_plan(table, seat, system_index, plan).units_in_space(seat, system_index)
    battle = _battle(table, seat, system_index, fleet)
    with suppress(SlowError):
        return None if battle is None else (odds(battle.space_battle, budget=_MAX_PLAN_SECONDS).win, battle)
    return None


def _battle(table: GameTable, seat: int, system_index: int, fleet: PlacedUnits) -> Battle | None:
    """Return the fight for the space of a system as a battle of the kind `invasion`; None if no other player
    has ships or Space Cannon there.
    """
    other = _defender(table, seat, system_index)
    if other is None or not fleet.ship_count:
        return None
    ships = table.units_in_space(other, system_index).without(DOCK)
    attack = visible_space_battle_side(table, seat, fleet.without(DOCK), system_index)
    defend = visible_space_battle_side(table, other, ships, system_index, defends=True)
    return Battle("invasion", attack, defend, variant=table.variant)


def _parse_units(text: str) -> PlacedUnits:
    parts = [part.split() for part in text.split(",") if part.strip()]
    return PlacedUnits({words[1]: int(words[0]) for words in parts})
