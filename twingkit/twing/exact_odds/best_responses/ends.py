"""The ends of battles: best play followed forwards from the roll (TW-ODDS-2), for many contests at once.

One home for what the analyses of duels and of support need to know beyond the odds: the outcome with what
both sides have played.
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
"""The outcomes, of the attacker."""


@attrs.frozen
class End:
    """One way in which a battle can end: `chance`, `outcome` (0 the attacker wins, 1 tie, 2 loses).

    `played` counts what both sides have used, in the order of `Contest.limits`; `number` is the place of the
    moment in `moments`; `traps` is how often the attacker's traps took something, and the defender's.
    """

    number: int
    outcome: int
    played: tuple[int, ...]
    chance: float
    traps: tuple[int, int]


def moments(contest: Contest) -> tuple[Node, ...]:
    """Every moment in which a battle can end, but for its dice: a `Worth` has a number for each."""
    return plan(start_nodes(contest), move_rules(contest), one_node_per_level=False).nodes


def used_until(contest: Contest, node: Node) -> tuple[int, ...]:
    """The plays that both sides have used at a moment, in the order of `Contest.limits`."""
    return tuple(limit - unused for limit, unused in zip(contest.limits, node.left, strict=True))


def ends_of(
    contests: Sequence[Contest], responses: Responses = "best", worths: Sequence[Worth] | None = None
) -> list[list[End]]:
    """All ends of each contest that have a chance.

    `responses` "none": the dice alone. "best": both sides respond for the best end, by `worths`, or without
    it for a win rather than a tie and a tie rather than a loss. Raises `BudgetError` where that would take
    too long.

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
    """The contests in which nobody has anything to play."""
    return [
        attrs.evolve(contest, resources=(Resources(), Resources()), terms=contest.terms.judging_terms)
        for contest in contests
    ]


def _ends_without_plays(contest: Contest, ends: list[End]) -> list[End]:
    """The ends of a contest in which nobody has played anything."""
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
