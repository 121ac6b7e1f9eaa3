"""The columns in which many games are recorded: a game's own, or default ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, cast

import attrs

from twingkit.core.example_lines import example_by_player_count
from twingkit.core.games import GameEntry, games
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import one_line_excerpt
from twingkit.core.running.winners import winner_of, winners_of
from twingkit.core.starts import Start, parse_start

__all__ = [
    "BOX_VARIANT",
    "EMPTY_BATTLE_COLUMNS",
    "ArenaRecorder",
    "ColumnTypes",
    "DefaultArenaRecorder",
    "arena_recorder",
    "leading_columns",
    "winner_cells",
    "winner_columns",
]

BOX_VARIANT = "box"
"""The name of the variant with the rules as in the box."""

ColumnTypes = Mapping[str, str | tuple[str, ...]]
"""Names and types of a table's columns: the type of a number, or the texts that can occur."""


EMPTY_BATTLE_COLUMNS: ColumnTypes = {"game": "int32", "battle": "int16"}
"""The columns of the table of battles for a game without battles."""


def leading_columns(seats: Sequence[str], policies: tuple[str, ...]) -> dict[str, str | tuple[str, ...]]:
    """Return the first columns of every table of games: the number and seed of the game, and the players.

    >>> list(leading_columns(("p1", "p2"), ("random",)))
    ['game', 'seed', 'policy_p1', 'policy_p2']
    """
    return {"game": "int32", "seed": "int64"} | {f"policy_{seat}": policies for seat in seats}


def winner_columns(seats: Sequence[str], policies: tuple[str, ...]) -> dict[str, str | tuple[str, ...]]:
    """Return the columns for the winners of a game that several can win: the only winner, and whether each
    seat won.

    >>> list(winner_columns(("p1", "p2"), ("random",)))
    ['winner', 'winner_policy', 'winner_p1', 'winner_p2']
    """
    alone = {"winner": tuple(seats), "winner_policy": policies}
    return alone | {f"winner_{seat}": "bool" for seat in seats}


def winner_cells(game: Game, policies: Sequence[str]) -> tuple[object, ...]:
    """Return the values of `winner_columns` for a finished game."""
    winners, alone = winners_of(game), winner_of(game)
    head = (None, None) if alone is None else (game.start.seat(alone), policies[alone])
    return *head, *(seat in winners for seat in range(len(policies)))


class ArenaRecorder(Protocol):
    """Records the games of one game type for the arena: starts a game, and returns its rows in the tables."""

    def prepare(self, players: int, variant: str, box: object) -> tuple[str, tuple[str, ...]]:
        """Return variant and box as lines of notation. Raises `Fault` and `OSError`."""

    def new_game(self, players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
        """Return a new game that rolls dice and draws cards itself."""

    def columns(self, players: int, policies: Iterable[str]) -> Mapping[str, ColumnTypes]:
        """Return names and types of the columns of `TABLES`.

        The games have `winner` and `winner_policy`; if several can win, all of `winner_columns`.
        """

    def rows(
        self, game: Game, number: int, seed: int, policies: Sequence[str]
    ) -> tuple[tuple[object, ...], list[tuple[object, ...]]]:
        """Return the row of a finished game, and the rows of its battles."""


@attrs.frozen
class DefaultArenaRecorder:
    """The recorder of a game that defines none: who won, after how many answers.

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

    def prepare(self, players: int, variant: str, box: object) -> tuple[str, tuple[str, ...]]:
        """Return the variant "box" and no box. Raises `Fault` for anything else."""
        if variant != BOX_VARIANT or box is not None:
            name = variant if variant != BOX_VARIANT else str(box)
            raise Fault("arena.no_variants", game=self.entry.id, found=one_line_excerpt(name))
        return BOX_VARIANT, ()

    def new_game(self, players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
        """Return a new game that rolls dice and draws cards itself."""
        return Game(self._start(players), seed=seed, explain=explain)

    def columns(self, players: int, policies: Iterable[str]) -> Mapping[str, ColumnTypes]:
        """Return the default columns: a row for each game, and no battles."""
        seats, names = self._seats(players), tuple(policies)
        head = leading_columns(seats, names) | winner_columns(seats, names) | {"answers": "int32"}
        return {"games": head, "battles": EMPTY_BATTLE_COLUMNS}

    def rows(
        self, game: Game, number: int, seed: int, policies: Sequence[str]
    ) -> tuple[tuple[object, ...], list[tuple[object, ...]]]:
        """Return the row of a finished game."""
        return (number, seed, *policies, *winner_cells(game, policies), len(game)), []

    def _seats(self, players: int) -> tuple[str, ...]:
        return tuple(map(self._start(players).seat, range(players)))


def arena_recorder(game: str) -> ArenaRecorder:
    """Return the recorder of an installed game, such as "coin". Raises a `Fault` that lists all games."""
    entry = next((entry for entry in games() if entry.id == game), None)
    if entry is None:
        game_ids = ", ".join(entry.id for entry in games())
        raise Fault("arena.game", found=one_line_excerpt(str(game)), known=game_ids)
    own = entry.load("tally")
    return DefaultArenaRecorder(entry) if own is None else cast(ArenaRecorder, own)
