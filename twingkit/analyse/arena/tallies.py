"""The columns in which many games are recorded: a game's own, or default ones.

There are three tables: a row for each game, for each seat of each game, and for each battle. The table of
seats begins with the same columns in every game (`seat_columns`), so that one analysis fits all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import nan
from typing import NamedTuple, Protocol, cast

import attrs

from twingkit.core.example_lines import example_by_player_count
from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import one_line_excerpt
from twingkit.core.running.winners import sole_winner_of, winning_seats
from twingkit.core.starts import Start, parse_start

BOX_VARIANT = "box"
"""The name of the variant with the rules as in the box."""

ColumnTypes = Mapping[str, str | tuple[str, ...]]
"""Names and types of a table's columns: the type of a number, or the texts that can occur."""


EMPTY_BATTLE_COLUMNS: ColumnTypes = {"game": "int32", "battle": "int16"}
"""The columns of the table of battles for a game without battles."""

TIME_COLUMN = "seconds"
"""The column of the seats with the time that a game took, the only one that another run does not repeat."""

CORE_SEAT_COLUMNS = (
    *("game", "seed", "seat", "player", "policy", "won", "score", "rounds", "answers"),
    TIME_COLUMN,
)
"""The first columns of the table of seats, in every game."""

_GAME_SEAT_COLUMNS = ("score", "rounds")
"""The core columns of the seats that a recorder fills, before the columns of its own game."""

Row = tuple[object, ...]


class GameRows(NamedTuple):
    """The rows of a finished game: one for the game, one for each seat, and one for each battle.

    The rows of the seats have the columns that the recorder itself lists: `score`, `rounds`, and its own.
    """

    game: Row
    seats: Sequence[Row]
    battles: Sequence[Row] = ()


def seat_columns(
    seats: Sequence[str], policies: tuple[str, ...], game_columns: ColumnTypes
) -> dict[str, str | tuple[str, ...]]:
    """Return the columns of the seats table with their types: those that all games share, then the game's
    other columns from `game_columns`.

    >>> tuple(seat_columns(("p1",), ("random",), {"score": "int16", "rounds": "int16"})) == CORE_SEAT_COLUMNS
    True
    """
    types: dict[str, str | tuple[str, ...]] = {"game": "int32", "seed": "int64", "seat": "int8"}
    types |= {"player": tuple(seats), "policy": policies, "won": "int8"}
    types |= {name: game_columns[name] for name in _GAME_SEAT_COLUMNS} | {
        "answers": "int32",
        TIME_COLUMN: "float64",
    }
    return types | {name: kind for name, kind in game_columns.items() if name not in _GAME_SEAT_COLUMNS}


def seat_rows(
    game: Game,
    game_number: int,
    seed: int,
    policies: Sequence[str],
    seconds: float,
    cells_by_seat: Sequence[Row],
) -> list[Row]:
    """Return the rows of the seats of a finished game, with the columns of `seat_columns`."""
    winners = winning_seats(game)
    decides = len(_GAME_SEAT_COLUMNS)
    return [
        (
            *(game_number, seed, seat, game.start.seat(seat), policies[seat], int(seat in winners)),
            *(*cells[:decides], len(game), seconds, *cells[decides:]),
        )
        for seat, cells in enumerate(cells_by_seat)
    ]


def core_game_columns(seats: Sequence[str], policies: tuple[str, ...]) -> dict[str, str | tuple[str, ...]]:
    """Return the first columns of every `games` table with their types: the number and the seed of the game,
    and the policy of each seat.

    >>> list(core_game_columns(("p1", "p2"), ("random",)))
    ['game', 'seed', 'policy_p1', 'policy_p2']
    """
    return {"game": "int32", "seed": "int64"} | {f"policy_{seat}": policies for seat in seats}


def multiple_winner_columns(
    seats: Sequence[str], policies: tuple[str, ...]
) -> dict[str, str | tuple[str, ...]]:
    """Return the winner columns, with their types, of a game that several seats can win: the sole winner, and
    whether each seat won.

    >>> list(multiple_winner_columns(("p1", "p2"), ("random",)))
    ['winner', 'winner_policy', 'winner_p1', 'winner_p2']
    """
    alone = {"winner": tuple(seats), "winner_policy": policies}
    return alone | {f"winner_{seat}": "bool" for seat in seats}


def winner_cells(game: Game, policies: Sequence[str]) -> tuple[object, ...]:
    """Return the values of `multiple_winner_columns` for a finished game."""
    winners, alone = winning_seats(game), sole_winner_of(game)
    head = (None, None) if alone is None else (game.start.seat(alone), policies[alone])
    return *head, *(seat in winners for seat in range(len(policies)))


class ArenaRecorder(Protocol):
    """Records the games of one game type for the arena: starts a game, and returns its rows in the tables."""

    def variant_and_box_lines(self, players: int, variant: str, box: object) -> tuple[str, tuple[str, ...]]:
        """Return variant and box as lines of notation. Raises `Fault` and `OSError`."""

    def new_game(self, players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
        """Return a new game that rolls dice and draws cards itself."""

    def columns(self, players: int, policies: Iterable[str]) -> Mapping[str, ColumnTypes]:
        """Return the names and types of the columns of each table in `TABLES`.

        The games have `winner` and `winner_policy`; if several can win, all of `multiple_winner_columns`. The
        seats have `score` and `rounds` and the game's own columns; the arena adds those of `seat_columns`.
        """

    def rows(self, game: Game, game_number: int, seed: int, policies: Sequence[str]) -> GameRows:
        """Return the rows that a finished game adds to the tables of games, seats and battles."""


@attrs.frozen
class DefaultArenaRecorder:
    """The recorder for games that define none: it records who won, and the number of answers.

    Each game starts from the first example for this number of players.
    """

    entry: GameEntry

    def _start(self, players: int) -> Start:
        lines = example_by_player_count(self.entry)
        if not lines:
            raise Fault("games.no_part", game=self.entry.id, part="tally, example")
        if players not in lines:
            counts = ", ".join(map(str, lines))
            raise Fault("arena.players", game=self.entry.id, there=players, counts=counts)
        return parse_start(lines[players], self.entry.id)

    def variant_and_box_lines(self, players: int, variant: str, box: object) -> tuple[str, tuple[str, ...]]:
        """Return the variant "box" and no box. Raises `Fault` for anything else."""
        if variant != BOX_VARIANT or box is not None:
            name = variant if variant != BOX_VARIANT else str(box)
            raise Fault("arena.no_variants", game=self.entry.id, found=one_line_excerpt(name))
        return BOX_VARIANT, ()

    def new_game(self, players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
        """Return a new game that rolls dice and draws cards itself."""
        return Game(self._start(players), seed=seed, explain=explain)

    def columns(self, players: int, policies: Iterable[str]) -> Mapping[str, ColumnTypes]:
        """Return the default columns: a row for each game and each seat, and no battles."""
        seats, names = tuple(map(self._start(players).seat, range(players))), tuple(policies)
        head = core_game_columns(seats, names) | multiple_winner_columns(seats, names) | {"answers": "int32"}
        unknown = dict.fromkeys(_GAME_SEAT_COLUMNS, "float64")
        return {"games": head, "seats": unknown, "battles": EMPTY_BATTLE_COLUMNS}

    def rows(self, game: Game, game_number: int, seed: int, policies: Sequence[str]) -> GameRows:
        """Return the rows that a finished game adds to the tables of games and seats."""
        row = (game_number, seed, *policies, *winner_cells(game, policies), len(game))
        return GameRows(row, [(nan,) * len(_GAME_SEAT_COLUMNS)] * len(policies))


def arena_recorder(game: str) -> ArenaRecorder:
    """Return the arena's recorder of an installed game, such as "coin". Raises `Fault`, which lists all
    games, if the game is unknown.
    """
    entry = game_by_id(game)
    own = entry.load("tally")
    return DefaultArenaRecorder(entry) if own is None else cast(ArenaRecorder, own)
