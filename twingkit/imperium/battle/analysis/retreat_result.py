"""The outcome of a retreat plan, compared with fighting to the end (IM-ODDS-7)."""

from __future__ import annotations

from math import inf
from operator import attrgetter

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, ResultTable, Rows, explained_frame
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.words import format_number, format_percent
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY


@attrs.frozen
class ExpectedOutcome:
    """The expected outcome of a battle for one side: the chances to win, tie and lose, and both sides' mean
    losses in resources.

    `win`, `tie` and `loss` sum to 1; `escape_chance`, a part of `loss`, is the chance to get away with a
    ship. `own_lost` and `enemy_lost` are mean losses in resources (IM-ODDS-5).
    """

    win: float
    tie: float
    loss: float
    escape_chance: float
    own_lost: float
    enemy_lost: float


OUTCOME_COLUMNS = tuple(field.name for field in attrs.fields(ExpectedOutcome))
"""The names of the numbers of an outcome."""

SAVING_COLUMNS = ("saved", "spared", "given_up")
"""The names of what a plan saves and gives up, compared with fighting to the end."""


@attrs.frozen(repr=False)
class RetreatOdds(ResultTable, ExpectedOutcome):
    """The outcome of a retreat plan for `side`, together with the outcome of fighting to the end.

    Battles from which the side retreats count as lost. The plan announces a retreat, from round `first` on,
    whenever the chance to win is below `below` (infinite: in any case).

    >>> from twingkit import imperium
    >>> plan = imperium.odds_with_retreat("space: 3 cruiser vs 2 dreadnought", "attacker", below=0.1)
    >>> print(f"{plan.saved:.2f} {plan.given_up:.3f} {plan.own_lost:.2f}")
    0.62 0.017 4.95
    >>> print(f"{plan.outcome_without_retreat.own_lost:.2f}")
    5.57
    """

    battle: Battle = attrs.field(kw_only=True)
    side: str = attrs.field(kw_only=True)
    below: float = attrs.field(kw_only=True)
    first: int = attrs.field(kw_only=True)
    outcome_without_retreat: ExpectedOutcome = attrs.field(kw_only=True)

    @check_arguments()
    def rows(self) -> Rows:
        """Return labelled rows that compare the plan with fighting to the end."""
        plan = "retreat.whatever" if self.below == inf else "retreat.below"
        below = "" if self.below == inf else format_percent(self.below, 0)
        return [
            (message("retreat.line"), str(self.battle)),
            (message(f"retreat.{self.side}"), message(plan, below=below, n=self.first)),
            (message("retreat.win"), self._compare_chances(self.win, self.outcome_without_retreat.win)),
            (message("retreat.tie"), self._compare_chances(self.tie, self.outcome_without_retreat.tie)),
            (message("retreat.loss"), self._compare_chances(self.loss, self.outcome_without_retreat.loss)),
            (message("retreat.away"), format_percent(self.escape_chance, 1)),
            (message("retreat.saved"), format_number(self.saved, 1)),
            (message("retreat.spared"), format_number(self.spared, 1)),
        ]

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return the plan as a table of one row.

        Columns: below, first, win, tie, loss, escape_chance, own_lost, enemy_lost, saved, spared, given_up,
        reason; `attrs["columns"]` explains them.
        """
        return explained_frame(
            [self],
            {**_PLAN_COLUMNS, "reason": lambda plan: plan.reason()},
            "twingkit.imperium.RetreatOdds",
            position=str(self.battle),
            side=self.side,
            **self.battle.variant_attrs,
        )

    @check_arguments()
    def reason(self) -> str:
        """Return a sentence on why the plan gives up nothing, saves nothing or never wins; or ""."""
        chance = "" if self.below == inf else format_percent(self.below, 0)
        facts = {"below": chance, "n": self.first}
        if self.escape_chance < NEGLIGIBLE_PROBABILITY:
            cases = ["in_round" if self.below == inf else "not_below"]
        else:
            cases = ["lost_anyway"] * (self.given_up < NEGLIGIBLE_PROBABILITY) + ["none_saved"] * (
                abs(self.saved) < NEGLIGIBLE_PROBABILITY
            )
        if self.win < NEGLIGIBLE_PROBABILITY:
            cases.append(
                "no_win" if self.outcome_without_retreat.win < NEGLIGIBLE_PROBABILITY else "left_first"
            )
        return " ".join(message(f"retreat.{case}", **facts) for case in cases)

    @staticmethod
    def _compare_chances(chance: float, stay: float) -> str:
        stays = message("retreat.stay", chance=format_percent(stay, 1))
        return f"{format_percent(chance, 1)} ({stays})"

    @property
    def saved(self) -> float:
        """The mean losses that the side avoids by not fighting on, in resources."""
        return self.outcome_without_retreat.own_lost - self.own_lost

    @property
    def spared(self) -> float:
        """The mean losses that the other side avoids because of the retreat, in resources."""
        return self.outcome_without_retreat.enemy_lost - self.enemy_lost

    @property
    def given_up(self) -> float:
        """The chance to win that the retreat gives up."""
        return self.outcome_without_retreat.win - self.win


_PLAN_COLUMNS: CellMakers[RetreatOdds] = {
    name: attrgetter(name) for name in ("below", "first", *OUTCOME_COLUMNS, *SAVING_COLUMNS)
}
"""The columns of `RetreatOdds.frame` without `reason`, with functions that compute their cells."""
