"""Best responses under a variant, in plain Python: every switch that touches a battle (TW-BAT-10, TW-ODDS-2).

A node is what both sides have left, whether each die has been turned round since it was rolled, and whether
the attacker's last roll was made for two cats. For each node there is a grid over both dice, as they were
rolled, for each side to respond. Every response but an endless Shamrock uses something up, so nodes are
solved from "nothing left" upwards; for the endless Shamrock see `_endless`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from twingkit.twing.exact_odds.best_plain import EPSILON, Cell, Grid, Left
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.variants.endless_rolls import Face, rolled_until
from twingkit.twing.exact_odds.variants.nodes import (
    CELLS,
    TRAP_FAILS,
    Node,
    Step,
    better,
    mean_of,
    mixed,
    spent,
    strides,
    value_of,
)
from twingkit.twing.rules.cards import CROSS, SUN

_ATTACK_BITES, _DEFENCE_BITES, _TWO_CATS = 8, 9, -1
_REROLL, _CAT, _TRAP, _MIROMON = range(4)


class VariantValues:
    """The value of every state of a contest under the terms of a variant.

    `worth`, if given, is what each end is worth to the attacker: a number for each outcome and, within it,
    for each combination of what is left; without it a win is worth 1, a tie 0, a loss −1.
    """

    def __init__(self, contest: Contest, worth: list[float] | None = None) -> None:
        self._contest, self._terms = contest, contest.terms
        self._worth = worth
        self._profiles = contest.profiles
        self._sizes = tuple(len(profile.states) for profile in contest.profiles)
        self._pairs = list(product(*(profile.states for profile in contest.profiles)))
        self._strides = strides(contest.limits)
        self._grids: dict[tuple[tuple[bool, bool], bool, tuple[int, int]], list[int]] = {}
        self._standing: dict[tuple[tuple[bool, bool], bool], list[bool]] = {}
        self._after_pass: tuple[dict[Node, Grid], dict[Node, Grid]] = ({}, {})
        self._fresh: tuple[dict[Node, Grid], dict[Node, Grid]] = ({}, {})
        self._rerolled: dict[Node, Grid] = {}
        self._ended: dict[Node, Grid] = {}
        begins = self._begins()
        self._order = self._reachable(begins)
        for node in self._order:
            self._solve(node)
        self._begin = self._first(begins)

    # -- what is asked

    def chances(
        self, states: tuple[int, int], mover: int = 0, passed: bool = False, left: Left | None = None
    ) -> tuple[float, float]:
        """Win and loss of the attacker with these dice (places in the states), when `mover` is to respond.

        `left` is what both sides have left; without it, all that the contest gives them.
        """
        values = self._after_pass if passed else self._fresh
        _, win, loss = values[mover][self._node(left)][self._cell(states)]
        return win, loss

    def choices(
        self, states: tuple[int, int], mover: int, passed: bool, left: Left | None = None
    ) -> Iterator[tuple[str, float]]:
        """The plays of the side to respond, in the order of TW-ODDS-2, each with its edge for that side."""
        node, index, sign = self._node(left), self._cell(states), 1 if mover == 0 else -1
        if self._terms.at_once and self._decided(node)[index]:
            node = node._replace(settling=True)
        ending = self._ended[node] if passed else self._after_pass[1 - mover][node]
        yield "pass", sign * ending[index][0]
        for name, grid, _ in self._candidates(node, mover):
            yield name, sign * grid[index][0]

    def options(self, node: Node, mover: int, passed: bool) -> list[Grid]:
        """The worth of passing and of every response of a side at a node, in the order of TW-ODDS-2."""
        passing = self._ended[node] if passed else self._after_pass[1 - mover][node]
        return [passing, *(grid for _, grid, _ in self._candidates(node, mover))]

    def knows(self, node: Node) -> bool:
        """True if play can come to this node."""
        return node in self._fresh[0]

    def begin_values(self) -> list[float]:
        """The mean edge of each node from which play can begin."""
        opening = self.opening()
        return [value_of(self._fresh[0][node], opening) for node in self._begins()]

    def _node(self, left: Left | None) -> Node:
        if left is None or left == self._contest.limits:
            return self._begin
        return Node(left, self._terms.turned, self._terms.own_roll, self._terms.settling)

    def _cell(self, states: tuple[int, int]) -> int:
        return states[0] * self._sizes[1] + states[1]

    # -- the nodes there are

    def _begins(self) -> list[Node]:
        """The nodes from which play can begin: where two cats may be laid, without and with them."""
        limits, terms = self._contest.limits, self._terms
        if terms.two_cats != "offered":
            return [Node(limits, terms.turned, terms.own_roll, terms.settling)]
        cats = (*limits[:_CAT], limits[_CAT] - 2, *limits[_CAT + 1 :])
        return [Node((*limits[:-1], 0)), Node(cats)]

    def _first(self, begins: list[Node]) -> Node:
        """The better of the nodes from which play can begin: two cats are laid only if that is better."""
        opening = self.opening()
        best, most = begins[0], value_of(self._fresh[0][begins[0]], opening)
        for node in begins[1:]:
            value = value_of(self._fresh[0][node], opening)
            if value > most + EPSILON:
                best, most = node, value
        return best

    @property
    def lays_cats(self) -> bool:
        """True if play begins with two cats laid (TW-PLAY-3)."""
        return self._terms.two_cats != "" and self._begin.left[_TWO_CATS] > 0

    def opening(self) -> list[float]:
        """The chance of each pair of dice at the first roll."""
        one, two = (profile.weights for profile in self._profiles)
        return [first * second / 144 for first, second in product(one, two)]

    def _reachable(self, begins: list[Node]) -> list[Node]:
        """Every node that can be reached, those with less left first; each stands for its window of Miromon
        too, where there is one."""
        seen = dict.fromkeys(node._replace(settling=False) for node in begins)
        waiting = list(seen)
        while waiting:
            node = waiting.pop()
            for mover in (0, 1):
                for _, steps in self._moves(node, mover):
                    for step in steps:
                        if step.then not in seen:
                            seen[step.then] = None
                            waiting.append(step.then)
        return sorted(seen, key=lambda node: (sum(node.left), sum(node.turned) + node.own_roll))

    # -- responses (TW-BAT-11 to 14), in the order of comparison

    def _moves(self, node: Node, mover: int) -> Iterator[tuple[str, list[Step]]]:
        left, terms, first = node.left, self._terms, 4 * mover
        sides = mover, 1 - mover
        if node.settling:
            yield from self._turns(node, mover)
            return
        if left[first + _REROLL]:
            rest = left if terms.endless and mover == 0 else spent(left, first + _REROLL)
            yield "reroll", [self._roll(node, rest, mover)]
        if mover == 0 and terms.two_cats and left[_TWO_CATS]:
            yield "two-cats", [self._roll(node, spent(left, len(left) - 1), mover, own=True)]
        if left[first + _CAT]:
            rest = spent(left, first + _CAT)
            for target, name, aims in zip(
                sides, ("cat", "cat other"), (terms.cats_own, terms.cats_aim), strict=True
            ):
                if aims[mover] and self._sizes[target] > 1:
                    yield name, [self._roll(node, rest, target)]
        if left[first + _TRAP]:
            yield from self._trap(node, mover)
        yield from self._turns(node, mover)
        if left[first + _MIROMON] and terms.again[mover]:
            yield "miromon again", [self._roll(node, spent(left, first + _MIROMON), mover)]

    def _turns(self, node: Node, mover: int) -> Iterator[tuple[str, list[Step]]]:
        """Miromon, turning a die round (TW-BAT-12)."""
        place = 4 * mover + _MIROMON
        if not node.left[place]:
            return
        rest = spent(node.left, place)
        for target, name in zip((mover, 1 - mover), ("own", "other"), strict=True):
            if self._sizes[target] > 1 and (target == mover or self._terms.turns_other[mover]):
                flips = node.turned[0] != (target == 0), node.turned[1] != (target == 1)
                yield f"miromon {name}", [Step(1.0, node._replace(left=rest, turned=flips))]

    def _roll(self, node: Node, left: Left, die: int, own: bool = False) -> Step:
        """A new roll of a die: it forgets what was, but a turned die may stay so (TW-BAT-12)."""
        turned = node.turned
        if not self._terms.sticks:
            turned = (turned[0] and die != 0, turned[1] and die != 1)
        return Step(1.0, Node(left, turned, own if die == 0 else node.own_roll), die)

    def _trap(self, node: Node, mover: int) -> Iterator[tuple[str, list[Step]]]:
        missed = spent(node.left, 4 * mover + _TRAP)
        if not self._terms.trap_fails:
            yield "trap", [Step(1.0, node._replace(left=missed))]
            return
        bites = _DEFENCE_BITES if mover else _ATTACK_BITES
        if missed[bites]:
            yield (
                "trap",
                [
                    Step(1.0 - TRAP_FAILS, node._replace(left=spent(missed, bites))),
                    Step(TRAP_FAILS, node._replace(left=missed)),
                ],
            )

    # -- backwards

    def _solve(self, node: Node) -> None:
        ending = self._ended[node] = self._ending(node)
        if self._terms.at_once:
            ending = self._settled(node, ending)
        endless = self._terms.endless and Step(1.0, node, 0) in (
            step for name, steps in self._moves(node, 0) if name == "reroll" for step in steps
        )
        if endless:
            self._rerolled[node] = self._endless(node, ending)
        self._play_on(node, ending)
        if self._terms.at_once:
            self._solve_window(node, self._stopped(node, self._ended[node], self._fresh[0][node]))

    def _play_on(self, node: Node, ending: Grid) -> None:
        """The values of both sides at a node, where `ending` is what follows two passes."""
        offers = [self._offers(node, mover) for mover in (0, 1)]
        for mover in (0, 1):
            values = self._chosen(node, mover, True, ending, offers[mover])
            self._after_pass[mover][node] = self._stopped(node, ending, values)
        for mover in (0, 1):
            values = self._chosen(node, mover, False, self._after_pass[1 - mover][node], offers[mover])
            self._fresh[mover][node] = self._stopped(node, ending, values)

    def _offers(self, node: Node, mover: int) -> list[Grid]:
        """The worth of the responses of a side: here of the best one, if there is any."""
        best = self._best(node, mover)
        return [] if best is None else [best]

    def _chosen(self, node: Node, mover: int, passed: bool, base: Grid, offers: list[Grid]) -> Grid:
        """The values after what a side chooses, passing being worth `base`; `passed`: the other just has."""
        return better(base, offers[0], mover) if offers else base

    def _settled(self, node: Node, ending: Grid) -> Grid:
        """The outcomes if both pass now, where a critical result shows those after Miromon's window."""
        self._solve_window(node, ending)
        settled = self._fresh[0][node._replace(settling=True)]
        return self._stopped(node, settled, ending)

    def _solve_window(self, node: Node, ending: Grid) -> None:
        """Solve the window in which only Miromon may be played; `ending` is what follows it (TW-VAR-9)."""
        window = node._replace(settling=True)
        self._ended[window] = ending
        offers = [self._offers(window, mover) for mover in (0, 1)]
        for mover in (0, 1):
            self._after_pass[mover][window] = self._chosen(window, mover, True, ending, offers[mover])
        for mover in (0, 1):
            passing = self._after_pass[1 - mover][window]
            self._fresh[mover][window] = self._chosen(window, mover, False, passing, offers[mover])

    def _best(self, node: Node, mover: int, again: bool = True) -> Grid | None:
        best: Grid | None = None
        for _, grid, _ in self._candidates(node, mover, again):
            best = grid if best is None else better(best, grid, mover)
        return best

    def _candidates(
        self, node: Node, mover: int, again: bool = True
    ) -> Iterator[tuple[str, Grid, list[Step]]]:
        """Each response with the values it leads to; `again`: the endless Shamrock too."""
        for name, steps in self._moves(node, mover):
            if len(steps) == 1 and steps[0].then == node:
                if again:
                    yield name, self._rerolled[node], steps
                continue
            grids = []
            for step in steps:
                grid = self._fresh[1 - mover][step.then]
                grids.append(grid if step.rolled is None else self._rolled(grid, step.rolled))
            yield name, grids[0] if len(grids) == 1 else mixed(grids, steps), steps

    def _stopped(self, node: Node, ending: Grid, values: Grid) -> Grid:
        """The values, but those of `ending` where a critical result shows (TW-VAR-9)."""
        if not self._terms.at_once:
            return values
        return [
            end if stands else value
            for end, value, stands in zip(ending, values, self._decided(node), strict=True)
        ]

    def _rolled(self, grid: Grid, die: int) -> Grid:
        """The mean over a new roll of one side's die, for each face of the other's."""
        rows, columns = self._sizes
        weights = self._profiles[die].weights
        if die == 0:
            return [mean_of(grid[column::columns], weights) for column in range(columns)] * rows
        means = [mean_of(grid[row * columns : (row + 1) * columns], weights) for row in range(rows)]
        return [cell for cell in means for _ in range(columns)]

    def _endless(self, node: Node, ending: Grid) -> Grid:
        """The value of rolling again with a Shamrock that never ends, for each face of the defender's die."""
        rows, columns = self._sizes
        weights = [weight / 12 for weight in self._profiles[0].weights]
        other, answer = self._best(node, 0, again=False), self._best(node, 1)
        stands = self._decided(node) if self._terms.at_once else [False] * len(ending)
        row: list[Cell] = []
        for column in range(columns):
            indices = range(column, rows * columns, columns)
            faces = [
                Face(
                    weight,
                    ending[index],
                    None if other is None or stands[index] else other[index],
                    None if answer is None or stands[index] else answer[index],
                    stands[index],
                )
                for weight, index in zip(weights, indices, strict=True)
                if weight
            ]
            row.append(rolled_until(faces))
        return row * rows

    # -- the ends

    def _ending(self, node: Node) -> Grid:
        """The outcomes if both pass now, for every pair of dice."""
        if self._worth is None:
            return [CELLS[outcome] for outcome in self._outcomes(node)]
        size, index = self._contest.size, self.place(node.left)
        cells: list[Cell] = []
        for outcome in range(3):
            value = self._worth[outcome * size + index]
            cells.append((value, max(value, 0.0), max(-value, 0.0)))
        return [cells[outcome] for outcome in self._outcomes(node)]

    def place(self, left: Left) -> int:
        """The place of what is left among all combinations, in rising order."""
        return sum(stride * count for stride, count in zip(self._strides, left, strict=True))

    def _outcomes(self, node: Node) -> list[int]:
        """0, 1 or 2 (the attacker wins, ties, loses) for every pair of dice, if both pass now."""
        used = tuple(limit - left for limit, left in zip(self._contest.limits, node.left, strict=True))
        traps = self._contest.taken(used)
        key = node.turned, node.own_roll, traps
        if key not in self._grids:
            self._grids[key] = [
                1 - self._contest.decided(attack, defence, traps) for attack, defence in self._results(node)
            ]
        return self._grids[key]

    def _results(self, node: Node) -> list[tuple[int, int]]:
        attack, defence = self._profiles
        return [
            (
                attack.turned_result(one, node.turned[0], node.own_roll),
                defence.turned_result(two, node.turned[1]),
            )
            for one, two in self._pairs
        ]

    def _decided(self, node: Node) -> list[bool]:
        """True if a critical result stands, for every pair of dice (TW-VAR-9)."""
        key = node.turned, node.own_roll
        if key not in self._standing:
            symbols = SUN, CROSS
            self._standing[key] = [one in symbols or two in symbols for one, two in self._results(node)]
        return self._standing[key]
