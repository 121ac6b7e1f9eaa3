"""Retreats from a space battle: what announcing one saves, and the chance to win that it gives up.

    retreat_odds("space: 3 cruiser vs 1 dreadnought 4 fighter", "attacker", below=0.3)

A plan announces, from a first round on, whenever the chance to win by fighting on is below a line when a
retreat can be announced. That round is still fought; then what is left of the side gets away if both sides
still have ships (IM-SPACE-5, IM-SPACE-9, IM-ODDS-7). Everything is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING

import attrs

from twingkit.core.arguments import SHARE, check_arguments, list_or_single
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.notation import Role
from twingkit.core.slices import DEFAULT_BUDGET, Slices, finish, scale_progress
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.row_table import row_table
from twingkit.imperium.battle.analysis.battle_ends import EPSILON, EndOdds, EndValues, FinalRounds, mean_ends
from twingkit.imperium.battle.analysis.final_rounds_graph import FinalRoundsGraph
from twingkit.imperium.battle.analysis.final_rounds_grid import FinalRoundsGrid
from twingkit.imperium.battle.analysis.retreat_result import Outcome, RetreatOdds
from twingkit.imperium.battle.analysis.rounds import Rounds, split_ended
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.steps_walk import Situation
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle, legal_battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant

if TYPE_CHECKING:
    import pandas as pd

LINES = tuple(step / 20 for step in range(21))
"""The default thresholds of a table: 0, 5%, … 100%."""

FIRST_ROUNDS = (1, 2, 3)
"""The rounds of a table's fixed plans."""

LAST_ROUND = 20
"""A plan can begin in so late a round at most."""

COLUMNS = {
    "plan": "str",
    "below": "float64",
    "first": "int64",
    "win": "float64",
    "tie": "float64",
    "loss": "float64",
    "away": "float64",
    "own_lost": "float64",
    "enemy_lost": "float64",
    "saved": "float64",
    "spared": "float64",
    "given_up": "float64",
    "reason": "str",
}
"""The columns of `retreat_table` with their types."""


class RetreatPlans:
    """All plans of one side of one battle: what all of them share is worked out once.

    >>> plans = RetreatPlans("space: 3 cruiser vs 2 dreadnought", "attacker")
    >>> [f"{plans.odds(below).away:.3f}" for below in (0, 0.1, 0.5)]
    ['0.000', '0.275', '1.000']
    """

    def __init__(
        self,
        battle: Battle | str,
        side: Role,
        variant: Variant | str | None = None,
        budget: float = DEFAULT_BUDGET,
    ) -> None:
        finish(self._prepared(battle, side, variant), budget)

    @classmethod
    def in_slices(
        cls, battle: Battle | str, side: Role, variant: Variant | str | None = None
    ) -> Slices[RetreatPlans]:
        """The plans of a side, worked out in slices."""
        plans = cls.__new__(cls)
        yield from plans._prepared(battle, side, variant)
        return plans

    def _prepared(self, battle: Battle | str, side: Role, variant: Variant | str | None) -> Slices[None]:
        self.battle = space_battle(battle, variant)
        if side not in ROLES:
            raise Fault("retreat_side", rulebook(), token=quote_value(side))
        self.side, self.index = side, ROLES.index(side)
        fight = Fight.from_battle(self.battle)
        self.barred = frozenset(
            use.round or use.effect.first for use in fight.rosters[1 - self.index].with_hook("bar_retreat")
        )
        """The rounds in which the other side can forbid a retreat (IM-ACT-intercept)."""
        self.rounds = Rounds(fight)
        self.alike = max([self.rounds.settled, *(n + 1 for n in self.barred)])
        """The round from which on all rounds are alike, also for a side that may leave."""
        self._scale = EndValues(self.rounds)
        _, open_ = split_ended(self.rounds.opened)
        self._levels: list[list[Situation]] = []
        """The stands at the announcement of each round before `alike`."""
        for n in range(1, self.alike):
            for situation in open_:
                yield 0.0
                self.rounds.before_announcement(situation, n)  # remembered
            _, begun = split_ended(self.rounds.before_announcement_all(open_, n))
            self._levels.append(list(begun))
            for situation in begun:
                yield 0.1
                self.rounds.after_announcement(situation, n)
            _, open_ = split_ended(self.rounds.after_announcement_all(begun, n))
        self._tail = final_rounds(
            self.rounds, self.index, split_ended(self.rounds.before_announcement_all(open_, self.alike))[1]
        )
        self._wins: list[dict[Situation, float]] = []
        self._look_ahead()
        self.stay = self._outcome(self._plan_ends(0.0, 1))
        """Fighting to the end."""

    def _look_ahead(self) -> None:
        """The chance to win by fighting on, in every stand at the announcements before `alike`."""
        for n in range(self.alike - 1, 0, -1):
            current = {
                situation: sum(
                    chance * self._wins_next(left, n + 1)
                    for left, chance in self.rounds.after_announcement(situation, n).items()
                )
                for situation in self._levels[n - 1]
            }
            self._wins.insert(0, current)

    def _wins_next(self, situation: Situation, n: int) -> float:
        """The side's chance to win by fighting to the end, before round `n` begins."""
        if not situation.both_sides_remain:
            return float(situation.winner == self.index)
        return sum(
            chance * (self.win(begun, n) if begun.both_sides_remain else begun.winner == self.index)
            for begun, chance in self.rounds.before_announcement(situation, n).items()
        )

    def win(self, situation: Situation, n: int) -> float:
        """The side's chance to win by fighting to the end, when it may announce a retreat in round `n`."""
        passed = self.alike - n  # rounds before all are alike, this one included
        return self._wins[-passed][situation] if passed > 0 else self._tail.win(situation)

    def odds(self, below: float, first: int = 1) -> RetreatOdds:
        """The plan that announces from round `first` on whenever the chance to win is below `below`.

        Raises `Fault` for a line that is no chance (0 to 1), or a round outside 1 to `LAST_ROUND`.
        """
        if not SHARE.is_valid(below):
            raise Fault("retreat_below", rulebook(), token=quote_value(below))
        return self._plan_odds(below, first)

    def in_round(self, first: int) -> RetreatOdds:
        """The plan that announces in round `first` whatever the chance to win is, its `below` infinite.

        Raises `Fault` for a round outside 1 to `LAST_ROUND`.
        """
        return self._plan_odds(inf, first)

    def _plan_odds(self, below: float, first: int) -> RetreatOdds:
        if type(first) is not int or not 1 <= first <= LAST_ROUND:
            raise Fault("retreat_first", rulebook(), token=quote_value(first), n=LAST_ROUND)
        chances = self._outcome(self._plan_ends(below, first))
        return RetreatOdds(self.battle, self.side, below, first, chances, self.stay)

    def _plan_ends(self, below: float, first: int) -> EndOdds:
        chances = self.rounds.opened
        for n in range(1, min(first, self.alike)):
            chances = self.rounds.after_round(chances, n)
        over, open_ = split_ended(chances)
        rounds = mean_ends(over, self._scale.value_at_end)
        for n in range(first, self.alike):
            over, begun = split_ended(self.rounds.before_announcement_all(open_, n))
            rounds = rounds.plus_share(mean_ends(over, self._scale.value_at_end))
            leaves = {
                situation: chance
                for situation, chance in begun.items()
                if n not in self.barred and self.win(situation, n) < below - EPSILON
            }
            stays = {situation: chance for situation, chance in begun.items() if situation not in leaves}
            if leaves:
                rounds = rounds.plus_share(
                    mean_ends(self.rounds.after_announcement_all(leaves, n), self._scale.value_after_retreat)
                )
            over, open_ = split_ended(self.rounds.after_announcement_all(stays, n))
            rounds = rounds.plus_share(mean_ends(over, self._scale.value_at_end))
        over, begun = split_ended(self.rounds.before_announcement_all(open_, self.alike))
        rounds = rounds.plus_share(mean_ends(over, self._scale.value_at_end))
        return rounds.plus_share(self._tail.plan(begun, below, max(0, first - self.alike)))

    def _outcome(self, ends: EndOdds) -> Outcome:
        """The chances as the side sees them."""
        win, lost = ends[self.index], ends[1 - self.index] + ends.away
        own, enemy = (ends.attacker_lost, ends.defender_lost)[:: 1 if self.index == 0 else -1]
        return Outcome(win, max(0.0, 1.0 - win - lost), lost, ends.away, own, enemy)


def final_rounds(rounds: Rounds, index: int, start: Iterable[Situation]) -> FinalRounds:
    """The rounds from `settled` on for one side, from any of the stands `start`."""
    stands = list(start)
    used = {tuple(force.spent for force in situation.state) for situation in stands}
    if len(used) == 1 and all(rounds.are_independent(situation, rounds.settled) for situation in stands):
        return FinalRoundsGrid(rounds, index, stands)
    return FinalRoundsGraph(rounds, index, stands)


def space_battle(battle: Battle | str, variant: Variant | str | None = None) -> Battle:
    """A legal space battle, or that of an invasion, whose policies are known; raises `Fault` for another."""
    legal = legal_battle(battle, variant).in_space
    if legal.kind != "space":
        raise Fault("retreat_ground", rulebook())
    return resolve_best_policy(legal)


@with_column_meanings
@check_arguments()
def retreat_odds(
    battle: Battle | str,
    side: Role,
    below: float,
    first: int = 1,
    *,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET,
) -> RetreatOdds:
    """Return the outcome if a side announces its retreat as soon as its chance to win is below `below`.

    When it may announce (in the first round after Anti-Fighter Barrage, later at the round's start), from
    round `first` on, the side looks at its chance to win by fighting to the end; if that is below (0 to 1),
    it announces. That round is still fought; then its ships leave, if both sides still have any.
    In a round in which the other side has Intercept it cannot. Exact (IM-ODDS-7).
    `variant` and `budget` as in `odds`. Raises `SlowError` beyond the budget, `Fault` for a battle on the
    ground, another side, line or round; and what reading and checking a line raises.

    >>> plan = retreat_odds("space: 3 cruiser vs 2 dreadnought", "attacker", below=0.1)
    >>> print(f"{plan.win:.3f} {plan.away:.3f} {plan.saved:.2f} {plan.given_up:.3f}")
    0.130 0.275 0.62 0.017
    """
    return RetreatPlans(battle, side, variant, budget).odds(below, first)


@with_column_meanings
@check_arguments()
def retreat_in_round(
    battle: Battle | str,
    side: Role,
    n: int,
    *,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET,
) -> RetreatOdds:
    """Return the outcome if a side announces its retreat in round `n`, whatever its chances are.

    If Intercept forbids it in that round, it announces in the next. Raises as `retreat_odds` does.

    >>> plan = retreat_in_round("space: 3 cruiser vs 2 dreadnought", "attacker", 1)
    >>> print(f"{plan.win:.3f} {plan.away:.3f}")
    0.000 1.000
    """
    return RetreatPlans(battle, side, variant, budget).in_round(n)


@with_column_meanings
@check_arguments(lines=list_or_single("argument.numbers"), rounds=list_or_single("argument.numbers"))
@localized
def retreat_table(
    battle: Battle | str,
    side: Role,
    lines: Iterable[float] = LINES,
    rounds: Iterable[int] = FIRST_ROUNDS,
    first: int = 1,
    lang: Lang | None = None,
    *,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET,
) -> pd.DataFrame:
    """Many plans of one side beside each other: one row for each line in `lines`, and for each fixed round.

    Columns: `plan` ("below": announce if the chance to win is below `below`, from round `first` on; "round":
    announce in round `first` whatever happens, `below` is then infinite), `win`, `tie`, `loss`, `away`,
    `own_lost`, `enemy_lost`, and compared with fighting to the end `saved` and `spared` (resources of the
    side and of the other) and `given_up` (chance to win); `reason` says why a plan gives up or saves nothing,
    or never wins. Plans that come to the same as the row before
    are kept. `attrs`: `battle`, `side`, and `stay` with what fighting to the end comes to.

    Raises as `retreat_odds` does.

    >>> frame = retreat_table("space: 3 cruiser vs 2 dreadnought", "attacker", lines=[0, 0.1], rounds=[1])
    >>> print(frame[["plan", "win", "away", "saved"]].round(3).to_string(index=False))
     plan   win  away  saved
    below 0.147 0.000  0.000
    below 0.130 0.275  0.615
    round 0.000 1.000  3.168
    """

    plans, rows = retreat_rows(battle, side, lines, rounds, first, variant, budget)
    cells = [
        {
            **{name: getattr(row, name, "round" if row.below == inf else "below") for name in COLUMNS},
            "reason": row.reason(),
        }
        for row in rows
    ]
    facts = {
        "battle": str(plans.battle),
        "side": plans.side,
        "lang": language(),
        "stay": attrs.asdict(plans.stay),
    }
    return row_table(cells, COLUMNS, **facts, **plans.battle.conditions)


def retreat_rows(
    battle: Battle | str,
    side: Role,
    lines: Iterable[float] = LINES,
    rounds: Iterable[int] = FIRST_ROUNDS,
    first: int = 1,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET,
) -> tuple[RetreatPlans, Sequence[RetreatOdds]]:
    """The rows of `retreat_table` as values, without pandas, and the plans that they were made from."""
    return finish(retreat_rows_in_slices(battle, side, lines, rounds, first, variant), budget)


def retreat_rows_in_slices(
    battle: Battle | str,
    side: Role,
    lines: Iterable[float] = LINES,
    rounds: Iterable[int] = FIRST_ROUNDS,
    first: int = 1,
    variant: Variant | str | None = None,
) -> Slices[tuple[RetreatPlans, Sequence[RetreatOdds]]]:
    """The same in slices."""
    plans = yield from scale_progress(RetreatPlans.in_slices(battle, side, variant), 0.0, 0.5)
    asked: list[Callable[[], RetreatOdds]] = [
        *(partial(plans.odds, below, first) for below in lines),
        *(partial(plans.in_round, n) for n in rounds),
    ]
    odds = []
    for n, plan in enumerate(asked):
        yield 0.5 + 0.5 * n / len(asked)
        odds.append(plan())
    return plans, odds
