"""The review of a game as a table with one row per decision."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from twingkit.core.arguments import COUNT, FUNCTION, SECONDS, TEXT, check_arguments
from twingkit.core.messages import message
from twingkit.core.slices import REVIEW_BUDGET_SECONDS
from twingkit.core.tables.row_table import row_table
from twingkit.learn.reviews.curve import curve, luck
from twingkit.learn.reviews.moments import DealUnknownCards
from twingkit.learn.reviews.reviewing import Review

if TYPE_CHECKING:
    import pandas as pd

COLUMNS: Mapping[str, str] = {
    "player": "who decides, from 1",
    "place": "the number of the answer in the record, from 1",
    "question": "the kind of question",
    "answer": "the given answer, as in records",
    "best": "the answer with the highest chance to win; the given one if none is better",
    "win": "the chance to win after the given answer, 0 to 1",
    "win_best": "the chance to win after the best answer, 0 to 1",
    "loss": "win_best minus win, 0 to 1",
    "fair_loss": "the same, the best chosen by one half of the games and compared by the other: for means of "
    "many decisions; one may be below 0",
    "error": "the standard error of the loss, from games with the same deals and dice; 0 if exact",
    "win_error": "the standard error of win",
    "games": "the number of games played on after each of the two answers; 0 if exact",
    "rules": "the ids of the rules that asked and acted, separated by commas",
    "exact": "True if the chances are exact odds",
    "mark": "inaccuracy (a loss from 0.05), mistake (0.10), blunder (0.15), or empty; only if certain",
}
"""The columns of the table of a review, with their meanings."""


CURVE_FIELDS = ("place", "cause", "told", "chances", "errors", "jumps")
"""The fields of each point in `attrs["curve"]`."""

CURVE_COLUMNS: Mapping[str, str] = {
    "place": "int64", "cause": "int64", "told": "object", "player": "int64", "chance": "float64",
    "error": "float64", "jump": "float64",
}  # fmt: skip
"""The columns of the curve table, with their types."""

LUCK_COLUMNS: Mapping[str, str] = {
    "player": "int64",
    **dict.fromkeys(("start", "luck", "own", "others", "result", "luck_error", "own_error"), "float64"),
}
"""The columns of the luck table, with their types."""


@check_arguments(record=TEXT, seconds=SECONDS, depth=COUNT, complete=FUNCTION)
def review(
    record: str,
    *,
    seconds: float | None = REVIEW_BUDGET_SECONDS,
    depth: int = 1,
    seed: int = 0,
    complete: DealUnknownCards | None = None,
) -> pd.DataFrame:
    """Rate every decision of a recorded game against the best one.

    Open battles with exact odds are rated exactly. Other answers are rated by playing on from copies of the
    game in which everything the player could not see is dealt anew, with the same deals and dice for all
    answers. The same games also determine the best answer, so a small `loss` tends to be too large, and a
    loss within two errors is not a mistake. To measure a player's skill, average `fair_loss`, which has no
    such bias.

    Parameters
    ----------
    record
        The record. An unfinished game is reviewed as far as it goes. In a record from a real table, with
        `?` for cards that nobody saw, these are dealt in several ways that fit.
    seconds
        The time limit: a quick look at everything comes first, then a deeper one where a loss may be
        large. A long game needs more than a minute for the quick look; if the time is too short, a
        `PartialReview` warning says how many decisions are rated, and `attrs["done"]` is below 1. None
        rates all decisions to the given depth, however long that takes.
    depth
        How thoroughly to rate with `seconds=None` (1: the quick look).
    seed
        With `seconds=None`, the result depends only on the record, the depth and the seed.
    complete
        Deals the unknown cards of a record in another way, once.

    Returns
    -------
    DataFrame
        One row for each decision that left a choice: `player` (from 1), `place` (number of the answer,
        from 1; `Game.what_if` counts from 0), `question`, `answer`, `best`, `win`, `win_best` and `loss`
        (0 to 1), `fair_loss`, `error` (standard error of the loss), `win_error`, `games`, `rules`,
        `exact` (error 0) and `mark`; `frame.attrs["columns"]` explains each. `attrs` contains only lists,
        texts and numbers, which `charts.save_table` keeps: `curve` and `luck` (see `curve_table` and
        `luck_table`), `over`, `left_out` (unrated decisions, each with its `place` and `why`), `seats`
        and `done`. Needs pandas.

    Raises
    ------
    RecordError
        For a broken record.
    ValueError
        If `seconds` is not above 0.

    Examples
    --------
    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    >>> frame = review(game.record, seconds=None)
    >>> frame[["player", "answer", "best", "exact", "mark"]].values.tolist()
    [[1, 'lay F3', 'lay F5 F3', True, 'blunder']]
    """
    worked = Review(record, seed=seed, complete=complete)
    worked.run(seconds=seconds, depth=depth)
    if seconds is not None and worked.share_done() < 1:
        warnings.warn(PartialReview.from_review(worked, seconds), stacklevel=2)
    return review_table(worked)


class PartialReview(UserWarning):
    """A warning that the time was over before every decision was rated."""

    @classmethod
    def from_review(cls, worked: Review, seconds: float) -> PartialReview:
        """Return the warning for an unfinished review."""
        rated, all_decisions = len(worked.rows), len(worked.moments.decisions)
        return cls(message("reviews.partial", rated=rated, n=all_decisions, seconds=f"{seconds:g}"))


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def review_table(worked: Review) -> pd.DataFrame:
    """Return the rows of a review, as far as it is done; `attrs` holds its curve and luck as plain values."""
    rows = [
        {name: ", ".join(row.rules) if name == "rules" else getattr(row, name) for name in COLUMNS}
        for row in worked.rows
    ]
    facts = {
        "columns": dict(COLUMNS),
        "curve": [{name: _listed(getattr(point, name)) for name in CURVE_FIELDS} for point in curve(worked)],
        "luck": [attrs.asdict(share) for share in luck(worked)],
        "over": worked.is_over,
        "left_out": [
            {"place": worked.moments.decisions[n].answer_index + 1, "why": why.text("en")}
            for n, why in worked.left_out.items()
        ],
        "seats": [worked.moments.game.start.seat(seat) for seat in range(worked.seats)],
        "done": worked.share_done(),
    }
    frame = row_table(rows, COLUMNS.keys())
    frame.attrs.update(facts)
    return frame


def curve_table(review: pd.DataFrame) -> pd.DataFrame:
    """Return the curve of a review, one row for each point of the game and each player.

    Columns: `place` (number of answers given), `cause` (a player from 1; 0 for dice and draws), `told` (the
    last answer that led there), `player` (from 1), `chance` (to win, 0 to 1), `error` (its standard error)
    and `jump` (change from the point before).

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    >>> reviewed = review(game.record, seconds=None)
    >>> curve_table(reviewed)["chance"].round(2).tolist()[::2]
    [0.73, 0.22, 0.0]
    """
    rows = (
        (point["place"], point["cause"], point["told"], seat + 1, chance, error, jump)
        for point in review.attrs["curve"]
        for seat, (chance, error, jump) in enumerate(
            zip(point["chances"], point["errors"], point["jumps"], strict=True)
        )
    )
    return row_table(rows, CURVE_COLUMNS)


def luck_table(review: pd.DataFrame) -> pd.DataFrame:
    """Return the share of luck in each player's game from the frame of a review; empty if the review is
    partial.

    Columns, in wins from 0 to 1: `player` (from 1), `start` + `luck` + `own` + `others` = `result`, where
    `own` are that player's decisions; `luck_error` and `own_error` are standard errors.
    """
    return row_table(review.attrs["luck"], LUCK_COLUMNS)
