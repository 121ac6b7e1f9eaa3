"""Best responses of many battles at once (TW-ODDS-2): contests that share a plan are solved together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from twingkit.core.slices import BudgetError
from twingkit.twing.exact_odds.best_responses.grids import loss_probability
from twingkit.twing.exact_odds.best_responses.moves import (
    PLAYS,
    TRAP,
    MoveRules,
    Node,
    move_rules,
    start_nodes,
)
from twingkit.twing.exact_odds.best_responses.plan import plan
from twingkit.twing.exact_odds.best_responses.values import Values, has_numpy
from twingkit.twing.exact_odds.contest import CERTAIN_MARGIN, Contest, Profile
from twingkit.twing.notation.battle_line import ROLES
from twingkit.twing.rules.response_cards import PLURALS
from twingkit.twing.rules.rulebook import rulebook

BUDGET = 6000
"""Largest number of combinations of remaining plays that is solved: enough for every deal of the assumed box.
"""

MAX_CELLS = 1 << 21
"""Largest number of cells of one kind in memory: contests × nodes × dice. There are four kinds, each twice,
of 8
bytes: about 128 MB.
"""

MAX_CONTESTS_AT_ONCE = 128
"""Largest number of contests solved together; with more, their numbers no longer fit into the processor's
cache.
"""


class ResponseBudgetError(BudgetError):
    """Best play of this battle would take too long: `.size` combinations of plays, `.budget` is the limit.

    >>> from twingkit import twing
    >>> twing.odds("F: F5 & cat*99 vs W: W6 & cat*99", "best")
    Traceback (most recent call last):
    ...
    twingkit.twing.exact_odds.best_responses.many.ResponseBudgetError: Computing ...
    """

    def __init__(self, contest: Contest, budget: int) -> None:
        counts = {
            f"{role}_{name}": count
            for role, resources in zip(ROLES, contest.resources, strict=True)
            for name, count in zip(PLURALS, resources.held, strict=True)
        }
        super().__init__("budget", rulebook(), size=contest.size, budget=budget, **counts)
        self.size, self.budget = contest.size, budget


def check_budget(contest: Contest) -> None:
    """Raise `BudgetError` if best play of this contest would take too long."""
    if contest.size > BUDGET:
        raise ResponseBudgetError(contest, BUDGET)


Weights = tuple[tuple[float, ...], tuple[float, ...]]
"""How many of twelve rolls of each die give each state."""


class Group(NamedTuple):
    """Contests that are solved together.

    `firsts` are the indices of the distinct contests; `places` gives, for the index of each contest, its
    position among them.
    """

    firsts: list[int]
    places: list[tuple[int, int]]


def solvable_groups(contests: Sequence[Contest], *, need_equal_rules: bool = True) -> Iterator[Group]:
    """Yield the contests in groups that can be solved together and fit into memory.

    With `need_equal_rules`, contests that do not differ in anything relevant are merged.
    """
    sharing: dict[tuple[tuple[Node, ...], MoveRules, Weights], dict[object, list[int]]] = {}
    for index, contest in enumerate(contests):
        weights = contest.profiles[0].weights, contest.profiles[1].weights
        shared = sharing.setdefault((start_nodes(contest), move_rules(contest), weights), {})
        shared.setdefault(_outcome_key(contest) if need_equal_rules else index, []).append(index)
    for (begin, rules, weights), different in sharing.items():
        most = 1
        if has_numpy() and not rules.terms.endless_shamrock:
            cells = len(plan(begin, rules, one_node_per_level=False).nodes) * prod(map(len, weights))
            most = max(1, min(MAX_CONTESTS_AT_ONCE, MAX_CELLS // cells))
        rows = list(different.values())
        for begun in range(0, len(rows), most):
            part = rows[begun : begun + most]
            yield Group(
                [row[0] for row in part], [(index, place) for place, row in enumerate(part) for index in row]
            )


def _outcome_key(contest: Contest) -> tuple[tuple[Profile, Profile], tuple[int, ...]]:
    """Return what decides a contest apart from its plan: how its dice count, and the margins after traps.

    Margins that the dice can no longer change are cut to one value.
    """
    lost, won = contest.losses
    taken = product(range(contest.limits[TRAP] + 1), range(contest.limits[PLAYS + TRAP] + 1))
    margins = tuple(
        max(
            -CERTAIN_MARGIN,
            min(
                CERTAIN_MARGIN,
                contest.margin + won[min(mine, len(won) - 1)] - lost[min(theirs, len(lost) - 1)],
            ),
        )
        for mine, theirs in taken
    )
    return contest.profiles, margins


def best_chances(contests: Sequence[Contest]) -> list[tuple[float, float, float]]:
    """Return the attacker's chances (win, tie, loss) in each contest if both sides respond optimally.

    Raises `BudgetError` before solving anything if one of them would take too long.

    >>> from twingkit.twing.exact_odds.variants.contest import contest_of
    >>> from twingkit.twing.notation.battle_line import Battle
    >>> lines = "F: F5 & cat vs W: W6", "F: F5 vs W: W6 & cat"
    >>> for chances in best_chances([contest_of(Battle.parse(line)) for line in lines]):
    ...     print([round(chance, 3) for chance in chances])
    [0.432, 0.116, 0.452]
    [0.19, 0.073, 0.737]
    """
    for contest in contests:
        check_budget(contest)
    solved: list[tuple[float, float, float]] = [(0.0, 0.0, 0.0)] * len(contests)
    for group in solvable_groups(contests):
        values = Values([contests[index] for index in group.firsts], kept_passes=0)
        chances = values.first_rolls()
        for index, place in group.places:
            edge, win = chances[place]
            loss = loss_probability(edge, win)
            tie = 0.0 if contests[index].terms.defender_wins_ties else max(0.0, 1.0 - win - loss)
            solved[index] = (win, tie, loss)
    return solved
