"""The ends of a battle under a variant: best play followed forwards from the roll, in plain Python."""

from __future__ import annotations

from collections import defaultdict

from twingkit.twing.exact_odds.best_plain import EPSILON
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.variants.best import VariantValues
from twingkit.twing.exact_odds.variants.nodes import Node, Step

LEAST = 1e-18
"""A chance below this of rolling on with an endless Shamrock is as good as none."""

Mass = list[float]
"""The chance of each pair of dice."""


class VariantEnds(VariantValues):
    """A contest under a variant, solved for what its ends are worth, then followed forwards."""

    def __init__(self, contest: Contest, worth: list[float] | None = None) -> None:
        super().__init__(contest, worth)
        self._blank = [0.0] * len(self._pairs)

    def chances_of_ends(self) -> list[float]:
        """The chance of every end when both sides choose best, in the order of a `Worth`."""
        size = self._contest.size
        chances = [0.0] * (3 * size)
        reached: dict[Node, tuple[Mass, Mass]] = defaultdict(lambda: (self._blank[:], self._blank[:]))
        reached[self._begin] = self.opening(), self._blank[:]
        for node in reversed(self._order):
            if node not in reached and node._replace(settling=True) not in reached:
                continue
            ended, place = self._follow(node, reached), self.place(node.left)
            for outcome, chance in zip(self._outcomes(node), ended, strict=True):
                chances[outcome * size + place] += chance
        return chances

    def _follow(self, node: Node, reached: dict[Node, tuple[Mass, Mass]]) -> Mass:
        """Move the chances of a node on; return those with which the battle ends in it.

        An endless Shamrock brings some of them back to the node: again, until next to none is left.
        """
        ended = self._blank[:]
        while True:
            if self._terms.at_once:
                self._settle(node, reached, ended)
            begun = reached.pop(node, None)
            if begun is None or sum(map(sum, begun)) < LEAST:
                return ended
            waiting = self._blank[:], self._blank[:]
            for mover in (0, 1):
                self._respond(node, mover, False, begun[mover], waiting[1 - mover], reached)
            for mover in (0, 1):
                self._respond(node, mover, True, waiting[mover], ended, reached)

    def _settle(self, node: Node, reached: dict[Node, tuple[Mass, Mass]], ended: Mass) -> None:
        """Move the chances with which a critical result shows through Miromon's window (TW-VAR-9): what is
        critical after it ends the battle, the rest comes back to the node with the attacker to respond."""
        stands, window = self._decided(node), node._replace(settling=True)
        for mover, mass in enumerate(reached.pop(node, ())):
            for index, chance in enumerate(mass):
                if chance and stands[index]:
                    reached[window][0][index] += chance
                elif chance:
                    reached[node][mover][index] += chance
        begun = reached.pop(window, None)
        if begun is None:
            return
        waiting, closed = (self._blank[:], self._blank[:]), self._blank[:]
        for mover in (0, 1):
            self._respond(window, mover, False, begun[mover], waiting[1 - mover], reached)
        for mover in (0, 1):
            self._respond(window, mover, True, waiting[mover], closed, reached)
        for index, chance in enumerate(closed):
            if chance and stands[index]:
                ended[index] += chance
            elif chance:
                reached[node][0][index] += chance

    def _respond(
        self,
        node: Node,
        mover: int,
        passed: bool,
        mass: Mass,
        passing: Mass,
        reached: dict[Node, tuple[Mass, Mass]],
    ) -> None:
        """Move the chances of a side to respond: to `passing`, or on with less left."""
        if not any(mass):
            return
        base = self._ended[node] if passed else self._after_pass[1 - mover][node]
        sign = 1 if mover == 0 else -1
        candidates = list(self._candidates(node, mover))
        for index, chance in enumerate(mass):
            if not chance:
                continue
            best: tuple[list[Step], float] | None = None
            for _, grid, steps in candidates:
                value = sign * grid[index][0]
                if best is None or value > best[1] + EPSILON:
                    best = steps, value
            if best is None or not best[1] > sign * base[index][0] + EPSILON:
                passing[index] += chance
                continue
            for step in best[0]:
                self._move(step, index, chance * step.chance, reached[step.then][1 - mover])

    def _move(self, step: Step, index: int, chance: float, then: Mass) -> None:
        """Add a chance to where a step leads: with a die rolled anew, or with the same dice."""
        if step.rolled is None:
            then[index] += chance
            return
        columns = self._sizes[1]
        row, column = divmod(index, columns)
        for state, weight in enumerate(self._profiles[step.rolled].weights):
            target = state * columns + column if step.rolled == 0 else row * columns + state
            then[target] += chance * weight / 12
