"""The review of a game as a table with one row per decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from twingkit.core.arguments import COUNT, FUNCTION, SECONDS, TEXT, check_arguments, instance_of
from twingkit.core.arguments.game_kinds import frame_kind
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.record import parse_record
from twingkit.core.running.caller_warnings import warn_caller
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.core.tables.column_meanings import SHARED_PACKAGE, table_columns, with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.learn.reviews.curve import result_breakdowns, winning_chance_curve
from twingkit.learn.reviews.moments import DealUnknownCards
from twingkit.learn.reviews.reviewing import Review

RECORD_ARGUMENT = instance_of("argument.record", str, Game)
"""The kind of a recorded game."""

_CURVE_FIELDS = ("place", "cause", "answer", "chances", "errors", "jumps")
"""The fields of each point in `attrs["curve"]`."""

_CURVE_TYPES: Mapping[str, str] = {
    "place": "int64", "cause": "object", "answer": "object", "player": "object", "chance": "float64",
    "error": "float64", "jump": "float64",
}  # fmt: skip

_LUCK_TYPES: Mapping[str, str] = {
    "player": "object",
    **dict.fromkeys(("start", "luck", "own", "others", "result", "luck_error", "own_error"), "float64"),
}


_REVIEW_FRAME = frame_kind("review", "place", "win_best", "win_lost")
"""The check of an argument that must be the frame of a review."""


EXAMPLE_OF_GAME = """
>>> from twingkit import {game}
>>> game = {game}.new_game({players}, seed=1)
>>> {game}.review(game, budget=None).empty  # nobody has decided anything yet
True
"""
"""The doctest of `review` for one game (see `for_game`)."""


@with_column_meanings
@check_arguments(record=RECORD_ARGUMENT, game=TEXT, budget=SECONDS, depth=COUNT, complete=FUNCTION)
@localized
def review(
    record: str | Game,
    *,
    game: str = "",
    budget: float | None = DEFAULT_BUDGET_SECONDS,
    depth: int = 1,
    seed: int = 0,
    complete: DealUnknownCards | None = None,
    lang: Lang | None = None,
) -> DataFrame:
    """Rate every decision of a recorded game against the best one.

    Open battles with exact odds are rated exactly. Other answers are rated by playing on from copies of the
    game in which everything the player could not see is dealt anew, with the same deals and dice for all
    answers, and most often where it is unclear which answer is better. The same games also determine the
    best answer, so a small `win_lost` tends to be too large, and one within two errors is not a mistake. To
    measure a player's skill, average `fair_win_lost`, which has no such bias.

    Parameters
    ----------
    record
        The record, or the game itself. An unfinished game is reviewed as far as it goes. In a record from a
        real table, with `?` for cards that nobody saw, these are dealt in several ways that fit.
    game
        The id of the game that the record must be of; by default any.
    budget
        The time limit in seconds: a quick look at everything comes first, then a deeper one where much may be
        lost. A long game needs more than a minute for the quick look; if the time is too short, a
        `PartialReview` warning says how many decisions are rated, and `attrs["done"]` is below 1. None
        rates all decisions to the given depth, however long that takes.
    depth
        How thoroughly to rate with `budget=None` (1: the quick look).
    seed
        With `budget=None`, the result depends only on the record, the depth and the seed.
    complete
        Deals the unknown cards of a record in another way, once.
    lang
        The language of `attrs`.

    Returns
    -------
    DataFrame
        One row for each decision that left a choice: `player` (as in records), `place` (number of the answer,
        from 1; `Game.what_if` counts from 0), `question`, `answer`, `best`, `win`, `win_best`, `win_lost`,
        `fair_win_lost`, `error`, `win_error`, `playouts`, `rules`, `exact` and `mark` (see below). `attrs`
        contains only lists, texts and numbers, which `charts.save_table` keeps: `curve` and `luck` (see
        `twingkit.curve_table` and `twingkit.luck_table`), `over`, `left_out` (unrated decisions,
        each with its `place` and `reason`), `players` and `done`. Needs pandas.

    Raises
    ------
    RecordError
        For a broken record.
    Fault
        For a record of another game than `game`.
    ValueError
        If `budget` is not above 0.

    Examples
    --------
    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    >>> frame = review(game, budget=None)
    >>> frame[["player", "answer", "best", "exact", "mark"]].values.tolist()
    [['attacker', 'lay F3', 'lay F5 F3', True, 'blunder']]
    """
    text = record if isinstance(record, str) else record.record
    found = parse_record(text).start.name.partition(".")[0] if game else ""
    if found != game:
        raise Fault("reviews.other_game", found=found, game=game)
    worked = Review(text, seed=seed, complete=complete)
    worked.run(seconds=budget, depth=depth)
    if budget is not None and worked.share_done() < 1:
        warn_caller(PartialReview.from_review(worked, budget))
    return _review_table(worked)


class PartialReview(UserWarning):
    """A warning that the time ran out before every decision was rated."""

    @classmethod
    def from_review(cls, worked: Review, seconds: float) -> PartialReview:
        """Return the warning for an unfinished review."""
        rated, all_decisions = len(worked.rows), len(worked.moments.decisions)
        return cls(message("reviews.partial", rated=rated, n=all_decisions, seconds=f"{seconds:g}"))


def _listed(value: object) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _review_table(worked: Review) -> DataFrame:
    """Return the rows of a review that are done, as a table; its `attrs` hold the curve and luck as plain
    values.
    """
    start = worked.moments.game.start
    players = [start.seat(seat) for seat in range(worked.seat_count)]
    names = [column.name for column in table_columns(SHARED_PACKAGE, "review")]
    rows = []
    for row in worked.rows:
        explained = worked.explanation(row) if row.mark or row.is_unclear else None
        own = {
            "player": players[row.player - 1],
            "rules": list(row.rules),
            "reason": explained.reasons() if explained is not None else "",
            "consequences": explained.changes if explained is not None else [],
        }
        rows.append({name: own[name] if name in own else getattr(row, name) for name in names})
    points = [
        {name: _listed(getattr(point, name)) for name in _CURVE_FIELDS}
        for point in winning_chance_curve(worked)
    ]
    facts = {
        "curve": [{**point, "cause": ["", *players][point["cause"]]} for point in points],
        "luck": [
            {**attrs.asdict(parts), "player": players[parts.player - 1]}
            for parts in result_breakdowns(worked)
        ],
        "over": worked.is_over,
        "left_out": [
            {"place": worked.moments.decisions[n].answer_index + 1, "reason": why.text(language())}
            for n, why in worked.unrated_reasons.items()
        ],
        "players": players,
        "done": worked.share_done(),
    }
    frame = frame_from_rows(rows, names)
    frame.attrs.update(facts)
    return frame


@with_column_meanings
@check_arguments(review=_REVIEW_FRAME)
@localized
def curve_table(review: DataFrame, *, lang: Lang | None = None) -> DataFrame:
    """Return the chances to win along a reviewed game: a row for each point of the game and each player.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    >>> reviewed = review(game, budget=None)
    >>> curve_table(reviewed)["chance"].round(2).tolist()[::2]
    [0.73, 0.22, 0.0]
    """
    rows = (
        (point["place"], point["cause"], point["answer"], player, chance, error, jump)
        for point in review.attrs["curve"]
        for player, chance, error, jump in zip(
            review.attrs["players"], point["chances"], point["errors"], point["jumps"], strict=True
        )
    )
    return frame_from_rows(rows, _CURVE_TYPES)


@with_column_meanings
@check_arguments(review=_REVIEW_FRAME)
@localized
def luck_table(review: DataFrame, *, lang: Lang | None = None) -> DataFrame:
    """Return a table of how much luck and decisions contributed to each player's result, from the frame of a
    review; empty if the review is partial.

    In wins from 0 to 1, `start` + `luck` + `own` + `others` = `result`.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    >>> luck_table(review(game, budget=None))[["player", "start", "luck", "own"]].round(2).values.tolist()
    [['attacker', 0.73, -0.22, -0.51], ['defender', 0.27, 0.22, 0.0]]
    """
    return frame_from_rows(review.attrs["luck"], _LUCK_TYPES)
