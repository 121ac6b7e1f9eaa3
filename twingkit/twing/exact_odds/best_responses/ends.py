"""The ends of battles: best play followed forwards from the roll (TW-ODDS-2), for many contests at once.

One home for what the analyses of duels and of support need to know beyond the odds: the outcome with what
both sides have played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from twingkit.twing.exact_odds.best_responses.grids import Mass, Worth
from twingkit.twing.exact_odds.best_responses.many import check_budget, together
from twingkit.twing.exact_odds.best_responses.moves import Node, begins, move_rules
from twingkit.twing.exact_odds.best_responses.plan import Level, plan
from twingkit.twing.exact_odds.best_responses.values import Values
from twingkit.twing.exact_odds.contest import Contest, Means
from twingkit.twing.exact_odds.terms import Responses

WIN, TIE, LOSS = 0, 1, 2
"""The outcomes, of the attacker."""

LEAST = 1e-18
"""A chance below this of rolling on with an endless Shamrock is as good as none."""


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
    return plan(begins(contest), move_rules(contest), apart=False).nodes


def used_until(contest: Contest, node: Node) -> tuple[int, ...]:
    """What both sides have used at a moment, in the order of `Contest.limits`."""
    return tuple(limit - unused for limit, unused in zip(contest.limits, node.left, strict=True))


def ends_of(
    contests: Sequence[Contest], responses: Responses = "best", worths: Sequence[Worth] | None = None
) -> list[list[End]]:
    """All ends of each contest that have a chance.

    `responses` "none": the dice alone. "best": both sides respond for the best end, by `worths`, or without
    it for a win rather than a tie and a tie rather than a loss. Raises `BudgetError` where that would take
    too long.

    >>> from twingkit.twing.exact_odds.contest import battle_contest
    >>> from twingkit.twing.notation.battle_line import Battle
    >>> [ends] = ends_of([battle_contest(Battle.parse("F: F5 vs W: W6 & cat"))])
    >>> round(sum(end.chance for end in ends if end.played[5]), 3)  # how often the cat is played
    0.34
    """
    if responses == "none":
        return [
            _idle(contest, ends) for contest, ends in zip(contests, _solved(_silent(contests)), strict=True)
        ]
    for contest in contests:
        check_budget(contest)
    return _solved(contests, worths)


def _silent(contests: Sequence[Contest]) -> list[Contest]:
    """The contests in which nobody has anything to play."""
    return [
        attrs.evolve(contest, means=(Means(), Means()), terms=contest.terms.decided_by)
        for contest in contests
    ]


def _idle(contest: Contest, ends: list[End]) -> list[End]:
    """The ends of a contest in which nobody has played anything."""
    number = plan(begins(contest), move_rules(contest), apart=False).number(begins(contest)[0])
    return [attrs.evolve(end, number=number) for end in ends]


def _solved(contests: Sequence[Contest], worths: Sequence[Worth] | None = None) -> list[list[End]]:
    solved: list[list[End]] = [[]] * len(contests)
    for group in together(contests, equal=worths is None):
        numbers = group.firsts
        values = Values(
            [contests[number] for number in numbers],
            None if worths is None else [worths[number] for number in numbers],
            keeps_choices=True,
        )
        chances = _Flow(values).chances()
        for index, place in group.places:
            solved[index] = list(_ends(contests[index], values, chances[place]))
    return solved


def _ends(contest: Contest, values: Values, chances: list[tuple[int, int, float]]) -> Iterator[End]:
    for number, outcome, chance in chances:
        node = values.plan.nodes[number]
        yield End(number, outcome, used_until(contest, node), chance, node.taken)


class _Flow:
    """The chances of all moments, moved on from the roll by what both sides choose."""

    def __init__(self, values: Values) -> None:
        self._values, self._grids = values, values.grids
        self._begun = [self._grids.masses() for _ in (0, 1)]
        """The chances by the side to respond, before it does."""
        self._windows = [self._grids.masses() for _ in (0, 1)] if values.terms.at_once else self._begun
        for number, where in values.begun():
            self._grids.begin(self._begun[0], number, where)

    def chances(self) -> list[list[tuple[int, int, float]]]:
        """The ends of each contest: the number of the moment, the outcome, the chance."""
        ends: list[list[tuple[int, int, float]]] = [[] for _ in range(self._grids.count)]
        for level in reversed(self._values.plan.levels):
            ended = self._followed(level)
            for index, number, outcome, chance in self._grids.outcomes_of(level, ended):
                ends[index].append((number, outcome, chance))
        return ends

    def _followed(self, level: Level) -> Mass:
        """Move the chances of a level on; return those with which the battle ends in it.

        An endless Shamrock brings some of them back to the level: again, until next to none is left.
        """
        grids, ended = self._grids, self._grids.no_mass(level)
        while True:
            if self._values.terms.at_once:
                ended = grids.added(ended, self._settled(level))
            begun = [grids.taken(masses, level) for masses in self._begun]
            if sum(map(grids.total, begun)) < LEAST:
                return ended
            ended = grids.added(ended, self._responded(level, False, begun, self._begun))
            if not level.again:
                return ended

    def _settled(self, level: Level) -> Mass:
        """Move the chances with which a critical result shows through Miromon's window (TW-VAR-9): what is
        critical after it ends the battle, the rest comes back with the attacker to respond."""
        grids, decided = self._grids, self._grids.decided(level.first, level.last)
        waiting = [grids.taken(masses, level) for masses in self._windows]
        for masses in self._begun:
            critical, other = grids.parted(grids.taken(masses, level), decided)
            grids.brought(masses, level, other)
            waiting[0] = grids.added(waiting[0], critical)
        closed = self._responded(level, True, waiting, self._windows)
        ended, back = grids.parted(closed, decided)
        grids.brought(self._begun[0], level, back)
        return ended

    def _responded(self, level: Level, window: bool, begun: list[Mass], then: list[Mass]) -> Mass:
        """Let both sides respond until both pass; return the chances with which they do."""
        grids, choices = self._grids, self._values.kept_choices
        assert choices is not None
        offers = level.window if window else level.offers
        for passed in (False, True):
            passing = []
            for mover in (0, 1):
                choice = choices[level.first, window, mover, passed]
                passing.append(grids.share(begun[mover], choice, 0))
                again = (level.again,) if level.again and not mover and not window else ()
                for number, offer in enumerate((*again, *offers[mover]), 1):
                    moved = grids.share(begun[mover], choice, number)
                    if grids.total(moved):
                        grids.moved(then[1 - mover], offer, moved)
            begun = passing[::-1]
        return grids.added(*begun)
