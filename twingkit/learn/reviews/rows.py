"""The rows of a review: each decision with its best answer and the chance to win that it lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import hypot
from statistics import fmean
from types import MappingProxyType

import attrs

from twingkit.learn.first_game.teaching import IDLE_ANSWERS
from twingkit.learn.reviews.marks import decision_mark
from twingkit.learn.reviews.moments import Decision
from twingkit.players.lookahead import ratings


@attrs.frozen(kw_only=True)
class RatedDecision:
    """One rated decision: `player` and `place` (number of the answer) count from 1; `win` and `win_best` are
    chances from 0 to 1, `win_error` is the standard error of `win`, `win_lost` is `win_best` minus `win`,
    `error` its standard error, `unbiased_win_rate_lost` the same without selection bias (see the function
    `unbiased_win_rate_lost`), `playouts` the number of games played on after each answer, and `repeats` the
    number of decisions that it stands for (see `merge_repeats`).
    """

    player: int
    place: int
    question: str
    answer: str
    best: str
    win: float
    win_best: float
    win_lost: float
    fair_win_lost: float
    error: float
    win_error: float
    playouts: int
    rules: tuple[str, ...]
    exact: bool
    repeats: int = 1
    answers: Mapping[str, float] = attrs.field(repr=False, eq=False)
    """The chance of each answer that was rated with as many playouts as the best, the best first."""

    @property
    def mark(self) -> str:
        """The mark of the mistake (a key of `MARKS`); "" for none."""
        return decision_mark(self.win_lost, self.error, self.playouts, self.exact)

    @property
    def is_unclear(self) -> bool:
        """True if the loss against the best answer is large enough for a mistake, but not certain."""
        return not self.mark and self.win_lost >= ratings.MIN_LOSS

    @property
    def loss_interval(self) -> tuple[float, float]:
        """The interval that probably contains the loss."""
        return ratings.likely_interval(self.win_lost, self.error, minimum=-1.0)

    def with_loss_of_later(
        self, shares: Mapping[str, Sequence[float]], later_shares: Mapping[str, Sequence[float]]
    ) -> RatedDecision:
        """Return the row with only the loss that a later decision, which still allows the best answer, cannot
        undo: its chance to win is that after the best answer given later.
        """
        best, error = ratings.smoothed_mean_and_error(shares[self.best])
        later = max(later_shares, key=lambda answer: (answer == self.best, fmean(later_shares[answer])))
        win, win_error = ratings.smoothed_mean_and_error(later_shares[later])
        if win <= self.win:
            return self
        win = min(best, win)
        answers = {**self.answers, self.answer: win}
        return attrs.evolve(
            self, win=win, win_error=win_error, win_lost=best - win, error=hypot(error, win_error),
            answers=dict(sorted(answers.items(), key=lambda rated: -rated[1])),
        )  # fmt: skip


def merge_repeats(rows: Iterable[RatedDecision]) -> list[RatedDecision]:
    """Return rated decisions in which consecutive ones of a player with the same best answer are merged into
    the costliest one.
    """
    merged = list[RatedDecision]()
    for (_, best), group in groupby(rows, key=lambda row: (row.player, row.best)):
        same = [*group]
        if best.partition(" ")[0] not in IDLE_ANSWERS:
            same = [attrs.evolve(max(same, key=lambda row: row.win_lost), repeats=len(same))]
        merged += same
    return merged


def rate_decision(
    decision: Decision,
    shares: Mapping[str, Sequence[float]],
    exact_chances: Mapping[str, float],
    checks: Mapping[str, Sequence[float]] = MappingProxyType({}),
) -> RatedDecision | None:
    """Return the rating of a decision from the win shares of its answers in playouts, or from exact chances;
    None without either. An answer that wins the game at once has a certain chance, after any playouts.

    `checks` are the win shares in playouts between stronger players. The best answer is the one that a hint
    recommends, or a given one that is as good in the playouts.
    """
    given = decision.answer
    if exact_chances:
        wins = dict(exact_chances)
        playouts, error, win_error, fair = 0, 0.0, 0.0, max(wins.values()) - wins[given]
    elif shares.get(given):
        playouts = len(shares[given])
        wins = {
            answer: ratings.smoothed_mean_and_error(played)[0]
            for answer, played in shares.items()
            if len(played) == playouts
        }
        game = decision.game
        certain = [a for a, won in shares.items() if {*won} == {1.0} and game.copy().give_answers(a).over]
        wins |= dict.fromkeys(certain, 1.0)
    else:
        return None
    best = max(wins, key=wins.__getitem__)
    if not exact_chances:
        best = _recommended(wins, shares, checks, best)
    best = given if wins[given] >= wins[best] - 1e-12 else best
    if not exact_chances:
        _, win_error = ratings.smoothed_mean_and_error(shares[given])
        _, error = ratings.paired_deficit(shares[best], shares[given])
        dropped = (len(played) for played in shares.values() if len(played) < playouts)
        picked = max(dropped, default=0)  # these playouts chose the answers that are left
        fair = wins[best] - wins[given]
        if best in certain:
            error = win_error if best != given else 0.0
        elif playouts > picked + 1:
            fair = unbiased_win_rate_lost({answer: shares[answer] for answer in wins}, given, picked)
    ranked = sorted(wins, key=lambda answer: (-wins[answer], answer != best))
    return RatedDecision(
        player=decision.seat + 1,
        place=decision.answer_index + 1,
        question=decision.question_kind,
        answer=given,
        best=best,
        win=wins[given],
        win_best=wins[best],
        win_lost=max(0.0, wins[best] - wins[given]),
        fair_win_lost=fair,
        error=error,
        win_error=win_error,
        playouts=playouts,
        rules=decision.rules,
        exact=bool(exact_chances),
        answers={answer: wins[answer] for answer in ranked},
    )


def _recommended(
    wins: Mapping[str, float],
    shares: Mapping[str, Sequence[float]],
    checks: Mapping[str, Sequence[float]],
    best: str,
) -> str:
    """Return the answer that a hint recommends: the best one, or the adviser's, if that is as good."""
    order = dict.fromkeys((best, *wins))
    rows = tuple(ratings.Rating(one, wins[one], 0.0, len(shares[one])) for one in order)
    ends = {one: [ratings.PlayoutEnd(share) for share in played] for one, played in checks.items()}
    kept = {one: tuple(shares[one]) for one in wins}
    rated = ratings.AnswerRatings(0, rows, kept, checks=ends)
    return rated.with_recommended(next(iter(shares))).best.answer


def unbiased_win_rate_lost(shares: Mapping[str, Sequence[float]], given: str, picked: int = 0) -> float:
    """Return the difference in win rate between the best and the given answer, without selection bias: one
    half of the games chooses the best answer and the other half compares it, and vice versa.

    The best of several noisy means is too high on average; here, luck in the choice does not affect the
    comparison. The mean over many decisions is therefore 0 if all answers are equal, and a single one may be
    negative. All answers have the same playouts, at least two. If the first playouts picked the answers,
    these only choose, and at least two more must follow.

    >>> unbiased_win_rate_lost({"a": [0.0, 1.0], "b": [1.0, 0.0]}, "a")
    -0.5
    >>> unbiased_win_rate_lost({"a": [0.0, 0.0], "b": [1.0, 1.0]}, "a")
    1.0
    """
    lost = []
    for half, other in ((0, 1), (1, 0)):
        chosen = {
            answer: sum(played[:picked]) + sum(played[picked + half :: 2])
            for answer, played in shares.items()
        }
        best = max(chosen, key=lambda answer: (chosen[answer], answer == given))
        lost.append(fmean(shares[best][picked + other :: 2]) - fmean(shares[given][picked + other :: 2]))
    return fmean(lost)
