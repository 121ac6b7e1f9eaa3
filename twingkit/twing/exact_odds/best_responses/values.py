"""Best play of a battle of two sides, for many contests at once, in plain Python or with numpy (TW-ODDS-2).

A node has four values: for each side to respond, and whether the other has just passed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec

from twingkit.twing.exact_odds.best_responses.best_play import BestPlay
from twingkit.twing.exact_odds.best_responses.grids import EPSILON, BattleGrids, Grid, Worth, loss_probability
from twingkit.twing.exact_odds.best_responses.moves import PLAYS, TRAP, Node, move_rules, moves, start_nodes
from twingkit.twing.exact_odds.best_responses.plain_grids import PlainGrids
from twingkit.twing.exact_odds.best_responses.plan import Offer, Plan, plan
from twingkit.twing.exact_odds.contest import Contest, Left

MAX_PLAIN_CONTESTS = 6
"""Up to this many combinations of plays left, plain Python is as fast as numpy."""


class Values(BestPlay):
    """The value of every node of contests with equal plays, dice and terms.

    `worths` gives, for each contest, the worth of every end; without it a win is worth 1, a tie 0, a loss −1.
    `begin` gives the starting nodes if they differ from those of the first contest. `keeps_choices` also
    stores the choices, which `ends` needs. With `kept_passes=0` only the values before any pass are stored,
    which is enough for `first_rolls`.
    """

    def __init__(
        self,
        contests: Sequence[Contest],
        worths: Sequence[Worth] | None = None,
        begin: Sequence[Node] | None = None,
        *,
        keeps_choices: bool = False,
        kept_passes: int = 1,
        plain: bool | None = None,
    ) -> None:
        contest = contests[0]
        self.terms, self._limits, self._rules = contest.terms, contest.limits, move_rules(contest)
        self.begins = tuple(begin) if begin else start_nodes(contest)
        if plain is None:
            plain = len(contests) == 1 and contest.size <= MAX_PLAIN_CONTESTS
        self.plain = plain or not has_numpy() or contest.terms.endless_shamrock
        battle_plan = plan(self.begins, self._rules, one_node_per_level=self.plain)
        self.grids: BattleGrids = self._grids(battle_plan, contests, worths, wins=not keeps_choices)
        super().__init__(
            battle_plan,
            self.grids,
            at_once=self.terms.at_once,
            keeps_choices=keeps_choices,
            kept_passes=kept_passes,
        )

    def _grids(
        self, plan: Plan, contests: Sequence[Contest], worths: Sequence[Worth] | None, *, wins: bool
    ) -> BattleGrids:
        if self.plain:
            return PlainGrids(contests[0], plan, worths[0] if worths else None)
        from twingkit.twing.exact_odds.best_responses.numpy_grids import NumpyGrids

        return NumpyGrids(contests, plan, worths, wins=wins)

    # -- queries

    @cached_property
    def start_node(self) -> Node:
        """The node at which play of the first contest starts."""
        return self.begins[self._better_start([self.opening(node)[0] for node in self.begins])]

    def opening(self, node: Node) -> tuple[float, float]:
        """Return edge and win of the first contest from a node on, averaged over the first roll of both
        dice."""
        return self._openings(node)[0]

    def _openings(self, node: Node) -> list[tuple[float, float]]:
        kept = self._windows if node.settling else self._values
        return self.grids.opening(self.grids.node_grid(kept[0][0], self.plan.number(node)))

    def first_rolls(self) -> list[tuple[float, float]]:
        """Return edge and win of each contest from its start, averaged over the first roll of both dice."""
        openings = [self._openings(node) for node in self.begins]
        return [of[self._better_start([edge for edge, _ in of])] for of in zip(*openings, strict=True)]

    def start_nodes(self) -> Iterator[tuple[int, list[bool]]]:
        """Yield the number of each starting node, with flags for the contests that start there."""
        firsts = [
            self._better_start([edge for edge, _ in of])
            for of in zip(*(self._openings(node) for node in self.begins), strict=True)
        ]
        for place, node in enumerate(self.begins):
            yield self.plan.number(node), [first == place for first in firsts]

    def _better_start(self, edges: Sequence[float]) -> int:
        """Return the index of the better starting node: two cats are laid only if that is better
        (TW-PLAY-3)."""
        best = 0
        for place, edge in enumerate(edges):
            if edge > edges[best] + EPSILON:
                best = place
        return best

    def chances(
        self, states: tuple[int, int], mover: int = 0, passed: bool = False, left: Left | None = None
    ) -> tuple[float, float]:
        """Return the attacker's chances to win and to lose for these dice (indices into the states).

        `mover` is the side to respond, `passed` whether the other side has just passed. `left` are the plays
        both sides have left; by default all that the contest gives them.
        """
        node = self.node(left)
        kept = self._windows if node.settling else self._values
        edge, win = self.grids.cell(self.grids.node_grid(kept[passed][mover], self.plan.number(node)), states)
        return win, loss_probability(edge, win)

    def choices(
        self, states: tuple[int, int], mover: int, passed: bool, left: Left | None = None
    ) -> Iterator[tuple[str, float]]:
        """Yield the plays of the side to respond, in the order of TW-ODDS-2, each with its edge for that
        side.
        """
        node, sign = self.node(left), -1 if mover else 1
        if self.at_once and self.grids.is_critical(self.plan.number(node), states):
            node = node._replace(settling=True)
        base, offered = self.mean_choices([node], [1.0], mover, passed)
        yield "pass", sign * self.grids.cell(base, states)[0]
        for offer, grid in offered:
            yield offer.name, sign * self.grids.cell(grid, states)[0]

    def mean_choices(
        self, nodes: Sequence[Node], weights: Sequence[float], mover: int, passed: bool
    ) -> tuple[Grid, list[tuple[Offer, Grid]]]:
        """Return the mean values of passing and of each response over nodes that a side cannot tell apart.

        The nodes differ only in the plays that the other side has left.
        """
        grids, first = self.grids, nodes[0]
        kept = self._windows if first.settling else self._values
        numbers = [self.plan.number(node) for node in nodes]
        if not passed:
            base = grids.mean(kept[1][1 - mover], numbers, weights)
        else:
            base = grids.values_if_all_pass(numbers[0], numbers[0] + 1)
            if first.settling:
                begun = grids.mean(self._values[0][0], numbers, weights)
                base = grids.where(grids.critical_mask(numbers[0], numbers[0] + 1), base, begun)
        offered = []
        for same in zip(*(moves(node, mover, self._rules) for node in nodes), strict=True):
            name, steps = same[0]
            if steps[0].then == first:
                again = [self._rolled_again[number] for number in numbers]
                grid = grids.mean(again, range(len(again)), weights)
            else:
                then = [
                    [self.plan.number(others[index].then) for _, others in same]
                    for index in range(len(steps))
                ]
                grid = grids.values_of_steps(
                    steps, [grids.mean(kept[0][1 - mover], row, weights) for row in then]
                )
            offered.append((Offer(name, (), None), grid))
        return base, offered

    def node(self, left: Left | None = None) -> Node:
        """Return the node with these plays left; without `left`, the starting node."""
        if left is None or left == self._limits:
            return self.start_node
        taken = self._limits[TRAP] - left[TRAP], self._limits[PLAYS + TRAP] - left[PLAYS + TRAP]
        return Node(left, taken, self.terms.turned, self.terms.own_roll, False, self.terms.settling)


def has_numpy() -> bool:
    """Return whether numpy can be used."""
    return find_spec("numpy") is not None
