"""The true optimum of small battles: both sides choose their losses in every round after seeing the dice.

The model: in the opening and in the barrage, a side that takes hits knows them and everything before, and
makes its best choice (IM-SPACE-2, IM-SPACE-4, IM-INV-1, IM-INV-4). In a round both sides see both rolls and
then choose simultaneously, since both lose their units at the same time (IM-SPACE-7, IM-INV-7). The attacker
maximises win minus loss, the defender minimises it: a tie is worth half a win to both. So every pair of rolls
is a zero-sum game. If no single choice is best, the best strategy is mixed, and the value is what both can
guarantee.

Effects are used as in the odds. Only battles with independent sides and equal rounds can be solved
(`first_independent_round`), and only small ones: the work grows with the number of pairs of forces and of
choices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import attrs

from twingkit.core.arguments import COUNT, check_arguments
from twingkit.core.messages import Fault
from twingkit.core.slices import BudgetError, Slices, finish
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.independence import first_independent_round
from twingkit.imperium.battle.exact_odds.lattice import SURE
from twingkit.imperium.battle.exact_odds.matrix_game import solve_matrix_game
from twingkit.imperium.battle.exact_odds.odds import BattleOdds, fight_odds
from twingkit.imperium.battle.exact_odds.side_ladder import independent_sustaining_indices
from twingkit.imperium.battle.exact_odds.steps_walk import Situation, Step, StepsWalk, units_only
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle
from twingkit.imperium.battle.rules.dice.combat_roll import combat_roll_step, hit_count_probabilities
from twingkit.imperium.battle.rules.force import (
    Fight,
    Force,
    ForcePair,
    fighters_join_landing,
    has_only_fighters_left,
)
from twingkit.imperium.battle.rules.losses.assign import PendingHits
from twingkit.imperium.battle.rules.losses.assignments import LegalHitAssignments
from twingkit.imperium.battle.rules.losses.combat_hits import force_after_losses
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy
from twingkit.imperium.battle.rules.questions import AssignHits, assumed_outcomes
from twingkit.imperium.battle.rules.result import attacker_retreats_in_standoff
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant
from twingkit.odds.odds import Odds

_DEFAULT_MAX_ENTRIES = 2_000_000
"""The default maximum number of entries of all matrix games together: a few seconds."""


class PositionValue(NamedTuple):
    """The value of a situation for the attacker: the chances to win and to lose."""

    win: float
    loss: float

    @property
    def edge(self) -> float:
        """Win minus loss, which the attacker maximises and the defender minimises."""
        return self.win - self.loss


class OptimumBudgetError(BudgetError):
    """Raised for a battle that is too big to solve.

    It needs `.work` entries against a `.max_entries`; `.forces` are the numbers of forces that the sides can
    reach.

    >>> optimal_odds("space: 3 fighter 1 carrier vs 2 cruiser", max_entries=100)
    Traceback (most recent call last):
    ...
    twingkit.imperium.battle.exact_odds.optimum.OptimumBudgetError: ...
    """

    def __init__(self, forces: tuple[int, int], work: int, max_entries: int) -> None:
        super().__init__(
            "optimum_budget", rulebook(), first=forces[0], second=forces[1], work=work, most=max_entries
        )
        self.forces, self.work, self.max_entries = forces, work, max_entries


@attrs.frozen
class OptimalOdds(Odds):
    """The attacker's chances if both sides choose their casualties optimally after seeing the dice.

    `policy_odds` are the odds of the battle with the policies of its line. If several best choices have the
    same edge, win and loss are those of the choice that was found; the edge is the same for all.
    `mixed_roll_count` is the number of rolls, over all pairs of forces, in which no single choice is best.

    >>> result = optimal_odds("space: 1 cruiser 1 carrier vs 2 destroyer")
    >>> print(result.policy_odds, round(result.edge_gain, 3), result.mixed_roll_count)
    win 59.8%, tie 4.1%, loss 36.1% 0.172 0
    """

    policy_odds: BattleOdds = attrs.field(kw_only=True, repr=False, eq=False)
    mixed_roll_count: int = attrs.field(kw_only=True, repr=False, eq=False)

    @property
    def edge_gain(self) -> float:
        """The attacker's edge with optimal choices minus its edge with the policies of the battle line.

        It is negative if the defender gains more by choosing.
        """
        return self.edge - self.policy_odds.edge


@check_arguments(max_entries=COUNT)
def optimal_odds(
    position: Battle | str, *, max_entries: int = _DEFAULT_MAX_ENTRIES, variant: Variant | str | None = None
) -> OptimalOdds:
    """Solve a small battle in which both sides choose their casualties in every round after seeing the dice.

    In rounds both sides see both rolls and choose simultaneously (IM-SPACE-7, IM-INV-7); before the rounds
    they choose one after the other. The attacker maximises win minus loss, the defender minimises it. Effects
    are used as in the odds (IM-ODDS-1). `max_entries` is the maximum number of entries of all these choices;
    `variant` is as in `odds`.

    Raises `NotationError` or `IllegalBattleError` for a bad battle, `Fault` for a whole invasion and for a
    battle whose sides are not independent or whose rounds differ, `OptimumBudgetError` if it is too big.

    >>> result = optimal_odds("space: 1 cruiser 1 carrier vs 2 destroyer")
    >>> print(result, round(result.edge_gain, 4))
    win 67.5%, tie 6.0%, loss 26.5% 0.172
    """
    return finish(optimal_odds_in_slices(legal_battle(position, variant), max_entries))


def optimal_odds_in_slices(battle: Battle, max_entries: int = _DEFAULT_MAX_ENTRIES) -> Slices[OptimalOdds]:
    """Compute `optimal_odds` of a legal battle in interruptible slices."""
    if battle.kind == "invasion":
        raise Fault("optimum_invasion", rulebook())
    sides = [
        side if side.policy is not None else attrs.evolve(side, policy=LossPolicy()) for side in battle.sides
    ]
    fight = Fight.from_battle(attrs.evolve(battle, attacker=sides[0], defender=sides[1]))
    walk = StepsWalk(fight)
    if first_independent_round(fight, fight.starting_forces()) != 1 or walk.last_named_round:
        raise Fault("optimum_effects", rulebook())
    rounds = _RoundGames(fight)
    rounds.check(max_entries)
    steps = walk.steps(1)
    barrage = steps[: steps.index(combat_roll_step(0))]

    def first_round(situation: Situation) -> PositionValue:
        return (
            _value_through_steps(fight, barrage, situation, 1, rounds.situation_value)
            if situation.both_sides_remain
            else rounds.situation_value(situation)
        )

    yield from rounds.solve_in_slices()
    result = _value_through_steps(fight, walk.opening, Situation(fight.starting_forces()), 0, first_round)
    tie = max(0.0, 1.0 - result.win - result.loss)
    policy_odds = fight_odds(Fight.from_battle(resolve_best_policy(battle)))
    return OptimalOdds(result.win, tie, result.loss, policy_odds=policy_odds, mixed_roll_count=rounds.mixed)


def _value_through_steps(
    fight: Fight,
    steps: Sequence[Step],
    situation: Situation,
    round_number: int,
    then: Callable[[Situation], PositionValue],
) -> PositionValue:
    """Return the value of a situation before some steps in which one side after the other assigns hits
    optimally; `then` values the end of the steps.
    """
    if not steps:
        return then(situation)

    def after(answers: tuple[object, ...]) -> PositionValue:
        table = situation.to_table(fight, round_number)
        script = steps[0](table)
        try:
            question = next(script)
            for answer in answers:
                question = script.send(answer)
        except StopIteration:
            return _value_through_steps(fight, steps[1:], Situation.from_table(table), round_number, then)
        if isinstance(question, AssignHits):
            sign = 1 if question.player == 0 else -1
            ways = [after((*answers, taken)) for taken in question.options()]
            return max(ways, key=lambda worth: sign * worth.edge)
        parts = [(after((*answers, answer)), chance) for answer, chance in assumed_outcomes(question)]
        return PositionValue(
            sum(worth.win * chance for worth, chance in parts),
            sum(worth.loss * chance for worth, chance in parts),
        )

    return after(())


class _RoundGames:
    """The rounds of a fight as zero-sum games; the value of every pair of forces is computed on first use."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.able = independent_sustaining_indices(fight, 0), independent_sustaining_indices(fight, 1)
        self.mixed = 0
        self._worth: dict[ForcePair, PositionValue] = {}
        self._rolls: dict[tuple[int, Force], list[float]] = {}
        self._options: dict[tuple[int, Force, int], list[Force]] = {}

    def situation_value(self, situation: Situation) -> PositionValue:
        """Return the value of a situation for the attacker, before the combat rolls of a round."""
        if situation.both_sides_remain:
            return self.force_pair_value((units_only(situation.state[0]), units_only(situation.state[1])))
        winner = situation.winner
        if (
            winner == 0
            and fighters_join_landing(self.fight)
            and has_only_fighters_left(self.fight, situation.state[0])
        ):
            winner = None
        return PositionValue(float(winner == 0), float(winner == 1))

    def force_pair_value(self, state: ForcePair) -> PositionValue:
        """Return the value of a pair of forces for the attacker, before the combat rolls."""
        if not (state[0].size and state[1].size):
            return self.situation_value(Situation(state))
        if state not in self._worth:
            self._worth[state] = self._before_rolls(state)
        return self._worth[state]

    def solve_in_slices(self) -> Slices[None]:
        """Compute the values of all pairs of forces that the fight can reach, in interruptible slices."""
        sides = [
            sorted(
                self._reachable(side_index, _DEFAULT_MAX_ENTRIES),
                key=lambda force: self.hits_to_destroy(side_index, force),
            )
            for side_index in (0, 1)
        ]
        for n, own in enumerate(sides[0]):
            for other in sides[1]:
                yield n / len(sides[0])
                self.force_pair_value((own, other))

    def _before_rolls(self, state: ForcePair) -> PositionValue:
        hits, taken = self._capped_hit_chances(0, state), self._capped_hit_chances(1, state)
        still = hits[0] * taken[0]
        if still >= SURE:
            return PositionValue(0.0, float(attacker_retreats_in_standoff(self.fight.battle)))
        win = loss = 0.0
        for first, chance in enumerate(hits):
            for second, part in enumerate(taken):
                if chance * part and (first or second):
                    worth = self._value_after_hits(state, (first, second))
                    win += chance * part * worth.win
                    loss += chance * part * worth.loss
        return PositionValue(win / (1 - still), loss / (1 - still))

    def _capped_hit_chances(self, side_index: int, state: ForcePair) -> list[float]:
        """Return the chances of one side's hits, with all hits beyond the other side's toughness combined."""
        key = side_index, state[side_index]
        if key not in self._rolls:
            self._rolls[key] = hit_count_probabilities(self.fight, state, side_index, 1)
        hits, most = self._rolls[key], self.hits_to_destroy(1 - side_index, state[1 - side_index])
        return [*hits[:most], sum(hits[most:])] if len(hits) > most else hits

    def hits_to_destroy(self, side_index: int, force: Force) -> int:
        """Return the number of hits that is certain to destroy a force, whatever its owner chooses."""
        worth = self.fight.rosters[side_index].hits_per_sustain
        return force.size + worth * sum(force.fresh[kind] for kind in self.able[side_index])

    def _value_after_hits(self, state: ForcePair, hits: tuple[int, int]) -> PositionValue:
        """Return the value for the attacker after these hits, when both sides choose the forces that they
        keep.
        """
        own = self.possible_forces(0, state[0], hits[1])
        other = self.possible_forces(1, state[1], hits[0])
        table = [[self.force_pair_value((left, right)) for right in other] for left in own]
        solved = solve_matrix_game([[worth.edge for worth in row] for row in table])
        self.mixed += not solved.is_pure
        win = loss = 0.0
        for row, chance in zip(table, solved.row_strategy, strict=True):
            for worth, part in zip(row, solved.column_strategy, strict=True):
                win += chance * part * worth.win
                loss += chance * part * worth.loss
        return PositionValue(win, loss)

    def possible_forces(self, side_index: int, force: Force, hits: int) -> list[Force]:
        """Return the different forces that a side can keep after hits, the one that its policy chooses
        first.
        """
        key = side_index, force, hits
        if key not in self._options:
            if not hits:
                self._options[key] = [force]
            elif hits >= self.hits_to_destroy(side_index, force):
                self._options[key] = [force.without_units()]
            else:
                enemy = self.fight.starting_forces()[1 - side_index].without_units()
                state = (force, enemy) if side_index == 0 else (enemy, force)
                ways = LegalHitAssignments(self.fight, state, side_index, PendingHits(unrestricted=hits))
                self._options[key] = list(dict.fromkeys(force_after_losses(force, taken) for taken in ways))
        return self._options[key]

    # -- the amount of work

    def check(self, max_entries: int) -> None:
        """Raise `OptimumBudgetError` if the matrices of all pairs together have more than `max_entries`
        entries.
        """
        sides = [self._reachable(side_index, max_entries) for side_index in (0, 1)]
        counts = len(sides[0]), len(sides[1])
        work = counts[0] * counts[1]
        if work <= max_entries:
            work = sum(
                self._choices(0, own, len(self._capped_hit_chances(1, (own, other))))
                * self._choices(1, other, len(self._capped_hit_chances(0, (own, other))))
                for own in sides[0]
                for other in sides[1]
            )
        if work > max_entries:
            raise OptimumBudgetError(counts, work, max_entries)

    def _choices(self, side_index: int, force: Force, rolls: int) -> int:
        return sum(len(self.possible_forces(side_index, force, hits)) for hits in range(rolls))

    def _reachable(self, side_index: int, max_entries: int) -> list[Force]:
        """Return all forces with units left that a side can reach; stop at `max_entries`."""
        forces = {self.fight.starting_forces()[side_index]: None}
        waiting = list(forces)
        while waiting and len(forces) <= max_entries:
            force = waiting.pop()
            for left in self.possible_forces(side_index, force, 1):
                if left.size and left not in forces:
                    forces[left] = None
                    waiting.append(left)
        return list(forces)
