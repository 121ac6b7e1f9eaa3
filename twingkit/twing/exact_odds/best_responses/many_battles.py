"""Best responses of many battles at once (TW-ODDS-2): contests that share a plan are solved together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

from twingkit.core.notation import ROLES
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, BudgetError
from twingkit.twing.exact_odds.best_responses import moves, values
from twingkit.twing.exact_odds.best_responses.grids import EdgeAndWin, loss_probability
from twingkit.twing.exact_odds.best_responses.plan import contest_plan
from twingkit.twing.exact_odds.contest import CERTAIN_MARGIN, Contest, DieRules, PlaysLeft
from twingkit.twing.exact_odds.terms import ContestVariant
from twingkit.twing.rules.response_cards import RESPONSE_CARD_PLURALS
from twingkit.twing.rules.rulebook import rulebook

MAX_PLAY_COMBINATIONS = 6000
"""Largest number of combinations of remaining plays for which best play is solved within the default budget.

It is enough for every deal of the assumed box.
"""

MAX_CELLS = 1 << 21
"""Largest number of values of one kind held in memory: contests × nodes × dice.

There are four kinds, each twice, of 8 bytes: about 128 MB.
"""

_MAX_CONTESTS_AT_ONCE = 128
"""Largest number of contests solved together, so that their numbers fit into the processor's cache."""


class ResponseBudgetError(BudgetError):
    """The error raised if best play of a battle would take too long.

    `.size` is the number of combinations of remaining plays, `.budget` the limit.

    >>> from twingkit import twing
    >>> twing.odds("F: F5 & cat*99 vs W: W6 & cat*99", responses="best")
    Traceback (most recent call last):
    ...
    twingkit.twing.exact_odds.best_responses.many_battles.ResponseBudgetError: Computing ...
    """

    def __init__(self, contest: Contest, budget: int) -> None:
        counts = {
            f"{role}_{name}": count
            for role, resources in zip(ROLES, contest.side_plays, strict=True)
            for name, count in zip(RESPONSE_CARD_PLURALS, resources.response_cards, strict=True)
        }
        super().__init__("budget", rulebook(), size=contest.play_combinations, budget=budget, **counts)
        self.size, self.budget = contest.play_combinations, budget


def size_limit(limit: int, budget: float) -> int:
    """Return the largest problem size that can be solved in `budget` seconds; `limit` is the size for the
    default budget.

    >>> size_limit(6000, DEFAULT_BUDGET_SECONDS), size_limit(6000, 15)
    (6000, 1500)
    """
    return round(limit * budget / DEFAULT_BUDGET_SECONDS)


def check_budget(contest: Contest, budget: float = DEFAULT_BUDGET_SECONDS) -> None:
    """Raise `BudgetError` if best play of this contest would take longer than `budget` seconds."""
    most = size_limit(MAX_PLAY_COMBINATIONS, budget)
    if contest.play_combinations > most:
        raise ResponseBudgetError(contest, most)


class ContestGroup(NamedTuple):
    """A group of contests that are solved together, with duplicates merged.

    `distinct_indices` are the indices of the distinct contests, `outcome_keys` what makes them distinct;
    `contest_positions` gives, for the index of each contest, its position among them.
    """

    distinct_indices: list[int]
    outcome_keys: list[Any]
    contest_positions: list[tuple[int, int]]


def solvable_groups(contests: Sequence[Contest], *, need_equal_rules: bool = True) -> Iterator[ContestGroup]:
    """Yield groups of contests, each of which can be solved together and fits into memory.

    With `need_equal_rules`, contests that do not differ in anything relevant are merged.
    """
    sharing: dict[tuple[PlaysLeft, ContestVariant, bool, bool], dict[object, list[int]]] = {}
    for index, contest in enumerate(contests):
        attack, defence = contest.profiles
        shape = contest.play_limits, contest.terms, attack.rolls_die, defence.rolls_die
        shared = sharing.setdefault(shape, {})
        shared.setdefault(_outcome_key(contest) if need_equal_rules else index, []).append(index)
    for different in sharing.values():
        first = contests[next(iter(different.values()))[0]]
        most = 1
        if values.has_numpy() and not first.terms.endless_shamrock:
            most = max(1, min(_MAX_CONTESTS_AT_ONCE, MAX_CELLS // _cells(first)))
        rows = list(different.items())
        for begun in range(0, len(rows), most):
            part = rows[begun : begun + most]
            yield ContestGroup(
                [row[0] for _, row in part],
                [key for key, _ in part],
                [(index, place) for place, (_, row) in enumerate(part) for index in row],
            )


def _cells(contest: Contest) -> int:
    """Return the number of values to compute for a contest: its nodes times the pairs of states of its
    dice.
    """
    nodes = contest.play_combinations
    if not contest.terms.affects_only_outcome:
        nodes = len(
            contest_plan(
                moves.start_nodes(contest), moves.move_rules(contest), one_node_per_level=False
            ).nodes
        )
    return nodes * prod(len(profile.states) for profile in contest.profiles)


def _outcome_key(contest: Contest) -> tuple[tuple[DieRules, DieRules], tuple[int, ...]]:
    """Return a key that distinguishes contests with the same plan: the rules for both dice, and the margins
    after traps.

    Margins that the dice can no longer change are cut to one value.
    """
    limits, margin, (lost, won) = contest.play_limits, contest.margin, contest.trap_losses
    margins = [
        margin + won[min(mine, len(won) - 1)] - lost[min(theirs, len(lost) - 1)]
        for mine in range(limits[moves.TRAP] + 1)
        for theirs in range(limits[moves.PLAY_KINDS_PER_SIDE + moves.TRAP] + 1)
    ]
    return contest.profiles, tuple([max(-CERTAIN_MARGIN, min(CERTAIN_MARGIN, each)) for each in margins])


def best_play_chances(
    contests: Sequence[Contest], budget: float = DEFAULT_BUDGET_SECONDS
) -> list[tuple[float, float, float]]:
    """Return the attacker's chances (win, tie, loss) in each contest if both sides respond optimally.

    Raises `BudgetError` before solving anything if one of them would take too long.

    >>> from twingkit.twing.exact_odds.variants.contest import battle_contest
    >>> from twingkit.twing.notation.battle_line import Battle
    >>> lines = "F: F5 & cat vs W: W6", "F: F5 vs W: W6 & cat"
    >>> for chances in best_play_chances([battle_contest(Battle.parse(line)) for line in lines]):
    ...     print([round(chance, 3) for chance in chances])
    [0.432, 0.116, 0.452]
    [0.19, 0.073, 0.737]
    """
    for contest in {contest.play_limits: contest for contest in contests}.values():
        check_budget(contest, budget)
    solved: list[tuple[float, float, float]] = [(0.0, 0.0, 0.0)] * len(contests)
    for groups in _joined_groups(contests):
        for group, chances in zip(groups, _means_by_contest(contests, groups), strict=True):
            for index, place in group.contest_positions:
                edge, win = chances[place]
                loss = loss_probability(edge, win)
                tie = 0.0 if contests[index].terms.defender_wins_ties else max(0.0, 1.0 - win - loss)
                solved[index] = (win, tie, loss)
    return solved


def _joined_groups(contests: Sequence[Contest]) -> Iterator[list[ContestGroup]]:
    """Yield lists of groups to solve together: groups that can share nodes and fit into memory; other groups
    alone.
    """
    joined: dict[moves.MoveRules, list[ContestGroup]] = {}
    sizes = Counter[moves.MoveRules]()
    for group in solvable_groups(contests):
        first, count = contests[group.distinct_indices[0]], len(group.distinct_indices)
        is_plain = count == 1 and first.play_combinations <= values.MAX_PURE_PYTHON_COMBINATIONS
        if is_plain or not values.has_numpy() or not first.terms.affects_only_outcome:
            yield [group]
            continue
        rules = moves.move_rules(first)
        size = count * _cells(first)
        if sizes[rules] + size > MAX_CELLS and rules in joined:
            yield joined.pop(rules)
            sizes[rules] = 0
        joined.setdefault(rules, []).append(group)
        sizes[rules] += size
    yield from joined.values()


def _means_by_contest(contests: Sequence[Contest], groups: Sequence[ContestGroup]) -> list[list[EdgeAndWin]]:
    """Return, for each group, the values of its distinct contests, averaged over the first roll."""
    if len(groups) == 1:
        distinct = [contests[index] for index in groups[0].distinct_indices]
        return [values.BattleValues(distinct, kept_passes=0).means_by_contest()]
    from twingkit.twing.exact_odds.best_responses.shared_nodes import SharedBestPlay

    firsts = [contests[group.distinct_indices[0]] for group in groups]
    starts = [
        [(first.play_limits, key) for key in group.outcome_keys]
        for first, group in zip(firsts, groups, strict=True)
    ]
    return list(SharedBestPlay(starts, moves.move_rules(firsts[0])).means_by_group())
