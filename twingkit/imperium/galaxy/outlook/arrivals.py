"""The ships of a player that can come into a system, and the rules that stop the others."""

from __future__ import annotations

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, FrameList
from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import game_kind
from twingkit.core.play import Game
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.map.reach import reach, routes
from twingkit.imperium.galaxy.outlook.threats import parse_seat
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.moving_ships import moving_ship


@attrs.frozen
class Arrival:
    """A player's ships of one class in one system, and whether they can come.

    `blocking_rule` is the rule that stops them ("": they can come). `survival_probability` is the chance to
    survive gravity rifts. For ships that are too slow (IM-MOVE-1), `needed_steps` is the distance and
    `max_steps` the number of systems they can move.

    >>> Arrival("01", "carrier", 2, "IM-MOVE-1", 0.0).can_arrive
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


def arrival_cells() -> CellMakers[Arrival]:
    """Return the columns of `arrivals(...).frame()`."""
    return {
        "start": lambda arrival: arrival.start_tile,
        "unit": lambda arrival: arrival.unit_class,
        "count": lambda arrival: arrival.count,
        "arrives": lambda arrival: arrival.can_arrive,
        "survives": lambda arrival: arrival.survival_probability,
        "reason": lambda arrival: arrival.blocking_rule,
        "steps": lambda arrival: arrival.needed_steps,
        "speed": lambda arrival: arrival.max_steps,
    }


@with_column_meanings
@check_arguments(game=game_kind(GameTable, "imperium.new_game or imperium.position_game"))
def arrivals(game: Game, system: str, seat: str = "p1") -> FrameList[Arrival]:
    """Return a player's ships outside a system, by class and start, with whether they can come.

    They come with one tactical action; `blocking_rule` stops the others (IM-MOVE-1 to 3, 7, 9, IM-MAP-5).
    `.frame()` gives a table.

    Parameters
    ----------
    game
        The whole game.
    system
        The number of a tile or the id of a planet.
    seat
        The moving player.

    Raises
    ------
    Fault
        If the game has no such system or player.

    Examples
    --------
    >>> from twingkit.imperium.galaxy.starts import position_game
    >>> game = position_game("galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7")
    >>> [(ship.unit_class, ship.blocking_rule) for ship in arrivals(game, "18")]
    [('destroyer', ''), ('carrier', 'IM-MOVE-1')]
    """
    table: GameTable = game.table
    own, place = parse_seat(table, seat), table.galaxy.system(system).index
    move = Move(table, own, place)
    ships = []
    for start, there in enumerate(table.space):
        units = there.get(own)
        for name in units or () if start != place else ():
            if name in GROUND_FORCES or not table.players[own].unit_type_on_board(name).move:
                continue
            ships.append(_arrival(table, move, start, name, units[name] if units else 0))
    return FrameList(ships, arrival_cells, "twingkit.imperium.arrivals")


def _arrival(table: GameTable, move: Move, start: int, name: str, count: int) -> Arrival:
    seat, number = move.player, table.tile_number(start)
    if seat in table.command_tokens[start]:
        return Arrival(number, name, count, "IM-MOVE-2", 0.0)
    way = move.best_route(name, start)
    if way is not None:
        return Arrival(number, name, count, "", float(way.survival_probability))
    own = moving_ship(table, seat, table.players[seat].unit_type_on_board(name), start, move.target)
    rule = reach(table.galaxy, start, own).blocking_rules.get(move.target, "IM-MOVE-1")
    if rule != "IM-MOVE-1":
        return Arrival(number, name, count, rule, 0.0)
    longer = routes(table.galaxy, start, attrs.evolve(own, move_bonus=len(table.galaxy.systems))).get(
        move.target
    )
    steps = len(longer.entered_systems) if longer else 0
    return Arrival(number, name, count, rule, 0.0, steps, own.move_value + own.move_bonus)
