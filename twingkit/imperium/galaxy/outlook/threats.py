"""The fleets with which other players could attack a system, with the exact chance of each to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import product

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, explained_frame
from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import game_kind
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.map.galaxy import SYSTEM_NAME
from twingkit.imperium.galaxy.outlook.arrivals import parse_player
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.battle_effects import system_effects
from twingkit.imperium.galaxy.tactical.embedded_battle import battle_side
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.space_step import cannons_reaching
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY

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


@with_column_meanings
@check_arguments(game=game_kind(GameTable, "imperium.new_game or imperium.position_game"), system=SYSTEM_NAME)
@localized
def threats(game: Game, system: str, player: str = "p1", *, lang: Lang | None = None) -> DataFrame:
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
    attackers = _possible_attackers(table, system, defender_seat)
    found = [_best_threat(table, other, defender_seat, system) for other in attackers]
    return sorted(filter(None, found), key=lambda threat: (-threat.win, threat.attacker))


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


def _best_threat(table: GameTable, other: int, own: int, system_index: int) -> ThreateningFleet | None:
    """Return the fleet with which player `other` has the largest chance in a system; None if no ship reaches
    the system.
    """
    threats_with_fleets = [
        (_threat_of(table, other, own, system_index, sources, fleet), fleet)
        for sources, fleet in _attack_fleets(table, other, system_index)
    ]
    if not threats_with_fleets:
        return None
    best, fleet = max(threats_with_fleets, key=lambda threat_with_fleet: threat_with_fleet[0].win)
    return attrs.evolve(best, is_exact=_is_chance_certain(table, other, own, system_index, best, fleet))


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
