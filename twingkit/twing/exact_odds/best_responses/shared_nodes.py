"""Best play of many contests with different plays: a node that several contests reach is solved once.

It needs terms that change only how the battle is decided. Then the rest of a battle depends on the plays
left, on both dice, and on the margins after further traps. Battles with different cards often meet in such a
node.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import starmap
from operator import itemgetter

from twingkit.twing.exact_odds.best_responses import moves
from twingkit.twing.exact_odds.best_responses import plan as plans
from twingkit.twing.exact_odds.best_responses.best_play import BestPlayValues
from twingkit.twing.exact_odds.best_responses.grids import EdgeAndWin
from twingkit.twing.exact_odds.best_responses.numpy_grids import NumpyGrids
from twingkit.twing.exact_odds.contest import Contest, DieRules, PlaysLeft

_Profiles = tuple[DieRules, DieRules]

_OutcomeKey = tuple[_Profiles, tuple[int, ...]]
"""How both dice count, and the margins after 0, 1, 2 … further traps of each side; the number of the
defender's traps varies fastest.
"""

SharedNode = tuple[PlaysLeft, _OutcomeKey]
"""The plays left, and what decides the outcome with the dice."""

_Key = tuple[int, ...]
"""An outcome key with a number instead of the pair of dice."""

_NextKey = Callable[[_Key], _Key]

_Response = tuple[str, moves.MoveOutcome[moves.BattleNode], _NextKey | None]
"""The name and the step of a response, and the function that returns the next key, unless it is the same."""

_Offered = tuple[str, moves.MoveOutcome[moves.BattleNode], list[int]]
"""The name and the step of a response, and for each node with these plays left the index of the next one."""


class SharedBestPlay(BestPlayValues):
    """Best play from the starting nodes of several groups of contests, which share the nodes that follow."""

    grids: NumpyGrids

    def __init__(self, groups: Iterable[Iterable[SharedNode]], rules: moves.MoveRules) -> None:
        self._indices: defaultdict[PlaysLeft, dict[_Key, int]] = defaultdict(dict)
        """The index of each node among those with the same plays left."""
        self._first_numbers: dict[PlaysLeft, int] = {}
        pairs: dict[_Profiles, int] = {}
        self._groups = [
            [
                (
                    left,
                    self._indices[left].setdefault(
                        (pairs.setdefault(profiles, len(pairs)), *margins), len(self._indices[left])
                    ),
                )
                for left, (profiles, margins) in group
            ]
            for group in groups
        ]
        """The plays left and the index of each node."""
        cases, case_indices, levels = dict[_Key, int](), list[int](), list[plans.NodeLevel]()
        for left, sides in reversed(self._reach(rules)):
            first = self._first_numbers[left] = len(case_indices)
            case_indices += [cases.setdefault(key[:2], len(cases)) for key in self._indices[left]]
            offers = tuple(tuple(starmap(self._offer, responses)) for responses in sides)
            levels.append(plans.NodeLevel(first, len(case_indices), offers, ((), ())))
        dice = list(pairs)
        ends = [Contest(margin, dice[pair], terms=rules.terms) for pair, margin in cases]
        nodes, case = tuple(range(len(case_indices))), rules.outcome_facts(moves.BattleNode(()))
        plan = plans.SolvingPlan(rules.side_count, nodes, {}, tuple(levels), (case,), tuple(case_indices))
        super().__init__(plan, _EndGrids(ends, plan), at_once=False, keeps_choices=False, kept_passes=0)

    def means_by_group(self) -> Iterator[list[EdgeAndWin]]:
        """Yield, for each group, the values of its contests, averaged over the first roll."""
        for group in self._groups:
            numbers = [self._first_numbers[left] + index for left, index in group]
            yield self.grids.means_by_contest(self._values[0][0][:, numbers].swapaxes(1, 2))

    def _reach(self, rules: moves.MoveRules) -> list[tuple[PlaysLeft, list[list[_Offered]]]]:
        """Add all reachable nodes; return, for each number of plays left (the most first), the responses of
        both sides.

        Every response uses one play.
        """
        reached = []
        waiting = [set[PlaysLeft]() for _ in range(max(map(sum, self._indices)) + 1)]
        for left in self._indices:
            waiting[sum(left)].add(left)
        while waiting:
            for left in waiting.pop():
                sides: list[list[_Offered]] = []
                for responses in _responses(left, rules):
                    sides.append([])
                    for name, step, next_key in responses:
                        then = self._indices[step.next_node.plays_left]
                        waiting[-1].add(step.next_node.plays_left)
                        keys = map(next_key, self._indices[left]) if next_key else self._indices[left]
                        sides[-1].append((name, step, [then.setdefault(key, len(then)) for key in keys]))
                reached.append((left, sides))
        return reached

    def _offer(
        self, name: str, step: moves.MoveOutcome[moves.BattleNode], indices: Iterable[int]
    ) -> plans.OfferedResponse:
        first = self._first_numbers[step.next_node.plays_left]
        numbers = tuple([first + index for index in indices])
        return plans.OfferedResponse(
            name, (plans.LevelDiceStep(1.0, step.rolled_die, step.inverted_die, numbers, False),), None
        )


@lru_cache(maxsize=1024)
def _responses(left: PlaysLeft, rules: moves.MoveRules) -> list[list[_Response]]:
    """Return the responses of each side with these plays left, in the order of TW-ODDS-2."""
    traps = left[moves.TRAP], left[moves.PLAY_KINDS_PER_SIDE + moves.TRAP]
    sides: list[list[_Response]] = []
    for mover in range(rules.side_count):
        sides.append([])
        for name, (step,) in rules.moves(moves.BattleNode(left), mover):
            taken = step.next_node.successful_traps
            kept = [
                1 + mine * (traps[1] + 1) + theirs
                for mine in range(taken[0], traps[0] + 1)
                for theirs in range(taken[1], traps[1] + 1)
            ]
            sides[-1].append((name, step, itemgetter(0, *kept) if any(taken) else None))
    return sides


class _EndGrids(NumpyGrids):
    """Grids of a single contest whose cases are the ends of several contests."""

    def __init__(self, ends: Sequence[Contest], plan: plans.SolvingPlan) -> None:
        super().__init__(ends, plan)
        self.shape = (1, *self.shape[1:])
        self.outcomes = self.outcomes.swapaxes(0, 1)
