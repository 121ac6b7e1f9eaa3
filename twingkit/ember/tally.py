"""Statistics of Ember games for the arena: who won, how the game ended, after how many turns, and totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from twingkit.analyse.arena.tallies import NO_BATTLES, Columns, columns_of, winner_cells, winner_columns
from twingkit.core.play import Game
from twingkit.ember.box.pool import Pool, load_pool
from twingkit.ember.rules.table import SEATS
from twingkit.ember.rules.turn import ENDS, EmberResult
from twingkit.ember.starts import GameStart
from twingkit.ember.variants.variant import Variant


def prepare(players: int, variant: Variant | str, box: object) -> tuple[str, tuple[str, ...]]:
    """The line of a variant, and the lines of one's own pool (none for the assumed one).

    `box` is a `Pool` or a file of one. Raises `Fault`, `BoxError` and `OSError`.
    """
    pool = box if box is None or isinstance(box, Pool) else load_pool(Path(str(box)))
    start = GameStart(players, Variant.resolve(variant), pool or load_pool())
    return str(start.variant), tuple(line for line in start.lines() if line.startswith("creature "))


def new_game(players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
    """Return a game that draws cards at random."""
    start = GameStart.parse([f"ember {players}", f"variant {variant}", *box])
    return Game(start, seed=seed, explain=explain)


def bots() -> tuple[str, ...]:
    """Return the computer players for whole games, the strongest first."""
    from twingkit.ember.players import NAMES  # loaded when a computer plays

    return NAMES[::-1]


def columns(players: int, policies: Iterable[str]) -> dict[str, Columns]:
    """Return the columns of the table with a row for each game. There is no table of battles."""
    seats, names = SEATS[:players], tuple(policies)
    head = columns_of(seats, names) | {"dealer": tuple(seats)}
    head |= winner_columns(seats, names) | {"shared": "int8"}
    head |= {"by": ENDS, "caller": tuple(seats), "turns": "int32", "answers": "int32"}
    for name in ("total", "creatures", "hand"):
        head |= {f"{name}_{seat}": "int16" for seat in seats}
    return {"games": head, "battles": NO_BATTLES}


def rows(
    game: Game, number: int, seed: int, policies: Sequence[str]
) -> tuple[tuple[object, ...], list[tuple[object, ...]]]:
    """Return the row of a finished game, in the order of `columns`."""
    result: EmberResult = game.result
    table = game.table
    caller = None if table.caller is None else SEATS[table.caller]
    parts = [
        [value(player) for player in table.players]
        for value in (
            lambda player: player.total,
            lambda player: len(player.owned),
            lambda player: len(player.hand),
        )
    ]
    return (
        (
            *(number, seed, *policies, SEATS[table.dealer], *winner_cells(game, policies)),
            *(len(result.winners), result.by, caller, result.turns, len(game)),
            *(value for part in parts for value in part),
        ),
        [],
    )
