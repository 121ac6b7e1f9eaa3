"""Advice by playouts, for every game: each answer is tried in games that are played on from it."""

from __future__ import annotations

from contextlib import suppress
from statistics import NormalDist

from twingkit.core.arguments import COUNT, TEXT, ArgumentKind, check_arguments
from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.starts import Start, parse_start
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.shares import DEFAULT_CONFIDENCE
from twingkit.players.lookahead import rate_answers_by_playouts
from twingkit.players.lookahead.explaining import explain_ratings
from twingkit.players.lookahead.ratings import DEFAULT_PLAYOUT_COUNT, likely_interval

COLUMN_TYPES = {
    "option": "str",
    **dict.fromkeys(("win", "low", "high"), "float64"),
    **dict.fromkeys(("playouts", "rank"), "int64"),
    "rules": "object",
    "reason": "str",
    "consequences": "object",
}
"""The columns of the advice, with their types."""

_POSITION_ARGUMENT = ArgumentKind("argument.position", lambda value: isinstance(value, str | Game))


EXAMPLE_OF_GAME = """
>>> from twingkit import {game}
>>> line = "{line}"
>>> list({game}.advise(line, playouts=2).columns)[:2]
['option', 'win']
"""
"""The doctest of `advise` for one game (see `for_game`)."""


@with_column_meanings
@check_arguments(position=_POSITION_ARGUMENT, game=TEXT, player=TEXT, playouts=COUNT)
@localized
def advise_by_playouts(
    position: Game | str,
    *,
    game: str = "",
    player: str | None = None,
    playouts: int = DEFAULT_PLAYOUT_COUNT,
    seed: int = 0,
    confidence: float = DEFAULT_CONFIDENCE,
    variant: object = None,
    lang: str | None = None,
) -> DataFrame:
    """Rate the legal answers to a game's pending question by playouts: play the game on from each answer many
    times. The best answer comes first.

    After each answer a computer player plays `playouts` games on, with the same deals and dice for all
    answers. What the asked player cannot know is dealt anew each time, so the advice uses no hidden card. A
    playout that is not over after some turns is judged by a probability to win.

    Parameters
    ----------
    position
        A `Game` in progress, which stays as it is, or the line of a position.
    game
        The id of the game; needed only for lines that do not show it.
    player
        The player to advise, such as "p1": the one who is asked, who is also the default.
    playouts
        The number of games played on after each answer.
    seed
        The same seed gives the same advice.
    confidence
        The confidence level of `low` and `high`.
    variant
        The variant of a position line, as a value or in notation; by default that of the box.
    lang
        The language of `reason`.

    Returns
    -------
    DataFrame
        One row for each legal answer, or for those that the game's lookahead considers. A shared win counts
        as a fraction. `attrs`: `position` (empty for a `Game`), `game`, `player`, `question`, `playouts`,
        `seed`, `confidence` and `variant`.

    Raises
    ------
    Fault
        For a game that is over, a question that chance answers, a player who is not asked, a line of another
        game, and a question whose answers cannot be rated by playouts.

    Examples
    --------
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> advice = advise_by_playouts(line, game="ember", playouts=4)
    >>> advice[["option", "playouts", "rank"]].values.tolist()[0]
    ['conjure titan A5 E5 F5 A9 E9', 4, 1]
    """
    pending = _pending_game(position, game, seed, variant)
    start, question = pending.start, pending.question
    if player is not None and question is not None and player != start.seat(question.player):
        asked = start.seat(question.player)
        raise Fault("playouts.not_asked", found=one_line_excerpt(player), asked=asked, question=question)
    rated = rate_answers_by_playouts(pending, playout_count=playouts, seed=seed)
    assert question is not None  # otherwise there is nothing to rate
    errors = NormalDist().inv_cdf((1 + confidence) / 2)
    rows = []
    for rank, row in enumerate(rated.rows, 1):
        best = rated.best.answer
        explained = explain_ratings(pending, rated, row.answer, best if row.answer != best else None)
        ends = likely_interval(row.win_probability, row.standard_error, errors)
        rules = list(dict.fromkeys(filter(None, (question.rule, explained.rule))))
        said = rules, explained.text(), explained.changes
        rows.append((row.answer, row.win_probability, *ends, row.playout_count, rank, *said))
    return frame_from_rows(
        rows,
        COLUMN_TYPES,
        position=position if isinstance(position, str) else "",
        game=_game_id(pending),
        player=start.seat(rated.seat),
        question=question.text(),
        playouts=playouts,
        seed=seed,
        confidence=confidence,
        variant=str(getattr(start, "variant", "")),
        lang=language(),
    )


def _pending_game(position: Game | str, game: str, seed: int, variant: object) -> Game:
    """Return the game to rate: `position` itself, or the game that starts from its lines. Raises `Fault` if
    `variant` or `game` does not fit.
    """
    if isinstance(position, str):
        lines = position if variant is None else f"{position}\nvariant {variant}"
        pending = Game(_parse_position(lines, game), seed=seed)
    elif variant is not None:
        raise Fault("playouts.own_variant", found=one_line_excerpt(str(variant)))
    else:
        pending = position
    if game and game != _game_id(pending):
        raise Fault("playouts.other_game", found=_game_id(pending), game=game)
    return pending


def _parse_position(lines: str, game: str) -> Start:
    """Parse the lines of a position of `game`. Raises `Fault`, which names the other game if the lines belong
    to one.
    """
    try:
        return parse_start(lines, game)
    except (ValueError, Refusal):
        found = game
        with suppress(ValueError, Refusal):
            found = parse_start(lines).name.partition(".")[0]
        if found == game:
            raise
        raise Fault("playouts.other_game", found=found, game=game) from None


def _game_id(game: Game) -> str:
    return game.start.name.partition(".")[0]
