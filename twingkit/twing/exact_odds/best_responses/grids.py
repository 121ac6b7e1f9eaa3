"""The operations of a backward pass over the nodes of a battle, on lists or numpy arrays.

A grid holds the attacker's edge (win minus loss) and chance to win for each pair of standing dice, at all
nodes of a level together. `plain_grids.py` and `numpy_grids.py` give the same up to floating point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from twingkit.twing.exact_odds.best_responses.plan import Level, Offer

EPSILON = 1e-12
"""A response replaces the choice so far only if it is better by more than this."""

Worth = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
"""The worth of each end to the attacker: for win, tie and loss a number for each node of the plan."""

Grid = Any
"""The values of a level's nodes, in the form that its `Grids` gives them."""
Table = Any
"""The grids of all nodes."""
Choice = Any
"""The response chosen, for each pair of dice: 0 to pass, else 1 + its number among those offered."""
Best = tuple[Grid, Choice]
"""The best response for each pair of dice: its values, and which one it is."""
Mass = Any
"""The chance of each pair of dice, for a level's nodes."""
Mask = Any
"""True or false for each pair of dice."""
Outcome = Any
"""The outcome of an end: of a battle 0, 1 or 2 (the attacker wins, ties, loses), of others what their `Grids`
give."""
ValuedOffers = Sequence[tuple[Offer, Grid]]
"""The responses of a side with the values that they lead to."""


def loss_probability(edge: float, win: float) -> float:
    """The attacker's chance to lose, from the edge and the chance to win: without the last digit of their
    difference, which is one of rounding, and without the sign of a 0.

    >>> loss_probability(0.5625000000000001, 0.75), loss_probability(0.7500000000000001, 0.75)
    (0.1875, 0.0)
    """
    return round(win - edge, 15) + 0.0


class DiceStep(Protocol):
    """A way from one node to another: what happens to the dice, and with which chance."""

    @property
    def chance(self) -> float:
        """The chance of this way."""

    @property
    def rolled(self) -> int | None:
        """The die that is rolled anew."""

    @property
    def inverted(self) -> int | None:
        """The die that Miromon inverts."""


class Grids(Protocol):
    """Operations on the grids of one or more contests with the same plan."""

    def table(self) -> Table:
        """A table for the grids of all nodes."""

    def at(self, table: Table, level: Level) -> Grid:
        """The grid of a level."""

    def put(self, table: Table, level: Level, grid: Grid) -> None:
        """Keep the grid of a level."""

    def values_of_offer(self, table: Table, offer: Offer) -> Grid:
        """The values that a response leads to, for the nodes of its level."""

    def values_if_all_pass(self, first: int, last: int) -> Grid:
        """The values of the nodes from `first` to before `last` if both sides pass now."""

    def critical_mask(self, first: int, last: int) -> Mask | None:
        """True where a critical result stands at these nodes; None where that changes nothing (TW-VAR-9)."""

    def best(self, offered: ValuedOffers, mover: int, *, coded: bool) -> Best | None:
        """The best of the responses of a side, and, with `coded`, which one it is; None if there is none."""

    def improve(self, base: Grid, best: Best | None, mover: int) -> Grid:
        """`base`, replaced where the best response is better for the side to respond."""

    def choose(self, base: Grid, best: Best | None, mover: int) -> tuple[Grid, Choice]:
        """The values of what a side chooses, where passing is worth `base`, and the choice."""

    def where(self, mask: Mask, inside: Grid, outside: Grid) -> Grid:
        """`inside` where the mask is true, else `outside`."""

    # -- chances, followed forwards

    @property
    def count(self) -> int:
        """The number of contests."""

    def masses(self) -> Mass:
        """A table for the chances of all nodes, none so far."""

    def no_mass(self, level: Level) -> Mass:
        """No chance for the nodes of a level."""

    def add_start(self, masses: Mass, number: int, contests: Sequence[float]) -> None:
        """Put the chances of the first roll to a node, for some contests."""

    def take_mass(self, masses: Mass, level: Level) -> Mass:
        """The chances of a level, taken out of the table."""

    def add_mass(self, masses: Mass, level: Level, mass: Mass) -> None:
        """Bring chances into the table."""

    def move_mass(self, masses: Mass, offer: Offer, mass: Mass) -> None:
        """Bring the chances of a level to where a response leads."""

    def share(self, mass: Mass, choice: Choice, number: int) -> Mass:
        """The part of the chances with which this is chosen."""

    def split_mass(self, mass: Mass, mask: Mask) -> tuple[Mass, Mass]:
        """The chances where the mask is true, and the others."""

    def sum_masses(self, mass: Mass, other: Mass) -> Mass:
        """The sum of chances."""

    def total(self, mass: Mass) -> float:
        """The sum of all these chances."""

    def outcomes_of(self, level: Level, mass: Mass) -> Iterator[tuple[int, int, Outcome, float]]:
        """Yield the ends that have a chance: the contest, the number of the node, the outcome (in a battle 0,
        1 or 2: the attacker wins, ties, loses), and the chance."""


class BattleGrids(Grids, Protocol):
    """The operations that are also needed where two sides have a battle."""

    def node_grid(self, table: Table, number: int) -> Grid:
        """The grid of one node."""

    def mean(self, table: Table, numbers: Sequence[int], weights: Sequence[float]) -> Grid:
        """The mean of some nodes' grids, as that of one node; the weights add up to 1."""

    def values_of_steps(self, ways: Sequence[DiceStep], grids: Sequence[Grid]) -> Grid:
        """The values of a response that leads to these grids."""

    def is_critical(self, number: int, states: tuple[int, int]) -> bool:
        """True if a critical result stands at a node of the first contest, with these dice."""

    def chosen_values(self, choice: Choice, base: Grid, offered: ValuedOffers) -> Grid:
        """The values of what is chosen."""

    def renumber_choice(self, choice: Choice, numbers: Sequence[int]) -> Choice:
        """The choice of a node by other numbers of its responses."""

    def stack_choices(self, choices: Sequence[Choice]) -> Choice:
        """The choices of a level from those of its nodes."""

    def cell(self, grid: Grid, states: tuple[int, int]) -> tuple[float, float]:
        """Edge and win of the first contest with these dice (places in the states), from a node's grid."""

    def opening(self, grid: Grid) -> list[tuple[float, float]]:
        """Edge and win of each contest over the first roll of both dice, from a node's grid."""
