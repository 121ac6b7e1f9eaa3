"""Operations of the backward and forward passes over the nodes of a battle, on lists or numpy arrays.

A grid holds the attacker's edge (win minus loss) and chance to win for each pair of dice, for all nodes of a
level together. `plain_grids.py` and `numpy_grids.py` give the same results up to rounding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from twingkit.twing.exact_odds.best_responses.plan import Level, Offer

EPSILON = 1e-12
"""A response replaces the current choice only if it is better by more than this."""

Worth = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
"""The value of each end for the attacker: one number for each node of the plan, for win, tie and loss."""

Grid = Any
"""The values of a level's nodes, in the form used by its `Grids`."""
Table = Any
"""The grids of all nodes."""
Choice = Any
"""The chosen response for each pair of dice: 0 to pass, otherwise 1 + its index among the offers."""
Best = tuple[Grid, Choice]
"""The best response for each pair of dice: its values, and its index."""
Mass = Any
"""The chance of each pair of dice, for a level's nodes."""
Mask = Any
"""True or false for each pair of dice."""
Outcome = Any
"""The outcome of an end: 0, 1 or 2 in a battle (the attacker wins, ties, loses), otherwise as the `Grids`
defines it.
"""
ValuedOffers = Sequence[tuple[Offer, Grid]]
"""The responses of a side, each with the values of the nodes it leads to."""


def loss_probability(edge: float, win: float) -> float:
    """Return the attacker's chance to lose, computed from the edge and the chance to win.

    The result is rounded to 15 digits and never a negative zero.

    >>> loss_probability(0.5625000000000001, 0.75), loss_probability(0.7500000000000001, 0.75)
    (0.1875, 0.0)
    """
    return round(win - edge, 15) + 0.0


class DiceStep(Protocol):
    """A transition from one node to another: what happens to the dice, and its chance."""

    @property
    def chance(self) -> float:
        """The chance of this transition."""

    @property
    def rolled(self) -> int | None:
        """The index of the re-rolled die, or None."""

    @property
    def inverted(self) -> int | None:
        """The index of the die that Miromon turns round, or None."""


class Grids(Protocol):
    """Operations on the grids of one or more contests with the same plan."""

    def table(self) -> Table:
        """Return an empty table for the grids of all nodes."""

    def at(self, table: Table, level: Level) -> Grid:
        """Return the grid of a level."""

    def put(self, table: Table, level: Level, grid: Grid) -> None:
        """Store the grid of a level."""

    def values_of_offer(self, table: Table, offer: Offer) -> Grid:
        """Return the values of the nodes that a response leads to, for each node of its level."""

    def values_if_all_pass(self, first: int, last: int) -> Grid:
        """Return the values of the nodes `first` to `last` - 1 if all sides pass now."""

    def critical_mask(self, first: int, last: int) -> Mask | None:
        """Return where a critical result stands at these nodes; None if that changes nothing (TW-VAR-9)."""

    def best(self, offered: ValuedOffers, mover: int, *, coded: bool) -> Best | None:
        """Return the values of a side's best response and, if `coded`, which response it is; None without
        responses.
        """

    def improve(self, base: Grid, best: Best | None, mover: int) -> Grid:
        """Return `base`, replaced by the best response where that is better for the side to respond."""

    def choose(self, base: Grid, best: Best | None, mover: int) -> tuple[Grid, Choice]:
        """Return the values of a side's choice where passing is worth `base`, and the choice itself."""

    def where(self, mask: Mask, inside: Grid, outside: Grid) -> Grid:
        """Return `inside` where the mask is true, otherwise `outside`."""

    # -- the forward pass

    @property
    def count(self) -> int:
        """The number of contests."""

    def masses(self) -> Mass:
        """Return an empty table for the chances of all nodes."""

    def no_mass(self, level: Level) -> Mass:
        """Return a chance of 0 for each node of a level."""

    def add_start(self, masses: Mass, number: int, contests: Sequence[float]) -> None:
        """Add the chances of the first roll to a node, for some contests."""

    def take_mass(self, masses: Mass, level: Level) -> Mass:
        """Remove the chances of a level from the table and return them."""

    def add_mass(self, masses: Mass, level: Level, mass: Mass) -> None:
        """Add chances of a level to the table."""

    def move_mass(self, masses: Mass, offer: Offer, mass: Mass) -> None:
        """Move the chances of a level to the nodes that a response leads to."""

    def share(self, mass: Mass, choice: Choice, number: int) -> Mass:
        """Return the part of the chances for which response `number` is chosen."""

    def split_mass(self, mass: Mass, mask: Mask) -> tuple[Mass, Mass]:
        """Return the chances where the mask is true, and the others."""

    def sum_masses(self, mass: Mass, other: Mass) -> Mass:
        """Return the sum of two sets of chances."""

    def total(self, mass: Mass) -> float:
        """Return the total of all chances."""

    def outcomes_of(self, level: Level, mass: Mass) -> Iterator[tuple[int, int, Outcome, float]]:
        """Yield the ends with a positive chance: contest, number of the node, outcome and chance."""


class BattleGrids(Grids, Protocol):
    """Further operations for battles of two sides."""

    def node_grid(self, table: Table, number: int) -> Grid:
        """Return the grid of one node."""

    def mean(self, table: Table, numbers: Sequence[int], weights: Sequence[float]) -> Grid:
        """Return the weighted mean of the grids of some nodes, as the grid of one node; the weights add up to
        1.
        """

    def values_of_steps(self, ways: Sequence[DiceStep], grids: Sequence[Grid]) -> Grid:
        """Return the values of a response that leads to these grids."""

    def is_critical(self, number: int, states: tuple[int, int]) -> bool:
        """Return whether a critical result stands at a node of the first contest, with these dice."""

    def chosen_values(self, choice: Choice, base: Grid, offered: ValuedOffers) -> Grid:
        """Return the values of the chosen responses."""

    def renumber_choice(self, choice: Choice, numbers: Sequence[int]) -> Choice:
        """Return a node's choice with its responses renumbered."""

    def stack_choices(self, choices: Sequence[Choice]) -> Choice:
        """Return the choices of a level, joined from those of its nodes."""

    def cell(self, grid: Grid, states: tuple[int, int]) -> tuple[float, float]:
        """Return edge and win of the first contest for these dice (indices into the states), from a node's
        grid.
        """

    def opening(self, grid: Grid) -> list[tuple[float, float]]:
        """Return edge and win of each contest, averaged over the first roll of both dice, from a node's
        grid."""
