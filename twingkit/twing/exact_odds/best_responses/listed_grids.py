"""Grids as lists: the cells of all nodes in turn, with a choice and a chance for each cell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from twingkit.twing.exact_odds.best_responses.plan import (
    LevelDiceStep,
    NodeLevel,
    OfferedResponse,
    SolvingPlan,
)

CellT = TypeVar("CellT", bound=tuple[float, ...])
"""The type of a cell: the values for one pair of dice."""
Choice = list[int]
Mass = list[float]
BestResponse = tuple[list[CellT], Choice]
ValuedOffers = Sequence[tuple[OfferedResponse, list[CellT]]]


class ListedGrids(ABC, Generic[CellT]):
    """Base class for tables that hold the values and probabilities of one contest as Python lists; subclasses
    choose the type of a cell.

    Each node has as many cells as `first_roll` has chances; the cells of its nodes follow each other.
    """

    contest_count = 1

    def __init__(self, plan: SolvingPlan, first_roll: Sequence[float], worst_cell: CellT) -> None:
        self._plan, self._first_roll = plan, first_roll
        self._size = len(first_roll)
        self.worst_cell = worst_cell
        """A cell that is worse for every side than any cell that occurs."""

    def _cells(self, first_number: int, end_number: int) -> slice:
        return slice(first_number * self._size, end_number * self._size)

    def empty_table(self) -> list[CellT]:
        """Return an empty table for the values of all nodes."""
        return [self.worst_cell] * (len(self._plan.nodes) * self._size)

    def level_grid(self, table: list[CellT], level: NodeLevel) -> list[CellT]:
        """Return the values of the nodes of one level from the table."""
        return table[self._cells(level.first_number, level.end_number)]

    def store_level_grid(self, table: list[CellT], level: NodeLevel, grid: list[CellT]) -> None:
        """Store the values of the nodes of one level in the table."""
        table[self._cells(level.first_number, level.end_number)] = grid

    def best_response(
        self, offers: ValuedOffers[CellT], mover: int, *, with_index: bool
    ) -> BestResponse[CellT] | None:
        """Return the values (and, if `with_index`, the index) of the best response of `mover`, or None if
        `offers` is empty.
        """
        if not offers:
            return None
        best, code = offers[0][1], [1] * len(offers[0][1])
        for number, (_, grid) in enumerate(offers[1:], 2):
            if not with_index:
                best = self.improve_values(best, (grid, code), mover)
            else:
                best, code = self._merge_choices(best, code, (grid, [number] * len(grid)), mover)
        return best, code

    @abstractmethod
    def improve_values(self, pass_values: list[CellT], best: BestResponse[CellT], mover: int) -> list[CellT]:
        """Replace the values `pass_values` by those of the best response where side `mover` prefers them."""

    def choose_response(
        self, pass_values: list[CellT], best: BestResponse[CellT] | None, mover: int
    ) -> BestResponse[CellT]:
        """Choose between passing, worth `pass_values`, and the best response; return the values and the
        choices.
        """
        if best is None:
            return pass_values, [0] * len(pass_values)
        return self._merge_choices(pass_values, [0] * len(pass_values), best, mover)

    def _merge_choices(
        self, base: list[CellT], passing: list[int], best: BestResponse[CellT], mover: int
    ) -> BestResponse[CellT]:
        values = self.improve_values(base, best, mover)
        code = [
            new_code if value is new and new is not old else old_code
            for value, old, new, old_code, new_code in zip(
                values, base, best[0], passing, best[1], strict=True
            )
        ]
        return values, code

    def chosen_values(self, choice: Sequence[int], options: Sequence[list[CellT]]) -> list[CellT]:
        """Return the values of the option with the number in `choice`; a mask chooses between two."""
        return [options[number][cell] for cell, number in enumerate(choice)]

    def renumber_choice(self, choice: list[int], numbers: Sequence[int]) -> list[int]:
        """Return `choice` with each response index replaced by its entry in `numbers`."""
        return [numbers[number] for number in choice]

    def stack_choices(self, choices: Sequence[list[int]]) -> list[int]:
        """Join the choices at the nodes of a level into one `list[int]` for the level."""
        [choice] = choices
        return choice

    # -- the forward pass

    def empty_mass_table(self) -> Mass:
        """Return a table of probabilities, all 0, for all nodes and pairs of dice."""
        return [0.0] * (len(self._plan.nodes) * self._size)

    def zero_mass(self, level: NodeLevel) -> Mass:
        """Return probabilities of 0 for the nodes of one level."""
        return [0.0] * ((level.end_number - level.first_number) * self._size)

    def set_first_roll_mass(self, masses: Mass, node_number: int, contest_mask: Sequence[float]) -> None:
        """Add the probabilities of the first roll at a node, times the contest's entry in `contest_mask`."""
        [share] = contest_mask
        for cell, chance in enumerate(self._first_roll, node_number * self._size):
            masses[cell] += chance * share

    def take_mass(self, masses: Mass, level: NodeLevel) -> Mass:
        """Remove the probabilities at the nodes of a level from the table and return them."""
        cells = self._cells(level.first_number, level.end_number)
        mass, masses[cells] = masses[cells], self.zero_mass(level)
        return mass

    def add_mass(self, masses: Mass, level: NodeLevel, mass: Mass) -> None:
        """Add probabilities at the nodes of a level to the table."""
        cells = self._cells(level.first_number, level.end_number)
        masses[cells] = self.sum_masses(masses[cells], mass)

    def move_mass(self, masses: Mass, offer: OfferedResponse, mass: Mass) -> None:
        """Add the probabilities `mass` to the nodes that a response leads to."""
        for step in offer.steps:
            for place, chance in enumerate(mass):
                if chance:
                    node_index, cell = divmod(place, self._size)
                    first = step.next_numbers[node_index] * self._size
                    for target, share in self._targets(step, cell):
                        masses[first + target] += chance * share * step.chance

    def _targets(self, step: LevelDiceStep, cell: int) -> Iterable[tuple[int, float]]:
        """Return the cells of the next node that a step leads to, with their chances."""
        return [(cell, 1.0)]

    def mass_of_choice(self, mass: Mass, choice: Sequence[int], number: int) -> Mass:
        """Return the probabilities `mass` where the choice has this number, and 0 elsewhere."""
        return [chance if chosen == number else 0.0 for chance, chosen in zip(mass, choice, strict=True)]

    def sum_masses(self, mass: Mass, other: Mass) -> Mass:
        """Return the sum of two arrays of probabilities."""
        return [first + second for first, second in zip(mass, other, strict=True)]

    def total_mass(self, mass: Mass) -> float:
        """Return the sum of all probabilities in `mass`."""
        return sum(mass)
