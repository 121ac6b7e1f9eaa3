"""Grids as lists: one cell for each distinct moment of a level, with a choice and a chance for each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from twingkit.twing.exact_odds.best_responses.plan import OfferedResponse

CellT = TypeVar("CellT", bound=tuple[float, ...])
"""The type of a cell: the values for one pair of dice."""
Choice = list[int]
Mass = list[float]
BestResponse = tuple[list[CellT], Choice]
ValuedOffers = Sequence[tuple[OfferedResponse, list[CellT]]]


class ListedGrids(ABC, Generic[CellT]):
    """Base class for tables that hold the values and probabilities of one contest as Python lists; subclasses
    choose the type of a cell.
    """

    worst_cell: CellT
    """A cell that is worse for every side than any cell that occurs."""

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
    ) -> tuple[list[CellT], Choice]:
        """Choose between passing, worth `pass_values`, and the best response; return the values and the
        choices.
        """
        if best is None:
            return pass_values, [0] * len(pass_values)
        return self._merge_choices(pass_values, [0] * len(pass_values), best, mover)

    def _merge_choices(
        self, base: list[CellT], passing: Choice, best: BestResponse[CellT], mover: int
    ) -> tuple[list[CellT], Choice]:
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

    def renumber_choice(self, choice: Choice, numbers: Sequence[int]) -> Choice:
        """Return `choice` with each response index replaced by its entry in `numbers`."""
        return [numbers[number] for number in choice]

    def stack_choices(self, choices: Sequence[Choice]) -> Choice:
        """Join the choices at the nodes of a level into one `Choice` for the level."""
        [choice] = choices
        return choice

    # -- the forward pass

    contest_count = 1

    def mass_of_choice(self, mass: Mass, choice: Sequence[int], number: int) -> Mass:
        """Return the probabilities `mass` where the choice has this number, and 0 elsewhere."""
        return [chance if chosen == number else 0.0 for chance, chosen in zip(mass, choice, strict=True)]

    def sum_masses(self, mass: Mass, other: Mass) -> Mass:
        """Return the sum of two arrays of probabilities."""
        return [first + second for first, second in zip(mass, other, strict=True)]

    def total_mass(self, mass: Mass) -> float:
        """Return the sum of all probabilities in `mass`."""
        return sum(mass)
