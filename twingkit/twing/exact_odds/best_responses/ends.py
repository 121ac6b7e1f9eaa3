"""The ends of battles: best play followed forwards from the roll (TW-ODDS-2), for many contests at once.

The analyses of duels and of support need more than the odds: each outcome together with what both sides have
played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from twingkit.twing.exact_odds.best_responses.flow import Flow
from twingkit.twing.exact_odds.best_responses.grids import Worth
from twingkit.twing.exact_odds.best_responses.many import check_budget, solvable_groups
from twingkit.twing.exact_odds.best_responses.moves import Node, move_rules, start_nodes
from twingkit.twing.exact_odds.best_responses.plan import plan
from twingkit.twing.exact_odds.best_responses.values import Values
from twingkit.twing.exact_odds.contest import Contest, Resources
from twingkit.twing.exact_odds.terms import Responses

WIN, TIE, LOSS = 0, 1, 2
"""The attacker's outcomes."""


@attrs.frozen
class End:
    """One way a battle can end, with its `chance`. `outcome`: 0 the attacker wins, 1 tie, 2 the attacker
    loses.

    `number` is the index of the moment in `moments`. `played` counts the plays both sides have used, in the
    order of `Contest.limits`; `traps` counts how often the attacker's and the defender's traps took
    something.
    """

    number: int
    outcome: int
    played: tuple[int, ...]
    chance: float
    traps: tuple[int, int]


def moments(contest: Contest) -> tuple[Node, ...]:
    """Return every moment in which a battle can end, without its dice; a `Worth` has one number for each."""
    return plan(start_nodes(contest), move_rules(contest), one_node_per_level=False).nodes


def used_until(contest: Contest, node: Node) -> tuple[int, ...]:
    """Return how many plays of each kind both sides have used at a moment, in the order of
    `Contest.limits`."""
    return tuple(limit - unused for limit, unused in zip(contest.limits, node.left, strict=True))


def ends_of(
    contests: Sequence[Contest], responses: Responses = "best", worths: Sequence[Worth] | None = None
) -> list[list[End]]:
    """Return, for each contest, all ends with a positive chance.

    `responses="none"`: the dice alone. `responses="best"`: both sides respond to reach the end that is worth
    most by `worths`; without `worths`, a win is better than a tie and a tie better than a loss. Raises
    `BudgetError` if that would take too long.

    >>> from twingkit.twing.exact_odds.variants.contest import contest_of
    >>> from twingkit.twing.notation.battle_line import Battle
    >>> [ends] = ends_of([contest_of(Battle.parse("F: F5 vs W: W6 & cat"))])
    >>> round(sum(end.chance for end in ends if end.played[5]), 3)  # how often the cat is played
    0.34
    """
    if responses == "none":
        return [
            _ends_without_plays(contest, ends)
            for contest, ends in zip(contests, _solve_together(_without_plays(contests)), strict=True)
        ]
    for contest in contests:
        check_budget(contest)
    return _solve_together(contests, worths)


def _without_plays(contests: Sequence[Contest]) -> list[Contest]:
    """Return the contests without any plays."""
    return [
        attrs.evolve(contest, resources=(Resources(), Resources()), terms=contest.terms.judging_terms)
        for contest in contests
    ]


def _ends_without_plays(contest: Contest, ends: list[End]) -> list[End]:
    """Return the ends of a contest without plays, set to its starting node."""
    number = plan(start_nodes(contest), move_rules(contest), one_node_per_level=False).number(
        start_nodes(contest)[0]
    )
    return [attrs.evolve(end, number=number) for end in ends]


def _solve_together(contests: Sequence[Contest], worths: Sequence[Worth] | None = None) -> list[list[End]]:
    solved: list[list[End]] = [[]] * len(contests)
    for group in solvable_groups(contests, need_equal_rules=worths is None):
        numbers = group.firsts
        values = Values(
            [contests[number] for number in numbers],
            None if worths is None else [worths[number] for number in numbers],
            keeps_choices=True,
        )
        chances = Flow(values, values.start_nodes()).chances()
        for index, place in group.places:
            solved[index] = list(_ends(contests[index], values, chances[place]))
    return solved


def _ends(contest: Contest, values: Values, chances: list[tuple[int, int, float]]) -> Iterator[End]:
    for number, outcome, chance in chances:
        node = values.plan.nodes[number]
        yield End(number, outcome, used_until(contest, node), chance, node.taken)
