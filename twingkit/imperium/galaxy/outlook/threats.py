"""The fleets that could attack a system with one tactical action, and the exact chance of each to win."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product
from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.reports.frame_results import Cells, FrameList
from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import game_with_table
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.questions import one_line
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.battle_effects import system_effects
from twingkit.imperium.galaxy.tactical.embedded_battle import battle_side
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.space_step import cannons_in_reach
from twingkit.odds.odds import NEVER

if TYPE_CHECKING:
    pass

MAX_FLEETS = 3000
"""The number of fleets of one attacker that are weighed."""


@attrs.frozen
class Threat:
    """A fleet that one player could bring into a system.

    `sources` are the tiles it comes from, `battle` the battle line against the defenders ("" without any),
    `win` its chance to win the space combat. `complete` is False if hidden cards or gravity rifts can change
    that chance.

    >>> Threat("p2", ("16",), "space: 1 cruiser vs 1 fighter", 0.9).attacker
    'p2'
    """

    attacker: str
    sources: tuple[str, ...]
    battle: str
    win: float
    complete: bool = True


THREAT_CELLS: Cells[Threat] = {
    "attacker": lambda threat: threat.attacker,
    "sources": lambda threat: " ".join(threat.sources),
    "battle": lambda threat: threat.battle,
    "win": lambda threat: threat.win,
    "complete": lambda threat: threat.complete,
}
"""The columns of `threats(...).frame()`, but its reasons."""


def threat_cells() -> Cells[Threat]:
    """The columns of `threats(...).frame()` in a language."""
    return {
        **THREAT_CELLS,
        "reason": lambda threat: message("outlook.no_fleet") if threat.win < NEVER else "",
    }


def have_no_action_cards(table: GameTable, *seats: int) -> bool:
    """True if none of these players holds an action card, so that no hidden card can act in their battle."""
    return not any(table.players[seat].action_cards for seat in seats)


def parse_seat(table: GameTable, seat: str) -> int:
    """The place of a player by name (`p1`). Raises `Fault` for another name."""
    if seat not in SEATS[: len(table.players)]:
        known = ", ".join(SEATS[: len(table.players)])
        raise Fault("game.seat", found=one_line(str(seat)), known=known)
    return SEATS.index(seat)


@with_column_meanings
@check_arguments(game=game_with_table(GameTable, "imperium.new_game or imperium.position_game"))
def threats(game: Game, system: str, seat: str = "p1") -> FrameList[Threat]:
    """Return the best fleet of each other player against a player's ships in a system, the likeliest winner
    first.

    A fleet contains ships in reach, given the command tokens on the map, within the fleet pool and filled
    with fighters (IM-MOVE-1, IM-FLEET-1, IM-SPACE-2). Cards in hands are left out, ships in gravity rifts
    count as arriving, and a player without a tactic token, or with a token in the system, is no threat.

    Parameters
    ----------
    game
        The whole game.
    system
        The number of a tile or the id of a planet.
    seat
        The defending player.

    Raises
    ------
    Fault
        If the game has no such system or player, or one attacker has more than 3,000 fleets.

    Examples
    --------
    >>> from twingkit.imperium.galaxy.starts import new_game
    >>> game = new_game(seed=1)
    >>> [(threat.attacker, threat.sources, threat.win) for threat in threats(game, "20", "p1")]
    [('p3', ('10',), 1.0)]
    """
    table: GameTable = game.table
    place, own = table.galaxy.system(system).index, parse_seat(table, seat)
    return FrameList(threats_at(table, place, own), threat_cells, "twingkit.imperium.threats")


def threats_at(table: GameTable, place: int, own: int) -> list[Threat]:
    """The same on a table, of a system by its index and a seat. Raises `Fault` for too many fleets."""
    return sorted(
        (
            threat
            for other in _possible_attackers(table, place, own)
            for threat in _best_threat(table, other, own, place)
        ),
        key=lambda threat: (-threat.win, threat.attacker),
    )


def can_be_attacked(table: GameTable, place: int, own: int) -> bool:
    """True if `threats_at` finds somebody: another player's ships that fly reach a system, by its index."""
    return any(
        table.fleet_limit(other) > table.units_in_space(other, place).nonfighters
        and (_ships_in_reach(move := Move(table, other, place)) or any(move.ships_with_drive()))
        for other in _possible_attackers(table, place, own)
    )


def _possible_attackers(table: GameTable, place: int, own: int) -> list[int]:
    """The other players who can activate a system (IM-TACT-1)."""
    return [
        other
        for other in table.other_seats(own)
        if table.players[other].tactic and other not in table.tokens[place]
    ]


def _ships_in_reach(move: Move) -> list[tuple[int, str, int]]:
    """The ships that reach the active system, fighters left aside: where from, the class, how many."""
    return [
        (start, name, count)
        for start, able in move.sources()
        for name, count in able
        if name not in ("fighter", DOCK)
    ]


def _best_threat(table: GameTable, other: int, own: int, place: int) -> Iterator[Threat]:
    """Yield the attacker's fleet with the largest chance, if any ship reaches the system."""
    best: tuple[Threat, PlacedUnits] | None = None
    for sources, fleet in fleets(table, other, place):
        threat = _threat_of(table, other, own, place, sources, fleet)
        if best is None or threat.win > best[0].win:
            best = threat, fleet
    if best is not None:
        yield attrs.evolve(best[0], complete=_complete(table, other, own, place, *best))


def fleets(table: GameTable, seat: int, place: int) -> Iterator[tuple[tuple[str, ...], PlacedUnits]]:
    """Yield the fleets that a player can bring into a system, to which no further ship can be added: the
    tiles they come from, and the ships with as many fighters as they carry. Raises `Fault` for too many."""
    move = Move(table, seat, place)
    seen: set[Hashable] = set()
    for driven in (None, *move.ships_with_drive()):  # one ship has Gravity Drive
        stacks = [*_ships_in_reach(move), *([(*driven, 1)] if driven else [])]
        yield from _fleets_of_ships(move, stacks, driven, seen)


def _fleets_of_ships(
    move: Move, stacks: list[tuple[int, str, int]], driven: tuple[int, str] | None, seen: set[Hashable]
) -> Iterator[tuple[tuple[str, ...], PlacedUnits]]:
    """Yield the fleets of some ships that are not `seen` yet; the last ship is `driven`, if any is."""
    table, seat, place = move.table, move.player, move.target
    limit = table.fleet_limit(seat) - table.units_in_space(seat, place).nonfighters
    total = sum(count for _, _, count in stacks)
    starts = {start: dict(able) for start, able in move.sources()}
    if driven:
        starts.setdefault(driven[0], {})
    for number, counts in enumerate(product(*(range(min(count, limit) + 1) for _, _, count in stacks))):
        if number > 100 * MAX_FLEETS or len(seen) > MAX_FLEETS:
            raise Fault("game.fleets", n=MAX_FLEETS)
        if sum(counts) != min(limit, total) or not sum(counts) or (driven and not counts[-1]):
            continue
        fleet = table.units_in_space(seat, place).copy()
        room: dict[int, int] = {}
        for (start, name, _), count in zip(stacks, counts, strict=True):
            fleet.put(name, count)
            capacity = table.players[seat].unit_on_board(name).capacity
            room[start] = room.get(start, 0) + capacity * count
        flies = table.players[seat].unit_on_board("fighter").move > 0
        for start, able in starts.items():
            fighters = table.units_in_space(seat, start)["fighter"]
            fleet.put("fighter", able.get("fighter", 0) if flies else min(fighters, room.get(start, 0)))
        key = fleet.key()
        if key not in seen:
            seen.add(key)
            used = {start for (start, _, _), count in zip(stacks, counts, strict=True) if count}
            yield tuple(table.tile_number(start) for start in sorted(used)), fleet


def _threat_of(
    table: GameTable, other: int, own: int, place: int, sources: tuple[str, ...], fleet: PlacedUnits
) -> Threat:
    """A fleet against what the defender has there, PDS in reach included."""
    defence = _in_space(table.units_in_space(own, place))
    at = system_effects(table, other, place), system_effects(table, own, place, defends=True)
    guns = pds_in_reach(table, other, place), pds_in_reach(table, own, place)
    attack = battle_side(table, other, "space", _in_space(fleet), guns[0], extra=at[0], cards=False)
    defend = battle_side(table, own, "space", defence, guns[1], extra=at[1], cards=False)
    battle = Battle("space", attack, defend, variant=table.variant)
    if not defence:
        return Threat(SEATS[other], sources, "", 1.0)
    return Threat(SEATS[other], sources, str(battle), odds(battle).win)


def _complete(table: GameTable, other: int, own: int, place: int, threat: Threat, fleet: PlacedUnits) -> bool:
    """True if neither hidden cards in a fight nor gravity rifts can change the chance."""
    move = Move(table, other, place)
    starts = (start for start in range(len(table.space)) if table.tile_number(start) in threat.sources)
    ways = (move.route(name, start) or move.best_route(name, start) for start in starts for name in fleet)
    return not any(way is not None and way.rifts for way in ways) and (
        not threat.battle or have_no_action_cards(table, own, other)
    )


def _in_space(units: PlacedUnits) -> PlacedUnits:
    """The ships of a fleet."""
    return PlacedUnits(
        {name: units[name] for name in units if name not in (*GROUND_FORCES, DOCK)},
        {name: count for name, count in units.hurt.items() if name not in GROUND_FORCES},
    )


def pds_in_reach(table: GameTable, seat: int, place: int) -> PlacedUnits:
    """The PDS of a player in reach of a system."""
    guns = cannons_in_reach(table, seat, place)
    return PlacedUnits({"pds": guns["pds"]} if guns["pds"] else {})
