"""Statistics of Ember games for the arena: who won, how the game ended, and what each seat conjured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from twingkit.analyse.arena import tallies
from twingkit.core.play import Game
from twingkit.ember.box.pool import Pool, load_pool
from twingkit.ember.rules.table import SEATS, EmberTable
from twingkit.ember.rules.turn import END_REASONS, EmberResult
from twingkit.ember.starts import GameStart
from twingkit.ember.variants.variant import Variant


def variant_and_box_lines(players: int, variant: Variant | str, box: object) -> tuple[str, tuple[str, ...]]:
    """Return the settings of a run as text: the variant's line, and the lines of a custom pool (none for the
    assumed pool).

    `box` is a `Pool` or a file of one. Raises `Fault`, `BoxError` and `OSError`.
    """
    pool = box if box is None or isinstance(box, Pool) else load_pool(Path(str(box)))
    start = GameStart(players, Variant.resolve(variant), pool or load_pool())
    return str(start.variant), tuple(line for line in start.setup_lines() if line.startswith("creature "))


def new_game(players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
    """Return a new game of Ember for the arena, from the settings of a run; its cards are drawn at random by
    `seed`.
    """
    start = GameStart.parse([f"ember {players}", f"variant {variant}", *box])
    return Game(start, seed=seed, explain=explain)


def columns(players: int, policies: Iterable[str]) -> dict[str, tallies.ColumnTypes]:
    """Return the columns of the arena's tables with their types. Ember has no table of battles."""
    seats, names = SEATS[:players], tuple(policies)
    games = tallies.core_game_columns(seats, names) | {"dealer": tuple(seats)}
    games |= tallies.multiple_winner_columns(seats, names) | {"shared": "int8"}
    games |= {"end_reason": END_REASONS, "caller": tuple(seats), "rounds": "int32", "answers": "int32"}
    own: tallies.ColumnTypes = {
        "score": "int16",
        "rounds": "int32",
        "dealer": "int8",
        "caller": "int8",
        "first_creature": "str",
        "conjured": "int16",
        "conjured_creatures": "str",
        "creatures": "int16",
        "hand": "int16",
    }
    return {"games": games, "seats": own, "battles": tallies.EMPTY_BATTLE_COLUMNS}


def rows(game: Game, game_number: int, seed: int, policies: Sequence[str]) -> tallies.GameRows:
    """Return a finished game's rows for the tables of simulated games, in the order of `columns`."""
    result: EmberResult = game.result
    table: EmberTable = game.table
    caller = None if table.caller is None else SEATS[table.caller]
    row = (
        *(game_number, seed, *policies, SEATS[table.dealer], *tallies.winner_cells(game, policies)),
        *(len(result.winners), result.end_reason, caller, result.turns, len(game)),
    )
    log = table.stats_entries()
    seats = []
    for seat, player in enumerate(table.players):
        conjured = [name for _, _, conjurer, name in log if conjurer == seat]
        seats.append(
            (
                *(player.total, result.turns, int(table.dealer == seat), int(table.caller == seat)),
                *(conjured[0] if conjured else None, len(conjured), " ".join(conjured)),
                *(len(player.owned), len(player.hand)),
            )
        )
    return tallies.GameRows(row, seats)
