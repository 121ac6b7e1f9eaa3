"""Best play of a battle of two sides, for many contests at once, in plain Python or with numpy (TW-ODDS-2).

A node has four values: one for each side to respond, and for whether the other side has just passed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec

from twingkit.twing.exact_odds.best_responses import moves
from twingkit.twing.exact_odds.best_responses.best_play import BestPlayValues
from twingkit.twing.exact_odds.best_responses.grids import (
    AttackerEndValues,
    BattleGrids,
    EdgeAndWin,
    Grid,
    Table,
    first_best_index,
    loss_probability,
)
from twingkit.twing.exact_odds.best_responses.plan import OfferedResponse, contest_plan
from twingkit.twing.exact_odds.best_responses.python_list_grids import PythonListGrids
from twingkit.twing.exact_odds.contest import Contest, PlaysLeft
from twingkit.twing.rules.battle_acts import PASS

MAX_PURE_PYTHON_COMBINATIONS = 6
"""Largest number of combinations of plays left for which plain Python is as fast as numpy."""


class BattleValues(BestPlayValues):
    """The value of every node under best play, for contests with equal plays, dice and terms.

    `worths` gives, for each contest, the worth of every end; without it a win is worth 1, a tie 0, a loss −1.
    `begin` gives the starting nodes if they differ from those of the first contest. `keeps_choices` also
    stores the choices, which `ends.py` needs. With `kept_passes=0` only the values before any pass are
    stored, which is enough for `means_by_contest`.
    """

    def __init__(
        self,
        contests: Sequence[Contest],
        worths: Sequence[AttackerEndValues] | None = None,
        begin: Sequence[moves.BattleNode] | None = None,
        *,
        keeps_choices: bool = False,
        kept_passes: int = 1,
        plain: bool | None = None,
    ) -> None:
        contest = contests[0]
        self.terms, self._limits, self._rules = contest.terms, contest.play_limits, moves.move_rules(contest)
        self.begins = tuple(begin) if begin else moves.start_nodes(contest)
        if plain is None:
            plain = len(contests) == 1 and contest.play_combinations <= MAX_PURE_PYTHON_COMBINATIONS
        self.plain = plain or not has_numpy() or contest.terms.endless_shamrock
        battle_plan = contest_plan(self.begins, self._rules, one_node_per_level=self.plain)
        self.grids: BattleGrids
        if self.plain:
            self.grids = PythonListGrids(contest, battle_plan, worths[0] if worths else None)
        else:
            from twingkit.twing.exact_odds.best_responses.numpy_grids import NumpyGrids

            self.grids = NumpyGrids(contests, battle_plan, worths, wins=not keeps_choices)
        super().__init__(
            battle_plan,
            self.grids,
            at_once=self.terms.has_miromon_window,
            keeps_choices=keeps_choices,
            kept_passes=kept_passes,
        )

    # -- queries

    @cached_property
    def best_start_node(self) -> moves.BattleNode:
        """The node at which the first contest starts under best play."""
        return self.begins[first_best_index([self.values_from_node(node)[0] for node in self.begins])]

    def values_from_node(self, node: moves.BattleNode) -> EdgeAndWin:
        """Return the values of the first contest from a node on, averaged over the first roll."""
        return self._means_from_node(node)[0]

    def _means_from_node(self, node: moves.BattleNode) -> list[EdgeAndWin]:
        table = self._tables_at(node)[0][0]
        return self.grids.means_by_contest(self.grids.node_grid(table, self.plan.node_number(node)))

    def _tables_at(self, node: moves.BattleNode) -> list[list[Table]]:
        return self._windows if node.in_miromon_window else self._values

    def means_by_contest(self) -> list[EdgeAndWin]:
        """Return the values of each contest from its start, averaged over the first roll."""
        openings = [self._means_from_node(node) for node in self.begins]
        return [of[first_best_index([edge for edge, _ in of])] for of in zip(*openings, strict=True)]

    def start_nodes_and_masks(self) -> Iterator[tuple[int, list[bool]]]:
        """Yield the number of each starting node with a flag for every contest: whether it starts there."""
        openings = [self._means_from_node(node) for node in self.begins]
        firsts = [first_best_index([edge for edge, _ in of]) for of in zip(*openings, strict=True)]
        for place, node in enumerate(self.begins):
            yield self.plan.node_number(node), [first == place for first in firsts]

    def win_and_loss(
        self,
        state_indices: tuple[int, int],
        mover: int = 0,
        other_passed: bool = False,
        left: PlaysLeft | None = None,
    ) -> tuple[float, float]:
        """Return the attacker's chances to win and to lose for these dice (indices into the states).

        `mover` is the side to respond, `other_passed` whether the other side has just passed. `left` are the
        plays both sides have left; by default all that the contest gives them.
        """
        node = self.node_with_plays_left(left)
        grid = self.grids.node_grid(self._tables_at(node)[other_passed][mover], self.plan.node_number(node))
        edge, win = self.grids.cell_values(grid, state_indices)
        return win, loss_probability(edge, win)

    def play_edges(
        self, state_indices: tuple[int, int], mover: int, other_passed: bool, left: PlaysLeft | None = None
    ) -> Iterator[tuple[str, float]]:
        """Yield the plays of side `mover` (in the order of TW-ODDS-2) with the edge each gives that side."""
        node, sign = self.node_with_plays_left(left), -1 if mover else 1
        if self.at_once and self.grids.is_decided_by_criticals(self.plan.node_number(node), state_indices):
            node = node._replace(in_miromon_window=True)
        base, offered = self.mean_response_values([node], [1.0], mover, other_passed)
        yield PASS.name, sign * self.grids.cell_values(base, state_indices)[0]
        for offer, grid in offered:
            yield offer.name, sign * self.grids.cell_values(grid, state_indices)[0]

    def mean_response_values(
        self, nodes: Sequence[moves.BattleNode], weights: Sequence[float], mover: int, other_passed: bool
    ) -> tuple[Grid, list[tuple[OfferedResponse, Grid]]]:
        """Return the mean values of passing and of each response over nodes that a side cannot tell apart.

        The nodes differ only in the plays that the other side has left.
        """
        grids, first = self.grids, nodes[0]
        kept = self._tables_at(first)
        numbers = [self.plan.node_number(node) for node in nodes]
        if not other_passed:
            base = grids.mean_grid(kept[1][1 - mover], numbers, weights)
        else:
            base = grids.values_if_all_pass(numbers[0], numbers[0] + 1)
            if first.in_miromon_window:
                begun = grids.mean_grid(self._values[0][0], numbers, weights)
                base = grids.chosen_values(
                    grids.critical_result_mask(numbers[0], numbers[0] + 1), (begun, base)
                )
        offered = []
        for same in zip(*(self._rules.moves(node, mover) for node in nodes), strict=True):
            name, steps = same[0]
            if steps[0].next_node == first:
                again = [cell for number in numbers for cell in self._rolled_again[number]]
                grid = grids.mean_grid(again, range(len(numbers)), weights)
            else:
                then = [
                    [self.plan.node_number(others[index].next_node) for _, others in same]
                    for index in range(len(steps))
                ]
                grid = grids.values_of_steps(
                    steps, [grids.mean_grid(kept[0][1 - mover], row, weights) for row in then]
                )
            offered.append((OfferedResponse(name, (), None), grid))
        return base, offered

    def node_with_plays_left(self, left: PlaysLeft | None = None) -> moves.BattleNode:
        """Return the node at which the sides have these plays left; without `left`, the starting node."""
        if left is None or left == self._limits:
            return self.best_start_node
        taken = (
            self._limits[moves.TRAP] - left[moves.TRAP],
            self._limits[moves.PLAY_KINDS_PER_SIDE + moves.TRAP]
            - left[moves.PLAY_KINDS_PER_SIDE + moves.TRAP],
        )
        return self.begins[0]._replace(plays_left=left, successful_traps=taken, awaits_two_cats_roll=False)


def has_numpy() -> bool:
    """Return whether numpy is installed."""
    return find_spec("numpy") is not None
