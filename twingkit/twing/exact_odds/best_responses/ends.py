"""The ends of battles: best play followed forwards from the roll (TW-ODDS-2), for many contests at once.

The analyses of duels and of support need more than the odds: each outcome together with what both sides have
played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.twing.exact_odds.best_responses.best_play import ForwardPass
from twingkit.twing.exact_odds.best_responses.grids import AttackerEndValues
from twingkit.twing.exact_odds.best_responses.many_battles import check_budget, solvable_groups
from twingkit.twing.exact_odds.best_responses.moves import BattleNode, move_rules, start_nodes
from twingkit.twing.exact_odds.best_responses.plan import contest_plan
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.terms import Responses

WIN, TIE, LOSS = 0, 1, 2
"""The attacker's outcomes."""


@attrs.frozen
class BattleEnd:
    """One way a battle can end: its outcome, the plays used and the traps that succeeded, with its `chance`.

    `outcome`: 0 the attacker wins, 1 tie, 2 the attacker loses. `moment_index` is the index of the last
    moment in `possible_end_nodes`. `plays_used` counts the plays both sides have used, in the order of
    `Contest.play_limits`; `successful_traps` counts how often the attacker's and the defender's traps took
    something.
    """

    moment_index: int
    outcome: int
    plays_used: tuple[int, ...]
    chance: float
    successful_traps: tuple[int, int]


def possible_end_nodes(contest: Contest) -> tuple[BattleNode, ...]:
    """Return every node, without its dice, at which a battle can end; `BattleEnd.moment_index` is an index
    into this tuple.
    """
    return contest_plan(start_nodes(contest), move_rules(contest), one_node_per_level=False).nodes


def plays_used_until(contest: Contest, node: BattleNode) -> tuple[int, ...]:
    """Return how many plays of each kind (as in `Contest.play_limits`) both sides have used at a node."""
    return tuple(limit - unused for limit, unused in zip(contest.play_limits, node.plays_left, strict=True))


def battle_ends(
    contests: Sequence[Contest],
    responses: Responses = "best",
    end_values: Sequence[AttackerEndValues] | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> list[list[BattleEnd]]:
    """Return, for each contest, a list of the ways its battle can end, each with a positive chance.

    `responses="none"`: the dice alone. `responses="best"`: both sides respond to reach the end that is worth
    most by `end_values`; without `end_values`, a win is better than a tie and a tie better than a loss.
    Raises `BudgetError` if that would take longer than `budget` seconds.

    >>> from twingkit.twing.exact_odds.variants.contest import battle_contest
    >>> from twingkit.twing.notation.battle_line import Battle
    >>> [ends] = battle_ends([battle_contest(Battle.parse("F: F5 vs W: W6 & cat"))])
    >>> round(sum(end.chance for end in ends if end.plays_used[5]), 3)  # how often the cat is used
    0.34
    """
    if responses == "none":
        return [
            _ends_without_plays(contest, ends)
            for contest, ends in zip(
                contests, _solve_together([contest.without_plays for contest in contests]), strict=True
            )
        ]
    for contest in contests:
        check_budget(contest, budget)
    return _solve_together(contests, end_values)


def _ends_without_plays(contest: Contest, ends: list[BattleEnd]) -> list[BattleEnd]:
    """Return the ends of a contest without plays, all at its starting node."""
    number = contest_plan(start_nodes(contest), move_rules(contest), one_node_per_level=False).node_number(
        start_nodes(contest)[0]
    )
    return [attrs.evolve(end, moment_index=number) for end in ends]


def _solve_together(
    contests: Sequence[Contest], worths: Sequence[AttackerEndValues] | None = None
) -> list[list[BattleEnd]]:
    solved: list[list[BattleEnd]] = [[]] * len(contests)
    for group in solvable_groups(contests, need_equal_rules=worths is None):
        numbers = group.distinct_indices
        values = BattleValues(
            [contests[number] for number in numbers],
            None if worths is None else [worths[number] for number in numbers],
            keeps_choices=True,
        )
        chances = ForwardPass(values, values.start_nodes_and_masks()).end_chances()
        for index, place in group.contest_positions:
            solved[index] = list(_ends(contests[index], values, chances[place]))
    return solved


def _ends(
    contest: Contest, values: BattleValues, chances: list[tuple[int, int, float]]
) -> Iterator[BattleEnd]:
    for number, outcome, chance in chances:
        node = values.plan.nodes[number]
        yield BattleEnd(number, outcome, plays_used_until(contest, node), chance, node.successful_traps)
