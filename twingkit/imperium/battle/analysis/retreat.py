"""Retreats from a space battle: the losses that a retreat saves, and the chance to win that it gives up.

    odds_with_retreat("space: 3 cruiser vs 1 dreadnought 4 fighter", "attacker", below=0.3)

A plan announces a retreat, from a first round on, whenever the chance to win by fighting on is below a
threshold. That round is still fought; then the rest of the side gets away if both sides still have ships
(IM-SPACE-5, IM-SPACE-9, IM-ODDS-7). All results are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf

import attrs

from twingkit.core.arguments import SHARE, check_arguments, list_or_single
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES, Role
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, Slices, finish, scale_progress
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.battle.analysis import final_rounds, retreat_result
from twingkit.imperium.battle.analysis.rounds import SpaceBattleRounds
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.steps_walk import Situation, split_ended
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant

_DEFAULT_THRESHOLDS = tuple(step / 20 for step in range(21))

_DEFAULT_RETREAT_ROUNDS = (1, 2, 3)
"""The default rounds of the plans that announce a retreat in a fixed round."""

_MAX_RETREAT_ROUND = 20
"""The latest round in which a plan can begin."""

_RETREAT_TABLE_COLUMNS = {
    "plan": "str",
    "below": "float64",
    "first": "int64",
    **dict.fromkeys((*retreat_result.OUTCOME_COLUMNS, *retreat_result.SAVING_COLUMNS), "float64"),
    "reason": "str",
}


class RetreatPlans:
    """The retreat plans of one side of a space battle: returns the odds of any plan, after computing their
    common part once.

    >>> plans = RetreatPlans("space: 3 cruiser vs 2 dreadnought", "attacker")
    >>> [f"{plans.odds(below).escape_chance:.3f}" for below in (0, 0.1, 0.5)]
    ['0.000', '0.275', '1.000']
    """

    def __init__(
        self,
        battle: Battle | str,
        side: Role,
        variant: Variant | str | None = None,
        budget: float = DEFAULT_BUDGET_SECONDS,
    ) -> None:
        finish(self._prepared(battle, side, variant), budget)

    @classmethod
    def in_slices(
        cls, battle: Battle | str, side: Role, variant: Variant | str | None = None
    ) -> Slices[RetreatPlans]:
        """Build the retreat plans of a side in interruptible slices."""
        plans = cls.__new__(cls)
        yield from plans._prepared(battle, side, variant)
        return plans

    def _prepared(self, battle: Battle | str, side: Role, variant: Variant | str | None) -> Slices[None]:
        legal = legal_battle(battle, variant).space_battle
        if legal.kind != "space":
            raise Fault("retreat_ground", rulebook())
        self.battle = resolve_best_policy(legal)
        if side not in ROLES:
            raise Fault("retreat_side", rulebook(), token=quote_value(side))
        self.side, self.side_index = side, ROLES.index(side)
        fight = Fight.from_battle(self.battle)
        self.barred_rounds = frozenset(
            use.round or use.effect.default_round
            for use in fight.rosters[1 - self.side_index].effects_with_hook("bar_retreat")
        )
        """The rounds in which the other side can forbid a retreat (IM-ACT-intercept)."""
        self.rounds = SpaceBattleRounds(fight)
        self.first_repeating_round = max(
            [self.rounds.first_repeating_round, *(n + 1 for n in self.barred_rounds)]
        )
        """The round from which all rounds are alike, also for a side that may retreat."""
        self._scale = final_rounds.EndEvaluator(self.rounds)
        _, open_ = split_ended(self.rounds.after_opening)
        self._levels: list[list[Situation]] = []
        """The situations at the announcement of each round before `settled`."""
        for n in range(1, self.first_repeating_round):
            for situation in open_:
                yield 0.0
                self.rounds.at_announcement(situation, n)  # cached
            _, begun = split_ended(self.rounds.at_announcement_all(open_, n))
            self._levels.append(list(begun))
            for situation in begun:
                yield 0.1
                self.rounds.after_rest_of_round(situation, n)
            _, open_ = split_ended(self.rounds.after_rest_of_round_all(begun, n))
        self._tail = _final_retreat_solver(
            self.rounds,
            self.side_index,
            split_ended(self.rounds.at_announcement_all(open_, self.first_repeating_round))[1],
        )
        self._wins: list[dict[Situation, float]] = []
        self._look_ahead()
        self.outcome_without_retreat = self._outcome(self._plan_ends(0.0, 1))
        """The outcome of fighting to the end."""

    def _look_ahead(self) -> None:
        """Compute the chance to win by fighting on in every situation before the final rounds."""
        for n in range(self.first_repeating_round - 1, 0, -1):
            current = {
                situation: sum(
                    chance * self._win_chance_before_round(left, n + 1)
                    for left, chance in self.rounds.after_rest_of_round(situation, n).items()
                )
                for situation in self._levels[n - 1]
            }
            self._wins.insert(0, current)

    def _win_chance_before_round(self, situation: Situation, round_number: int) -> float:
        """Return the side's chance to win by fighting to the end, before a round begins."""
        if not situation.both_sides_remain:
            return float(situation.winner == self.side_index)
        return sum(
            chance
            * (
                self.fight_on_win_chance(begun, round_number)
                if begun.both_sides_remain
                else begun.winner == self.side_index
            )
            for begun, chance in self.rounds.at_announcement(situation, round_number).items()
        )

    def fight_on_win_chance(self, situation: Situation, round_number: int) -> float:
        """Return the side's chance to win by fighting to the end, from a situation in a round in which it
        can announce a retreat.
        """
        passed = (
            self.first_repeating_round - round_number
        )  # rounds up to and including this one, before all are alike
        return self._wins[-passed][situation] if passed > 0 else self._tail.fight_on_win_chance(situation)

    def odds(self, below: float, first_round: int = 1) -> retreat_result.RetreatOdds:
        """Return the odds of announcing a retreat as soon as the chance to win is below `below`.

        The side announces it from round `first_round` on.

        Raises `Fault` if `below` is not between 0 and 1, or `first_round` not between 1 and
        `_MAX_RETREAT_ROUND`.
        """
        if not SHARE.is_valid(below):
            raise Fault("retreat_below", rulebook(), token=quote_value(below))
        return self._plan_odds(below, first_round)

    def odds_in_round(self, round_number: int) -> retreat_result.RetreatOdds:
        """Return the odds if the side announces a retreat in round `round_number` in any case (`below` is
        infinite).

        Raises `Fault` if `round_number` is not between 1 and `_MAX_RETREAT_ROUND`.
        """
        return self._plan_odds(inf, round_number)

    def _plan_odds(self, below: float, first: int) -> retreat_result.RetreatOdds:
        if type(first) is not int or not 1 <= first <= _MAX_RETREAT_ROUND:
            raise Fault("retreat_first", rulebook(), token=quote_value(first), n=_MAX_RETREAT_ROUND)
        return retreat_result.RetreatOdds(
            *attrs.astuple(self._outcome(self._plan_ends(below, first))),
            battle=self.battle,
            side=self.side,
            below=below,
            first=first,
            outcome_without_retreat=self.outcome_without_retreat,
        )

    def _plan_ends(self, below: float, first: int) -> final_rounds.ExpectedBattleEnd:
        chances = self.rounds.after_opening
        for n in range(1, min(first, self.first_repeating_round)):
            chances = self.rounds.advance_round(chances, n)
        over, open_ = split_ended(chances)
        rounds = final_rounds.mean_end_odds(over, self._scale.odds_at_end)
        for n in range(first, self.first_repeating_round):
            over, begun = split_ended(self.rounds.at_announcement_all(open_, n))
            rounds = rounds.add_weighted(final_rounds.mean_end_odds(over, self._scale.odds_at_end))
            leaves = {
                situation: chance
                for situation, chance in begun.items()
                if n not in self.barred_rounds
                and self.fight_on_win_chance(situation, n) < below - final_rounds.THRESHOLD_TOLERANCE
            }
            stays = {situation: chance for situation, chance in begun.items() if situation not in leaves}
            if leaves:
                rounds = rounds.add_weighted(
                    final_rounds.mean_end_odds(
                        self.rounds.after_rest_of_round_all(leaves, n),
                        self._scale.odds_after_announced_retreat,
                    )
                )
            over, open_ = split_ended(self.rounds.after_rest_of_round_all(stays, n))
            rounds = rounds.add_weighted(final_rounds.mean_end_odds(over, self._scale.odds_at_end))
        over, begun = split_ended(self.rounds.at_announcement_all(open_, self.first_repeating_round))
        rounds = rounds.add_weighted(final_rounds.mean_end_odds(over, self._scale.odds_at_end))
        return rounds.add_weighted(
            self._tail.odds_with_retreat(begun, below, max(0, first - self.first_repeating_round))
        )

    def _outcome(self, ends: final_rounds.ExpectedBattleEnd) -> retreat_result.ExpectedOutcome:
        win, lost = ends[self.side_index], ends[1 - self.side_index] + ends.escape_chance
        own, enemy = (ends.attacker_losses, ends.defender_losses)[:: 1 if self.side_index == 0 else -1]
        return retreat_result.ExpectedOutcome(
            win, max(0.0, 1.0 - win - lost), lost, ends.escape_chance, own, enemy
        )


def _final_retreat_solver(
    rounds: SpaceBattleRounds, side_index: int, start: Iterable[Situation]
) -> final_rounds.FinalRetreatGrid | final_rounds.FinalRetreatGraph:
    """Return the fastest solver from `SpaceBattleRounds.first_repeating_round` on, beginning in one of
    `start`.
    """
    situations = list(start)
    used = {tuple(force.used_effects for force in situation.state) for situation in situations}
    if len(used) == 1 and all(
        rounds.chain.are_independent(situation, rounds.first_repeating_round) for situation in situations
    ):
        return final_rounds.FinalRetreatGrid(rounds, side_index, situations)
    return final_rounds.FinalRetreatGraph(rounds, side_index, situations)


@with_column_meanings
@check_arguments()
def odds_with_retreat(
    position: Battle | str,
    side: Role,
    *,
    below: float,
    first_round: int = 1,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> retreat_result.RetreatOdds:
    """Return the outcome if a side announces its retreat as soon as its chance to win is below `below`.

    From round `first_round` on, whenever the side may announce (in the first round after Anti-Fighter
    Barrage, later at the start of the round), it compares its chance to win by fighting to the end with
    `below` (0 to 1). If the chance is lower, it announces. That round is still fought; then its ships leave,
    if both sides still have ships. The side cannot announce in a round in which the other side has Intercept.
    The result is exact (IM-ODDS-7).

    `variant` and `budget` are as in `odds`. Raises `SlowError` beyond the budget, `Fault` for a battle on the
    ground or an invalid side, threshold or round, and the errors of parsing and checking a line.

    >>> plan = odds_with_retreat("space: 3 cruiser vs 2 dreadnought", "attacker", below=0.1)
    >>> print(f"{plan.win:.3f} {plan.escape_chance:.3f} {plan.saved:.2f} {plan.given_up:.3f}")
    0.130 0.275 0.62 0.017
    """
    return RetreatPlans(position, side, variant, budget).odds(below, first_round)


@with_column_meanings
@check_arguments()
def retreat_odds_in_round(
    position: Battle | str,
    side: Role,
    *,
    round_number: int,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> retreat_result.RetreatOdds:
    """Return the outcome if a side announces its retreat in this round, whatever its chances are.

    If Intercept forbids it in that round, the side announces in the next. Raises the same errors as
    `odds_with_retreat`.

    >>> plan = retreat_odds_in_round("space: 3 cruiser vs 2 dreadnought", "attacker", round_number=1)
    >>> print(f"{plan.win:.3f} {plan.escape_chance:.3f}")
    0.000 1.000
    """
    return RetreatPlans(position, side, variant, budget).odds_in_round(round_number)


@with_column_meanings
@check_arguments(thresholds=list_or_single("argument.numbers"), rounds=list_or_single("argument.numbers"))
@localized
def retreat_table(
    position: Battle | str,
    side: Role,
    *,
    thresholds: Iterable[float] = _DEFAULT_THRESHOLDS,
    rounds: Iterable[int] = _DEFAULT_RETREAT_ROUNDS,
    first_round: int = 1,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
    lang: Lang | None = None,
) -> DataFrame:
    """Return a table that compares retreat plans of one side, one row each.

    The plans are one for each of `thresholds` and one for each fixed round in `rounds`. Columns:

    - `plan`: "below" (announce if the chance to win is below `below`, from round `first_round` on) or "round"
      (announce in round `first_round` in any case; `below` is then infinite).
    - `win`, `tie`, `loss`, `escape_chance`, `own_lost`, `enemy_lost`: the outcome for the side, as in
      `ExpectedOutcome`.
    - `saved`, `spared`: the resources that the side and its enemy save compared with fighting on.
    - `given_up`: the chance to win that the plan gives up.
    - `reason`: why a plan gives up nothing, saves nothing or never wins.

    Plans with the same result as the row before are kept. `attrs`: `position`, `side`, and `stay`, the result
    of fighting to the end. Raises the same errors as `odds_with_retreat`.

    >>> line = "space: 3 cruiser vs 2 dreadnought"
    >>> frame = retreat_table(line, "attacker", thresholds=[0, 0.1], rounds=[1])
    >>> print(frame[["plan", "win", "escape_chance", "saved"]].round(3).to_string(index=False))
     plan   win  escape_chance  saved
    below 0.147          0.000  0.000
    below 0.130          0.275  0.615
    round 0.000          1.000  3.168
    """

    plans, rows = finish(
        retreat_rows_in_slices(position, side, thresholds, rounds, first_round, variant), budget
    )
    cells = [
        {
            **{
                name: getattr(row, name, "round" if row.below == inf else "below")
                for name in _RETREAT_TABLE_COLUMNS
            },
            "reason": row.reason(),
        }
        for row in rows
    ]
    facts = {
        "position": str(plans.battle),
        "side": plans.side,
        "lang": language(),
        "stay": attrs.asdict(plans.outcome_without_retreat),
    }
    return frame_from_rows(cells, _RETREAT_TABLE_COLUMNS, **facts, **plans.battle.variant_attrs)


def retreat_rows_in_slices(
    battle: Battle | str,
    side: Role,
    thresholds: Iterable[float] = _DEFAULT_THRESHOLDS,
    rounds: Iterable[int] = _DEFAULT_RETREAT_ROUNDS,
    first_round: int = 1,
    variant: Variant | str | None = None,
) -> Slices[tuple[RetreatPlans, Sequence[retreat_result.RetreatOdds]]]:
    """Compute the retreat plans that `retreat_table` compares, and their odds, in interruptible slices."""
    plans = yield from scale_progress(RetreatPlans.in_slices(battle, side, variant), 0.0, 0.5)
    asked: list[Callable[[], retreat_result.RetreatOdds]] = [
        *(partial(plans.odds, below, first_round) for below in thresholds),
        *(partial(plans.odds_in_round, n) for n in rounds),
    ]
    odds = []
    for n, plan in enumerate(asked):
        yield 0.5 + 0.5 * n / len(asked)
        odds.append(plan())
    return plans, odds
