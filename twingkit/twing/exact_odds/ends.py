"""The ends of battles: the outcome with what both sides have played, for many contests at once (TW-ODDS-2).

One home for what the analyses of duels and of support need to know beyond the odds. With numpy the contests
are solved together (`best_batch.py`); without it one by one in plain Python, with the same chances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import product

import attrs

from twingkit.twing.exact_odds.best_plain import EPSILON, Cell, Grid, Left, PlainValues
from twingkit.twing.exact_odds.contest import INVERTED, Contest, Means
from twingkit.twing.exact_odds.odds import check_budget
from twingkit.twing.exact_odds.terms import BOXED, Responses
from twingkit.twing.exact_odds.variants.ends import VariantEnds

WIN, TIE, LOSS = 0, 1, 2
"""The outcomes, of the attacker."""

Worth = list[float]
"""The value of each end for the attacker: one number for each outcome and, within it, for each combination of
what is left, in the order of `lefts`."""


@attrs.frozen
class End:
    """One way in which a battle can end: `chance`, `outcome` (0 the attacker wins, 1 tie, 2 loses).

    `played` counts what both sides have used, in the order of `Contest.limits`; `place` is the end's place
    in a `Worth`; `traps` is how often the attacker's traps took something, and the defender's.
    """

    place: int
    outcome: int
    played: tuple[int, ...]
    chance: float
    traps: tuple[int, int]


def lefts(contest: Contest) -> list[Left]:
    """Every combination of what both sides can have left, in rising order."""
    return list(product(*(range(limit + 1) for limit in contest.limits)))


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
        idle = [
            attrs.evolve(contest, means=(Means(), Means()), terms=contest.terms.decided_by)
            for contest in contests
        ]
        solved = _flat(idle, None)
        return [
            [
                End(
                    outcome * contest.size + contest.size - 1,
                    outcome,
                    (0,) * len(contest.limits),
                    chance,
                    (0, 0),
                )
                for outcome, chance in enumerate(chances)
                if chance
            ]
            for contest, chances in zip(contests, solved, strict=True)
        ]
    for contest in contests:
        check_budget(contest)
    return [
        list(_ends(contest, chances))
        for contest, chances in zip(contests, _flat(contests, worths), strict=True)
    ]


def _ends(contest: Contest, chances: Sequence[float]) -> Iterator[End]:
    for index, (outcome, left) in enumerate(product(range(3), lefts(contest))):
        if chances[index]:
            played = tuple(limit - unused for limit, unused in zip(contest.limits, left, strict=True))
            yield End(index, outcome, played, chances[index], contest.taken(played))


def _flat(contests: Sequence[Contest], worths: Sequence[Worth] | None) -> list[list[float]]:
    """The chance of every end of each contest, in the order of a `Worth`."""
    bent = {index for index, contest in enumerate(contests) if contest.terms is not BOXED}
    if bent:
        boxed = [index for index in range(len(contests)) if index not in bent]
        solved = dict(
            zip(
                boxed,
                _flat(
                    [contests[index] for index in boxed],
                    None if worths is None else [worths[index] for index in boxed],
                ),
                strict=True,
            )
        )
        for index in bent:
            ends = VariantEnds(contests[index], None if worths is None else worths[index])
            solved[index] = ends.chances_of_ends()
        return [solved[index] for index in range(len(contests))]
    if find_spec("numpy") is None:
        return [
            PlainEnds(contest, None if worths is None else worths[index]).chances_of_ends()
            for index, contest in enumerate(contests)
        ]
    import numpy as np

    from twingkit.twing.exact_odds.best_batch import batch_ends

    shaped = None
    if worths is not None:
        shaped = [
            np.array(worth).reshape(3, *(limit + 1 for limit in contest.limits))
            for contest, worth in zip(contests, worths, strict=True)
        ]
    return [ends.joint.reshape(-1).tolist() for ends in batch_ends(contests, shaped)]


class PlainEnds(PlainValues):
    """A contest solved for what its ends are worth, then followed forwards, in plain Python."""

    def __init__(self, contest: Contest, worth: Worth | None = None) -> None:
        size = contest.size
        self._worth = worth or [1.0] * size + [0.0] * size + [-1.0] * size
        self._lefts = lefts(contest)
        self._indices = {left: index for index, left in enumerate(self._lefts)}
        super().__init__(contest)

    def _outcomes(self, left: Left) -> list[int]:
        """The outcomes if both pass now, for every pair of dice."""
        limits = self._contest.limits
        traps = (limits[2] - left[2], limits[6] - left[6])
        return [1 - outcome for outcome in self._contest.outcomes(traps)]

    def _ending(self, left: Left) -> Grid:
        size, index = len(self._lefts), self._indices[left]
        cells: list[Cell] = []
        for outcome in range(3):
            value = self._worth[outcome * size + index]
            cells.append((value, max(value, 0.0), max(-value, 0.0)))
        return [cells[outcome] for outcome in self._outcomes(left)]

    def chances_of_ends(self) -> list[float]:
        """The chance of every end when both sides choose best, in the order of a `Worth`."""
        one, two = (profile.weights for profile in self._contest.profiles)
        opening = [first * second / 144 for first, second in product(one, two)]
        blank = [0.0] * len(opening)
        chances = [0.0] * (3 * len(self._lefts))
        reached = {left: (blank[:], list(blank)) for left in self._lefts}
        reached[self._contest.limits] = opening, blank[:]
        for number in range(len(self._lefts) - 1, -1, -1):
            left = self._lefts[number]
            waiting = (blank[:], blank[:])
            ended = blank[:]
            for mover in (0, 1):
                self._respond(left, mover, False, reached[left][mover], waiting[1 - mover], reached)
            for mover in (0, 1):
                self._respond(left, mover, True, waiting[mover], ended, reached)
            for outcome, chance in zip(self._outcomes(left), ended, strict=True):
                chances[outcome * len(self._lefts) + number] += chance
        return chances

    def _respond(
        self,
        left: Left,
        mover: int,
        passed: bool,
        mass: list[float],
        passing: list[float],
        reached: dict[Left, tuple[list[float], list[float]]],
    ) -> None:
        """Move the chances of a side to respond: to `passing`, or on with less left."""
        base = self._ending(left) if passed else self._after_pass[1 - mover][left]
        sign = 1 if mover == 0 else -1
        candidates = list(self._candidates(left, mover))
        for index, chance in enumerate(mass):
            if not chance:
                continue
            best: tuple[str, float] | None = None
            for name, grid in candidates:
                value = sign * grid[index][0]
                if best is None or value > best[1] + EPSILON:
                    best = name, value
            if best is None or not best[1] > sign * base[index][0] + EPSILON:
                passing[index] += chance
                continue
            kind = ("reroll", "cat", "trap", "miromon").index(best[0].split()[0])
            spot = 4 * mover + kind
            then = reached[(*left[:spot], left[spot] - 1, *left[spot + 1 :])][1 - mover]
            for target, share in self._moved(best[0], mover, index):
                then[target] += chance * share

    def _moved(self, name: str, mover: int, index: int) -> Iterator[tuple[int, float]]:
        """The pairs of dice that a response leads to, with chances (TW-BAT-11 to 14)."""
        columns = self._sizes[1]
        dice = list(divmod(index, columns))
        if name in ("reroll", "cat"):
            for state, weight in enumerate(self._contest.profiles[mover].weights):
                dice[mover] = state
                yield dice[0] * columns + dice[1], weight / 12
            return
        if name != "trap":
            target = mover if name == "miromon own" else 1 - mover
            dice[target] = INVERTED[dice[target]]
        yield dice[0] * columns + dice[1], 1.0
