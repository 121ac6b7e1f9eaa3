"""Play with hidden hands under a variant: each side weighs what the other can have (see `unknown_play.py`).

For each pair of hands the values with open hands are solved (`VariantValues`). At each response a side that
does not know the other's hand chooses by the mean of these values over the hands that are still possible;
`_Known` follows what both sides choose so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeVar

import attrs

from twingkit.twing.exact_odds.best_plain import EPSILON, Cell, Grid, Left
from twingkit.twing.exact_odds.contest import Contest, Means
from twingkit.twing.exact_odds.odds import best_odds
from twingkit.twing.exact_odds.variants.best import VariantValues
from twingkit.twing.exact_odds.variants.nodes import Node

Hand = TypeVar("Hand", bound=tuple[object, ...])
"""The cards that a side holds, and what it concludes from that about the other side."""

_NEVER: Cell = (0.0, 0.0, 0.0)
_SURELY: Cell = (1.0, 1.0, 1.0)


class Public(NamedTuple):
    """A state of play as both sides see it: what was played, how the dice lie, and what may be played."""

    spent: Left
    taken: tuple[int, int]
    """The number of times that each side's traps took something, where they may fail."""
    two_cats: int
    """1 if a roll for two cats is still due (TW-PLAY-3)."""
    turned: tuple[bool, bool]
    own_roll: bool
    settling: bool


class VariantPlay(Generic[Hand]):
    """One battle under a variant for all possible pairs of hands, each with its contest and chance."""

    def __init__(
        self, contests: Mapping[tuple[Hand, Hand], Contest], chances: Mapping[tuple[Hand, Hand], float]
    ) -> None:
        self._contests, self._chances = contests, chances
        self._open: dict[tuple[Hand, Hand], VariantValues] = {}
        self._choices: dict[tuple[int, Hand, Public, bool], list[int]] = {}
        self._begins: dict[Hand, int] = {}

    def open(self, pair: tuple[Hand, Hand]) -> tuple[float, float]:
        """The attacker's chances to win and to lose with open hands."""
        odds = best_odds(self._contests[pair])
        return odds.win, odds.loss

    def silent(self, pair: tuple[Hand, Hand], side: int) -> tuple[float, float]:
        """Return these chances if this side never responds."""
        contest = self._contests[pair]
        means = [Means() if index == side else held for index, held in enumerate(contest.means)]
        terms = contest.terms if side else attrs.evolve(contest.terms, two_cats="")
        odds = best_odds(attrs.evolve(contest, means=(means[0], means[1]), terms=terms))
        return odds.win, odds.loss

    def known(self, pair: tuple[Hand, Hand]) -> tuple[float, float]:
        """Return these chances for these hands if each side plays best on what it knows."""
        values = _Known(self, pair)
        return values.mean_chances()

    def contest(self, pair: tuple[Hand, Hand]) -> Contest:
        """The contest of a pair of hands."""
        return self._contests[pair]

    def begin(self, own: Hand) -> int:
        """1 if the attacker with this hand lays two cats, else 0 (TW-PLAY-3)."""
        if own not in self._begins:
            sums = [0.0, 0.0]
            for pair, chance in self._chances.items():
                if pair[0] == own:
                    values = self._values(pair)
                    for number, value in enumerate(values.begin_values()):
                        sums[number] += chance * value
            self._begins[own] = int(sums[1] > sums[0] + EPSILON)
        return self._begins[own]

    def choice(self, side: int, own: Hand, public: Public, passed: bool) -> list[int]:
        """The number of the response that a side with this hand chooses, for every pair of dice (0: pass)."""
        key = side, own, public, passed
        if key not in self._choices:
            parts = []
            for pair, chance in self._chances.items():
                if pair[side] == own and (node := self._node(pair, public)) is not None:
                    parts.append((chance, self._values(pair).options(node, side, passed)))
            edges = [
                [
                    sum(chance * option[cell][0] for (chance, _), option in zip(parts, same, strict=True))
                    for cell in range(len(same[0]))
                ]
                for same in zip(*(options for _, options in parts), strict=True)
            ]
            total = sum(chance for chance, _ in parts)
            self._choices[key] = _best([[edge / total for edge in row] for row in edges], side)
        return self._choices[key]

    def _values(self, pair: tuple[Hand, Hand]) -> VariantValues:
        if pair not in self._open:
            self._open[pair] = VariantValues(self._contests[pair])
        return self._open[pair]

    def _node(self, pair: tuple[Hand, Hand], public: Public) -> Node | None:
        """The node of a pair of hands in a state that both see; None where they could not have come to it."""
        contest = self._contests[pair]
        limits = contest.limits
        left = [limit - used for limit, used in zip(limits[:8], public.spent, strict=True)]
        if contest.terms.trap_fails:
            left += [limit - used for limit, used in zip(limits[8:10], public.taken, strict=True)]
        if contest.terms.two_cats:
            left.append(public.two_cats)
        if min(left) < 0 or (public.two_cats and not contest.terms.two_cats):
            return None
        node = Node(tuple(left), public.turned, public.own_roll, public.settling)
        return node if self._values(pair).knows(node) else None


def public_of(contest: Contest, node: Node) -> Public:
    """A node of a contest as both sides see it."""
    limits, left, terms = contest.limits, node.left, contest.terms
    spent = tuple(limit - count for limit, count in zip(limits[:8], left[:8], strict=True))
    taken = (limits[8] - left[8], limits[9] - left[9]) if terms.trap_fails else (spent[2], spent[6])
    two_cats = left[-1] if terms.two_cats else 0
    return Public(spent, taken, two_cats, node.turned, node.own_roll, node.settling)


def _best(options: list[list[float]], side: int) -> list[int]:
    """The best option of every cell: a later one only if it is really better."""
    sign = 1 if side == 0 else -1
    chosen = []
    for edges in zip(*options, strict=True):
        best, number = sign * edges[0], 0
        for index, edge in enumerate(edges):
            if sign * edge > best + EPSILON:
                best, number = sign * edge, index
        chosen.append(number)
    return chosen


class _Known(VariantValues, Generic[Hand]):
    """The values of one pair of hands if each side chooses by what it knows."""

    def __init__(self, play: VariantPlay[Hand], pair: tuple[Hand, Hand]) -> None:
        self._play, self._pair = play, pair
        super().__init__(play.contest(pair))

    def mean_chances(self) -> tuple[float, float]:
        """Win and loss of the attacker over the first roll."""
        grid = self._fresh[0][self._begin]
        win = loss = 0.0
        for chance, cell in zip(self.opening(), grid, strict=True):
            win += chance * cell[1]
            loss += chance * cell[2]
        return win, loss

    def _first(self, begins: list[Node]) -> Node:
        return begins[self._play.begin(self._pair[0])] if len(begins) > 1 else begins[0]

    def _offers(self, node: Node, mover: int) -> list[Grid]:
        return [grid for _, grid, _ in self._candidates(node, mover)]

    def _chosen(self, node: Node, mover: int, passed: bool, base: Grid, offers: list[Grid]) -> Grid:
        if not offers:
            return base
        public = public_of(self._contest, node)
        choice = self._play.choice(mover, self._pair[mover], public, passed)
        options = [base, *offers]
        return [options[number][cell] for cell, number in enumerate(choice)]

    def _endless(self, node: Node, ending: Grid) -> Grid:
        """The value of rolling again: the choices are fixed, so what follows is a line in it."""
        rows, columns = self._sizes
        ends = []
        for cell in (_NEVER, _SURELY):
            self._rerolled[node] = [cell] * (rows * columns)
            self._play_on(node, ending)
            ends.append(self._rolled(self._fresh[1][node], 0)[:columns])
        row: list[Cell] = []
        for never, surely in zip(*ends, strict=True):
            share = surely[0] - never[0]
            stays = 1.0 - share
            row.append(_NEVER if stays < EPSILON else (never[0] / stays, never[1] / stays, never[2] / stays))
        return row * rows
