"""Operations of the backward and forward passes over the nodes of a battle, on lists or numpy arrays.

A grid holds the attacker's edge (win minus loss) and chance to win for each pair of dice, for all nodes of a
level together. `python_list_grids.py` and `numpy_grids.py` give the same results up to rounding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from twingkit.twing.exact_odds.best_responses.plan import NodeLevel, OfferedResponse, ResponseDiceStep

EPSILON = 1e-12
"""A response replaces the current choice only if it is better by more than this."""

AttackerEndValues = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
"""The worth of each end to the attacker: for win, tie and loss, one number for each node of the plan."""

EdgeAndWin = tuple[float, float]
"""The attacker's edge (win minus loss) and chance to win."""

Grid = Any
"""Values of the nodes of one level, in the form used by its `NodeValueGrids`."""
Table = Any
"""Values of all nodes of a plan, in the form used by its `NodeValueGrids`."""
Choice = Any
"""The chosen response for each pair of dice: 0 to pass, otherwise 1 + its index among the offers."""
BestResponse = tuple[Grid, Choice]
"""The best response for each pair of dice: its values and its index."""
Mass = Any
"""Probability of each pair of dice at the nodes of a level."""
Mask = Any
"""Booleans, one for each pair of dice at the nodes of a level."""
Outcome = Any
"""The outcome of an end: 0, 1 or 2 in a battle (the attacker wins, ties, loses), in an end-game attack as its
`NodeValueGrids` defines it.
"""
ValuedOffers = Sequence[tuple[OfferedResponse, Grid]]
"""The responses of a side, each with the values of the nodes it leads to."""


def loss_probability(edge: float, win: float) -> float:
    """Return the attacker's chance to lose, computed from the edge and the chance to win.

    The result is rounded to 15 digits and never a negative zero.

    >>> loss_probability(0.5625000000000001, 0.75), loss_probability(0.7500000000000001, 0.75)
    (0.1875, 0.0)
    """
    return round(win - edge, 15) + 0.0


def first_best_index(edges: Sequence[float]) -> int:
    """Return the index of the highest edge; a later one must be better by more than `EPSILON` (TW-ODDS-2).

    >>> first_best_index([0.25, 0.5, 0.5])
    1
    """
    best = 0
    for index, edge in enumerate(edges):
        if edge > edges[best] + EPSILON:
            best = index
    return best


class NodeValueGrids(Protocol):
    """The protocol for tables that hold the values and probabilities of a plan's nodes, for one or more
    contests.
    """

    def empty_table(self) -> Table:
        """Return an empty table for the values of all nodes."""

    def level_grid(self, table: Table, level: NodeLevel) -> Grid:
        """Return the values of the nodes of one level from the table."""

    def store_level_grid(self, table: Table, level: NodeLevel, grid: Grid) -> None:
        """Store the values of the nodes of one level in the table."""

    def values_of_offer(self, table: Table, offer: OfferedResponse) -> Grid:
        """Return the values of a response at each node of its level, from the nodes it leads to."""

    def values_if_all_pass(self, first_number: int, end_number: int) -> Grid:
        """Return the values of the nodes `first_number` to `end_number` - 1 if all sides pass now."""

    def critical_result_mask(self, first_number: int, end_number: int) -> Mask | None:
        """Return a mask of the nodes and dice at which a critical result decides the battle (TW-VAR-9), or
        None if no switch depends on it.
        """

    def best_response(self, offers: ValuedOffers, mover: int, *, with_index: bool) -> BestResponse | None:
        """Return the values (and, if `with_index`, the index) of the best response of `mover`, or None if
        `offers` is empty.
        """

    def improve_values(self, pass_values: Grid, best: BestResponse, mover: int) -> Grid:
        """Replace the values `pass_values` by those of the best response where side `mover` prefers them."""

    def choose_response(
        self, pass_values: Grid, best: BestResponse | None, mover: int
    ) -> tuple[Grid, Choice]:
        """Choose between passing, worth `pass_values`, and the best response; return the values and the
        choices.
        """

    def chosen_values(self, choice: Choice | Mask, options: Sequence[Grid]) -> Grid:
        """Return the values of the option with the number in `choice`; a mask chooses between two."""

    # -- the forward pass

    @property
    def contest_count(self) -> int:
        """The number of contests that are computed together: the length of the first axis of the arrays."""

    def empty_mass_table(self) -> Mass:
        """Return a table of probabilities, all 0, for all nodes and pairs of dice."""

    def zero_mass(self, level: NodeLevel) -> Mass:
        """Return probabilities of 0 for the nodes of one level."""

    def set_first_roll_mass(self, masses: Mass, node_number: int, contest_mask: Sequence[float]) -> None:
        """Set the probabilities of the first roll at a node for each contest whose entry in `contest_mask`
        is true.
        """

    def take_mass(self, masses: Mass, level: NodeLevel) -> Mass:
        """Remove the probabilities at the nodes of a level from the table and return them."""

    def add_mass(self, masses: Mass, level: NodeLevel, mass: Mass) -> None:
        """Add probabilities at the nodes of a level to the table."""

    def move_mass(self, masses: Mass, offer: OfferedResponse, mass: Mass) -> None:
        """Add the probabilities `mass` to the nodes that a response leads to."""

    def mass_of_choice(self, mass: Mass, choice: Choice | Mask, number: int) -> Mass:
        """Return the probabilities `mass` where the choice has this number, and 0 elsewhere."""

    def sum_masses(self, mass: Mass, other: Mass) -> Mass:
        """Return the sum of two arrays of probabilities."""

    def total_mass(self, mass: Mass) -> float:
        """Return the sum of all probabilities in `mass`."""

    def end_chances(self, level: NodeLevel, mass: Mass) -> Iterator[tuple[int, int, Outcome, float]]:
        """Yield the possible ends as (index of the contest, number of the node, outcome, chance)."""


class BattleGrids(NodeValueGrids, Protocol):
    """The protocol that extends `NodeValueGrids` by operations for battles of two sides."""

    def node_grid(self, table: Table, node_number: int) -> Grid:
        """Return the values of one node from the table, for all pairs of dice."""

    def mean_grid(self, table: Table, numbers: Sequence[int], weights: Sequence[float]) -> Grid:
        """Return the mean of the values of several nodes; the weights add up to 1."""

    def values_of_steps(self, steps: Sequence[ResponseDiceStep], grids: Sequence[Grid]) -> Grid:
        """Return the values of a response from its dice steps and the values after each step."""

    def is_decided_by_criticals(self, node_number: int, state_indices: tuple[int, int]) -> bool:
        """Return whether a critical result decides at this node with these dice, in the first contest."""

    def renumber_choice(self, choice: Choice, numbers: Sequence[int]) -> Choice:
        """Return `choice` with each response index replaced by its entry in `numbers`."""

    def stack_choices(self, choices: Sequence[Choice]) -> Choice:
        """Join the choices at the nodes of a level into one `Choice` for the level."""

    def cell_values(self, grid: Grid, state_indices: tuple[int, int]) -> EdgeAndWin:
        """Return the values of the first contest at a node for one pair of dice.

        `grid` holds the node's values; `state_indices` are indices into the states of each die.
        """

    def means_by_contest(self, grid: Grid) -> list[EdgeAndWin]:
        """Return the values of each contest at a node, averaged over the first roll."""
