"""The ships of a player that can come into a system, and what stops the others."""

from __future__ import annotations

import attrs

from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import game_kind
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import one_line_excerpt
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.map.galaxy import SYSTEM_NAME
from twingkit.imperium.galaxy.map.reach import best_routes, ship_reach
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.moving_ships import ship_mobility
from twingkit.imperium.texts.rulebook import rulebook


def parse_player(table: GameTable, player: str) -> int:
    """Return the seat index of a player's name (`p1`). Raises `Fault` for another name."""
    if player not in SEATS[: len(table.players)]:
        known = ", ".join(SEATS[: len(table.players)])
        raise Fault("game.seat", found=one_line_excerpt(str(player)), known=known)
    return SEATS.index(player)


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
def possible_arrivals(game: Game, system: str, player: str = "p1", *, lang: Lang | None = None) -> DataFrame:
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
