"""The review of a game as a table: a row a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from twingkit.arguments import COUNT, FUNCTION, TEXT, TIME, takes
from twingkit.reports.row_table import row_table
from twingkit.reviews.curve import curve, luck
from twingkit.reviews.moments import Completion
from twingkit.reviews.reviewing import Review

if TYPE_CHECKING:
    import pandas as pd

COLUMNS: Mapping[str, str] = {
    "player": "who decides, from 1",
    "place": "the number of the answer in the record, from 1",
    "question": "the kind of question",
    "answer": "what was answered, as in records",
    "best": "the answer with the highest chance to win; the one given if none is better",
    "win": "the chance to win after the answer that was given, 0 to 1",
    "win_best": "the chance to win after the best answer, 0 to 1",
    "loss": "win_best minus win, 0 to 1",
    "fair_loss": "the same, the best chosen by one half of the games and compared by the other: for means of "
    "many decisions; one may be below 0",
    "error": "the standard error of the loss, from games with the same deals and dice; 0 if exact",
    "win_error": "the standard error of win",
    "games": "the number of games that were played on after each of the two answers; 0 if exact",
    "rules": "the ids of the rules that asked and acted",
    "exact": "True if the chances are exact odds",
    "mark": "inaccuracy (a loss from 0.05), mistake (0.10), blunder (0.15), or empty; only if sure",
}
"""The columns of a review, and what each says."""


@takes(record=TEXT, seconds=TIME, depth=COUNT, complete=FUNCTION)
def review(
    record: str,
    *,
    seconds: float | None = 60.0,
    depth: int = 1,
    seed: int = 0,
    complete: Completion | None = None,
) -> pd.DataFrame:
    """Every decision of the game of a record, rated against the best: a row for each that left a choice.

    Columns: `player` (from 1), `place` (number of the answer, from 1; `Game.what_if` counts from 0),
    `question`, `answer`, `best`, `win`, `win_best` and `loss` (0 to 1), `fair_loss`, `error` (standard
    error of the loss), `win_error`, `games`, `rules`, `exact`, `mark`; `frame.attrs["columns"]` says
    each. Open battles with exact odds are rated exactly (`exact`, error 0), other answers by playing on
    from copies in which what the player could not see is dealt anew, with the same deals and dice for all
    answers. The best is the best by the same games, so that a small `loss` is rather too large; a loss
    within two errors is no mistake. How well somebody decides is the mean of `fair_loss`, which that luck
    does not raise.

    `seconds` is the time it may take: first a quick look at all, then deeper where a loss may be large. With
    `seconds=None` it goes to a `depth` (1: the quick look) and depends on `seed` alone. A record from a
    real table, with `?` for cards that nobody saw, is reviewed by dealing these in several ways that fit it;
    `complete` deals them otherwise, once. `attrs`: `curve`, `luck`, `over`, `left_out` (decisions that
    nothing could rate, with the reason), `seats`. An unfinished game is reviewed as far as it goes. Raises
    `RecordError` for a broken record, `ValueError` for a time that is not above 0. Needs pandas.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 F3 vs W: W6").give("lay F3", "lay W6", "roll 2", "roll 2")
    >>> frame = review(game.record, seconds=None)
    >>> frame[["player", "answer", "best", "exact", "mark"]].values.tolist()
    [[1, 'lay F3', 'lay F5 F3', True, 'blunder']]
    """
    worked = Review(record, seed=seed, complete=complete)
    worked.run(seconds=seconds, depth=depth)
    return review_table(worked)


def review_table(worked: Review) -> pd.DataFrame:
    """The rows of a review as far as it is done, with its curve and luck in `attrs`."""
    rows = [
        {name: list(row.rules) if name == "rules" else getattr(row, name) for name in COLUMNS}
        for row in worked.rows
    ]
    facts = {
        "columns": dict(COLUMNS),
        "curve": [attrs.asdict(point) for point in curve(worked)],
        "luck": [attrs.asdict(share) for share in luck(worked)],
        "over": worked.over,
        "left_out": {worked.moments.decisions[n].place + 1: why.text() for n, why in worked.left_out.items()},
        "seats": [worked.moments.game.start.seat(seat) for seat in range(worked.seats)],
        "done": worked.done(),
    }
    frame = row_table(rows, COLUMNS.keys())
    frame.attrs.update(facts)
    return frame
