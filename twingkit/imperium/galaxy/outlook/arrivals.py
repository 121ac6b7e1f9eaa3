"""The ships that can come into a system: what activating it achieves, which of a player's ships arrive there,
and the fleets with which others could attack it, with the exact chance of each to win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import islice, product
from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, explained_frame
from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import game_kind
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.questions import one_line_excerpt
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.map.galaxy import SYSTEM_NAME
from twingkit.imperium.galaxy.map.reach import best_routes, ship_reach
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.battle_effects import system_effects
from twingkit.imperium.galaxy.tactical.bombardment_step import can_bombard
from twingkit.imperium.galaxy.tactical.embedded_battle import battle_side
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.moving_ships import TravelConditions, ship_mobility
from twingkit.imperium.galaxy.tactical.production_step import Build, production_limits
from twingkit.imperium.galaxy.tactical.space_step import cannons_reaching
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY

if TYPE_CHECKING:
    import pandas as pd

MAX_FLEETS = 3000
"""The largest number of fleets of one attacker that are compared."""


@attrs.frozen
class ThreateningFleet:
    """A fleet that one player could bring into a system.

    `source_tiles` are the tiles it comes from, `battle_line` the battle line against the defenders (""
    without any), `win` its chance to win the space combat. `is_exact` is False if hidden cards or gravity
    rifts can change that chance.

    >>> ThreateningFleet("p2", ("16",), "space: 1 cruiser vs 1 fighter", 0.9).attacker
    'p2'
    """

    attacker: str
    source_tiles: tuple[str, ...]
    battle_line: str
    win: float
    is_exact: bool = True


THREAT_CELLS: CellMakers[ThreateningFleet] = {
    "player": lambda threat: threat.attacker,
    "sources": lambda threat: " ".join(threat.source_tiles),
    "position": lambda threat: threat.battle_line,
    "win": lambda threat: threat.win,
    "complete": lambda threat: threat.is_exact,
    "reason": lambda threat: message("outlook.no_fleet") if threat.win < NEGLIGIBLE_PROBABILITY else "",
}
"""The columns of `threats`, with functions that compute their cells."""


def have_no_action_cards(table: GameTable, *seats: int) -> bool:
    """Return whether none of these players holds an action card, so no hidden card can act in their
    battle.
    """
    return not any(table.players[seat].action_cards for seat in seats)


def parse_player(table: GameTable, player: str) -> int:
    """Return the seat index of a player's name (`p1`). Raises `Fault` for another name."""
    if player not in SEATS[: len(table.players)]:
        known = ", ".join(SEATS[: len(table.players)])
        raise Fault("game.seat", found=one_line_excerpt(str(player)), known=known)
    return SEATS.index(player)


@with_column_meanings
@check_arguments(game=game_kind(GameTable, "imperium.new_game or imperium.position_game"), system=SYSTEM_NAME)
@localized
def threats(game: Game, system: str, player: str = "p1", *, lang: Lang | None = None) -> pd.DataFrame:
    """Return the most dangerous fleet of each other player against a player's ships in a system, the
    likeliest winner first.

    A fleet contains ships in reach, given the command tokens on the map, within the fleet pool and filled
    with fighters (IM-MOVE-1, IM-FLEET-1, IM-SPACE-2). Cards in hands are left out, ships in gravity rifts
    count as arriving, and a player who has passed, has no tactic token, or has a token in the system is no
    threat.

    Parameters
    ----------
    game
        The whole game.
    system
        The number of a tile or the id of a planet.
    player
        The defending player, such as "p1".

    Returns
    -------
    pandas.DataFrame
        One row for each player who could attack, with the columns

        - `player`: that player,
        - `sources`: the numbers of the tiles that the ships come from,
        - `position`: the battle line ("" without any defenders),
        - `win`: the exact chance of that player to win the space combat,
        - `complete`: False if hidden cards or gravity rifts can change that chance,
        - `reason`: why the chance is 0, otherwise "".

        `attrs`: `system`, `defender`, `lang`.

    Raises
    ------
    Fault
        If the game has no such system or player, or one attacker has more than 3,000 fleets.

    Examples
    --------
    >>> from twingkit.imperium.galaxy.starts import new_game
    >>> game = new_game(seed=1)
    >>> threats(game, "20", "p1")[["player", "sources", "win"]].values.tolist()
    [['p3', '10', 1.0]]
    """
    table: GameTable = game.table
    system_index, own = table.galaxy.system(system).index, parse_player(table, player)
    facts = {"system": table.tile_number(system_index), "defender": player, "lang": language()}
    return explained_frame(
        threats_at(table, system_index, own), THREAT_CELLS, "twingkit.imperium.threats", **facts
    )


def threats_at(table: GameTable, system: int, defender_seat: int) -> list[ThreateningFleet]:
    """Return the rows of `threats` as objects for the owner in a seat. Raises `Fault` for too many fleets."""
    return sorted(
        (
            threat
            for other in _possible_attackers(table, system, defender_seat)
            for threat in _best_threat(table, other, defender_seat, system)
        ),
        key=lambda threat: (-threat.win, threat.attacker),
    )


def rival_ships_reaching(table: GameTable, system: int, defender_seat: int) -> dict[int, Counter[str]]:
    """Return, for each other player (by seat) who can bring ships to a system, how many ships of each class
    can reach it.
    """
    ships_by_seat = {}
    for other in _possible_attackers(table, system, defender_seat):
        move, ships = Move(table, other, system), Counter[str]()
        for _, name, count in _ships_in_reach(move):
            ships[name] += count
        ships.update(name for _, name in list(move.ships_needing_drive())[:1])  # Gravity Drive takes one ship
        if ships and table.fleet_limit(other) > table.units_in_space(other, system).nonfighter_count:
            ships_by_seat[other] = ships
    return ships_by_seat


def _possible_attackers(table: GameTable, system_index: int, own: int) -> list[int]:
    return [
        other
        for other in table.other_seats(own)
        if table.players[other].tactic
        and not table.players[other].has_passed
        and other not in table.command_tokens[system_index]
    ]


def _ships_in_reach(move: Move) -> list[tuple[int, str, int]]:
    """Return the ships, except fighters, that reach the active system: start, class, number."""
    return [
        (start, name, count)
        for start, able in move.ship_sources()
        for name, count in able
        if name not in ("fighter", DOCK)
    ]


def _best_threat(table: GameTable, other: int, own: int, system_index: int) -> Iterator[ThreateningFleet]:
    """Yield at most one threat: the fleet with which player `other` has the largest chance in a system;
    nothing if no ship reaches the system.
    """
    best: tuple[ThreateningFleet, PlacedUnits] | None = None
    for sources, fleet in _attack_fleets(table, other, system_index):
        threat = _threat_of(table, other, own, system_index, sources, fleet)
        if best is None or threat.win > best[0].win:
            best = threat, fleet
    if best is not None:
        yield attrs.evolve(best[0], is_exact=_is_chance_certain(table, other, own, system_index, *best))


def _attack_fleets(table: GameTable, seat: int, system: int) -> Iterator[tuple[tuple[str, ...], PlacedUnits]]:
    """Yield start tiles and maximal fleets, filled with fighters. Raises `Fault` for too many."""
    move = Move(table, seat, system)
    seen: set[Hashable] = set()
    for driven in (None, *move.ships_needing_drive()):  # one ship has Gravity Drive
        stacks = [*_ships_in_reach(move), *([(*driven, 1)] if driven else [])]
        yield from _fleets_of_ships(move, stacks, driven, seen)


def _fleets_of_ships(
    move: Move, stacks: list[tuple[int, str, int]], driven: tuple[int, str] | None, seen: set[Hashable]
) -> Iterator[tuple[tuple[str, ...], PlacedUnits]]:
    """Yield fleets that are not in `seen` yet; the ship at `driven` uses Gravity Drive."""
    table, seat, system_index = move.table, move.player, move.target
    limit = table.fleet_limit(seat) - table.units_in_space(seat, system_index).nonfighter_count
    total = sum(count for _, _, count in stacks)
    starts = {start: dict(able) for start, able in move.ship_sources()}
    if driven:
        starts.setdefault(driven[0], {})
    for number, counts in enumerate(product(*(range(min(count, limit) + 1) for _, _, count in stacks))):
        if number > 100 * MAX_FLEETS or len(seen) > MAX_FLEETS:
            raise Fault("game.fleets", n=MAX_FLEETS)
        if sum(counts) != min(limit, total) or not sum(counts) or (driven and not counts[-1]):
            continue
        fleet = table.units_in_space(seat, system_index).copy()
        room: dict[int, int] = {}
        for (start, name, _), count in zip(stacks, counts, strict=True):
            fleet.put(name, count)
            capacity = table.players[seat].unit_type_on_board(name).capacity
            room[start] = room.get(start, 0) + capacity * count
        flies = table.players[seat].unit_type_on_board("fighter").move > 0
        for start, able in starts.items():
            fighters = table.units_in_space(seat, start)["fighter"]
            fleet.put("fighter", able.get("fighter", 0) if flies else min(fighters, room.get(start, 0)))
        key = fleet.key()
        if key not in seen:
            seen.add(key)
            used = {start for (start, _, _), count in zip(stacks, counts, strict=True) if count}
            yield tuple(table.tile_number(start) for start in sorted(used)), fleet


def _threat_of(
    table: GameTable, other: int, own: int, system_index: int, sources: tuple[str, ...], fleet: PlacedUnits
) -> ThreateningFleet:
    """Return the threat of a fleet against the defending units, including PDS in reach."""
    defence = table.units_in_space(own, system_index).without(*GROUND_FORCES, DOCK)
    attack = visible_space_battle_side(table, other, fleet.without(*GROUND_FORCES, DOCK), system_index)
    defend = visible_space_battle_side(table, own, defence, system_index, defends=True)
    battle = Battle("space", attack, defend, variant=table.variant)
    if not defence:
        return ThreateningFleet(SEATS[other], sources, "", 1.0)
    return ThreateningFleet(SEATS[other], sources, str(battle), odds(battle).win)


def visible_space_battle_side(
    table: GameTable, seat: int, units: PlacedUnits, system: int, *, defends: bool = False
) -> Side:
    """Return a player's side in a space battle, built from units, PDS in reach and open effects, without
    cards in hand.
    """
    effects, guns = system_effects(table, seat, system, defends=defends), pds_reaching(table, seat, system)
    return battle_side(table, seat, "space", units, guns, extra_effect_ids=effects, includes_cards=False)


def _is_chance_certain(
    table: GameTable, other: int, own: int, system_index: int, threat: ThreateningFleet, fleet: PlacedUnits
) -> bool:
    """Return whether neither hidden cards nor gravity rifts can change the chance."""
    move = Move(table, other, system_index)
    starts = (start for start in range(len(table.space)) if table.tile_number(start) in threat.source_tiles)
    ways = (
        move.route_without_drive(name, start) or move.best_route(name, start)
        for start in starts
        for name in fleet
    )
    return not any(way is not None and way.rift_count for way in ways) and (
        not threat.battle_line or have_no_action_cards(table, own, other)
    )


def pds_reaching(table: GameTable, seat: int, system: int) -> PlacedUnits:
    """Return a player's PDS whose Space Cannon reaches a system."""
    return cannons_reaching(table, seat, system).only("pds")


if TYPE_CHECKING:
    import pandas as pd


@attrs.frozen
class ArrivalCheck:
    """A player's ships of one class in one system, and whether they can move to a target system.

    `blocking_rule` is the rule that stops them ("": they can come). `survival_probability` is the chance to
    survive gravity rifts. For ships that are too slow (IM-MOVE-1), `needed_steps` is the distance and
    `max_steps` the number of systems they can move.

    >>> ArrivalCheck("01", "carrier", 2, "IM-MOVE-1", 0.0).can_arrive
    False
    """

    start_tile: str
    unit_class: str
    count: int
    blocking_rule: str
    survival_probability: float = 1.0
    needed_steps: int = 0
    max_steps: int = 0

    @property
    def can_arrive(self) -> bool:
        """True if no rule stops these ships."""
        return not self.blocking_rule


_ARRIVAL_COLUMNS = {
    "start": "str",
    "unit": "str",
    "count": "int64",
    "arrives": "bool",
    "survives": "float64",
    "steps": "float64",
    "speed": "float64",
    "rules": "object",
    "reason": "str",
}


@with_column_meanings
@check_arguments(game=game_kind(GameTable, "imperium.new_game or imperium.position_game"), system=SYSTEM_NAME)
@localized
def possible_arrivals(
    game: Game, system: str, player: str = "p1", *, lang: Lang | None = None
) -> pd.DataFrame:
    """Return a table of a player's ships outside a system, by class and starting system, that says whether
    they can move there.

    They come with one tactical action; a rule stops the others (IM-MOVE-1 to 3, 7, 9, IM-MAP-5).

    Parameters
    ----------
    game
        The whole game.
    system
        The number of a tile or the id of a planet.
    player
        The moving player, such as "p1".

    Returns
    -------
    pandas.DataFrame
        One row for each class and start, with the columns

        - `start`: the number of the tile that the ships are on,
        - `unit`, `count`: the class of the ships, and their number,
        - `arrives`: True if they can come,
        - `survives`: the chance of a ship to survive the gravity rifts on its way (NaN: it cannot come),
        - `steps`, `speed`: for ships that are too slow the steps that they need and can go, otherwise NaN,
        - `rules`, `reason`: the rule that stops the ships, and its text ([] and "" if they can come).

        `attrs`: `system`, `player`, `lang`.

    Raises
    ------
    Fault
        If the game has no such system or player.

    Examples
    --------
    >>> from twingkit.imperium.galaxy.starts import position_game
    >>> game = position_game("galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7")
    >>> possible_arrivals(game, "18")[["unit", "arrives", "steps", "rules"]].values.tolist()
    [['destroyer', True, nan, []], ['carrier', False, 2.0, ['IM-MOVE-1']]]
    """
    table: GameTable = game.table
    seat, system_index = parse_player(table, player), table.galaxy.system(system).index
    nan = float("nan")
    rows = [
        {
            "start": ship.start_tile,
            "unit": ship.unit_class,
            "count": ship.count,
            "arrives": ship.can_arrive,
            "survives": ship.survival_probability if ship.can_arrive else nan,
            "steps": ship.needed_steps or nan,
            "speed": ship.max_steps if ship.needed_steps else nan,
            "rules": [] if ship.can_arrive else [ship.blocking_rule],
            "reason": "" if ship.can_arrive else rulebook()[ship.blocking_rule].text(),
        }
        for ship in arrivals_at(table, system_index, seat)
    ]
    facts = {"system": table.tile_number(system_index), "player": player, "lang": language()}
    return frame_from_rows(rows, _ARRIVAL_COLUMNS, **facts)


def arrivals_at(table: GameTable, system: int, seat: int) -> list[ArrivalCheck]:
    """Return, for a player's ships of each class in each other system, whether they can move to the system
    with index `system`: the rows of `possible_arrivals` as objects.
    """
    move = Move(table, seat, system)
    ships = []
    for start, there in enumerate(table.space):
        units = there.get(seat)
        for name in units or () if start != system else ():
            if name in GROUND_FORCES or not table.players[seat].unit_type_on_board(name).move:
                continue
            ships.append(_arrival(table, move, start, name, units[name] if units else 0))
    return ships


def _arrival(table: GameTable, move: Move, start: int, name: str, count: int) -> ArrivalCheck:
    seat, number = move.player, table.tile_number(start)
    if seat in table.command_tokens[start]:
        return ArrivalCheck(number, name, count, "IM-MOVE-2", 0.0)
    way = move.best_route(name, start)
    if way is not None:
        return ArrivalCheck(number, name, count, "", float(way.survival_probability))
    own = ship_mobility(table, seat, table.players[seat].unit_type_on_board(name), start, move.target)
    rule = ship_reach(table.galaxy, start, own).blocking_rules.get(move.target, "IM-MOVE-1")
    if rule != "IM-MOVE-1":
        return ArrivalCheck(number, name, count, rule, 0.0)
    longer = best_routes(table.galaxy, start, attrs.evolve(own, move_bonus=len(table.galaxy.systems))).get(
        move.target
    )
    steps = len(longer.entered_systems) if longer else 0
    return ArrivalCheck(number, name, count, rule, 0.0, steps, own.move_value + own.move_bonus)


@attrs.frozen
class ActivationUses:
    """What a player's tactical action in a system can achieve: bring ships, produce units, or invade planets.

    `can_bring_ships`: the player's ships can come. `can_produce`: units there can produce. `can_invade`:
    ships there can bombard or land troops. If none applies, the action wastes its token, unless the player
    plays a card.

    >>> bool(ActivationUses()), bool(ActivationUses(can_produce=True))
    (False, True)
    """

    can_bring_ships: bool = False
    can_produce: bool = False
    can_invade: bool = False

    def __bool__(self) -> bool:
        return self.can_bring_ships or self.can_produce or self.can_invade


def uses_of_activation(
    table: GameTable, seat: int, system: int, travel_conditions: TravelConditions | None = None
) -> ActivationUses:
    """Return what a player can achieve by activating a system: bring ships, produce units, or invade planets.

    Callers that check many systems pass the `travel_conditions` of the table.
    """
    move = Move(table, seat, system, travel_conditions)
    comes = bool(move.ship_sources()) or next(move.ships_needing_drive(), None) is not None
    return ActivationUses(comes, _could_build(table, seat, system), _could_invade(move))


def _could_build(table: GameTable, seat: int, system: int) -> bool:
    """Return whether units in a system could produce something that the player can pay for."""
    own_yard = production_limits(table, seat, system)
    # The first answer builds nothing.
    return own_yard is not None and any(True for _ in islice(Build(table, seat, own_yard).options(), 1, 2))


def _could_invade(move: Move) -> bool:
    """Return whether the player's ships in the active system could bombard or invade a planet there."""
    table, seat, system = move.table, move.player, move.target
    fleet, stats = table.units_in_space(seat, system), table.players[seat].unit_type_on_board
    worlds = table.planets_of(system)
    lands = any(
        table.planet_controllers[planet.id] != seat and not table.is_demilitarized(planet.id)
        for planet in worlds
    )
    if lands and (fleet.ground_force_count or move.pick_up_troops_plan()):
        return True
    fires = any(stats(name).bombardment for name in fleet)
    return fires and any(can_bombard(table, seat, planet) for planet in worlds)
