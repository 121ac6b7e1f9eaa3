"""Statistics of games of Twilight Imperium for the arena: who won with which faction, how and when.

The word `short` before a variant, or instead of one, means the learner's short game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twingkit.analyse.arena.tallies import EMPTY_BATTLE_COLUMNS, ColumnTypes, leading_columns
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.imperium.box.units import factions
from twingkit.imperium.galaxy.phases.ending import GameResult
from twingkit.imperium.galaxy.starts import SHORT, SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.starts import new_game as started
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import BOX, Variant

GAME_ENDINGS = ("points", "objectives", "alone")
"""The ways in which a game can end (see `GameResult.win_reason`)."""


def prepare(players: int, variant: Variant | str, box: object) -> tuple[str, tuple[str, ...]]:
    """Return the line of a variant, with `short` before it for the short game, and no entries for the box.

    Custom boxes do not exist. Raises `Fault` for an impossible number of players, and for a box.
    """
    if box is not None:
        raise Fault("game.box")
    short, switches = _parse_variant(variant)
    GameStart(factions()[: max(players, 0)], False, switches)
    if short and players != len(SHORT_FACTIONS):
        raise Fault("game_short", rulebook())
    return " ".join([SHORT, str(switches)] if short else [str(switches)]), ()


def _parse_variant(variant: Variant | str) -> tuple[bool, Variant]:
    """Return whether the short game is meant, and the variant."""
    if isinstance(variant, Variant):
        return False, variant
    first, _, rest = variant.strip().partition(" ")
    return first == SHORT, Variant.resolve((rest if first == SHORT else variant) or BOX)


def new_game(players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
    """Start a whole game that draws cards and dice itself.

    The seed chooses the factions; the short game has its own.
    """
    short, switches = _parse_variant(variant)
    return started(SHORT if short else players, seed=seed, variant=switches, explain=explain)


def bots() -> tuple[str, ...]:
    """Return the names of the computer players of whole games, the strongest first."""
    from twingkit.imperium.galaxy.players import POLICY_NAMES  # imported only if a computer player plays

    return POLICY_NAMES


def columns(players: int, policies: Iterable[str]) -> dict[str, ColumnTypes]:
    """Return the columns of the arena's tables: one table with a row for each game.

    >>> list(columns(3, ["greedy"])["games"])[:3]
    ['game', 'seed', 'policy_p1']
    """
    seats, names = SEATS[:players], tuple(policies)
    head = leading_columns(seats, names) | {f"faction_{seat}": factions() for seat in seats}
    head |= {"winner": tuple(seats), "winner_policy": names, "winner_faction": factions()}
    head |= {"by": GAME_ENDINGS, "rounds": "int16", "answers": "int32"}
    head |= {f"points_{seat}": "int8" for seat in seats}
    return {"games": head, "battles": EMPTY_BATTLE_COLUMNS}


def rows(
    game: Game, number: int, seed: int, policies: Sequence[str]
) -> tuple[tuple[object, ...], list[tuple[object, ...]]]:
    """Return a finished game as its row of the table, in the order of `columns`, and no battle rows."""
    result: GameResult = game.result
    start = game.start
    assert isinstance(start, GameStart)
    won = result.winner
    winner = (SEATS[won], policies[won], start.factions[won])
    return (
        (
            number,
            seed,
            *policies,
            *start.factions,
            *winner,
            result.win_reason,
            result.rounds,
            len(game),
            *result.points,
        ),
        [],
    )
