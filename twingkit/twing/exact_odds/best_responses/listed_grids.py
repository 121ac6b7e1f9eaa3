"""Grids as lists: a cell for each moment that a level tells apart, with a choice and a chance for each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from twingkit.twing.exact_odds.best_responses.plan import Offer

CellT = TypeVar("CellT", bound=tuple[float, ...])
"""The values of one cell."""
Choice = list[int]
Mass = list[float]
Best = tuple[list[CellT], Choice]
ValuedOffers = Sequence[tuple[Offer, list[CellT]]]


class ListedGrids(ABC, Generic[CellT]):
    """Operations on the cells of one contest, whatever a cell holds."""

    least: CellT
    """The cell that is worse than any that can come."""

    def best(self, offered: ValuedOffers[CellT], mover: int, *, coded: bool) -> Best[CellT] | None:
        """The best of the responses of a side, and, with `coded`, which one it is; None if there is none."""
        if not offered:
            return None
        best, code = offered[0][1], [1] * len(offered[0][1])
        for number, (_, grid) in enumerate(offered[1:], 2):
            if not coded:
                best = self.improve(best, (grid, code), mover)
            else:
                best, code = self._merge_choices(best, code, (grid, [number] * len(grid)), mover)
        return best, code

    @abstractmethod
    def improve(self, base: list[CellT], best: Best[CellT] | None, mover: int) -> list[CellT]:
        """`base`, replaced where the best response is better for the side to respond."""

    def choose(self, base: list[CellT], best: Best[CellT] | None, mover: int) -> tuple[list[CellT], Choice]:
        """The values of what a side chooses, where passing is worth `base`, and the choice."""
        if best is None:
            return base, [0] * len(base)
        return self._merge_choices(base, [0] * len(base), best, mover)

    def _merge_choices(
        self, base: list[CellT], passing: Choice, best: Best[CellT], mover: int
    ) -> tuple[list[CellT], Choice]:
        values = self.improve(base, best, mover)
        code = [
            new_code if value is new and new is not old else old_code
            for value, old, new, old_code, new_code in zip(
                values, base, best[0], passing, best[1], strict=True
            )
        ]
        return values, code

    def chosen_values(self, choice: Choice, base: list[CellT], offered: ValuedOffers[CellT]) -> list[CellT]:
        """The values of what is chosen."""
        options = [base, *(grid for _, grid in offered)]
        return [options[number][cell] for cell, number in enumerate(choice)]

    def renumber_choice(self, choice: Choice, numbers: Sequence[int]) -> Choice:
        """The choice of a node by other numbers of its responses."""
        return [numbers[number] for number in choice]

    def stack_choices(self, choices: Sequence[Choice]) -> Choice:
        """The choices of a level from those of its nodes."""
        [choice] = choices
        return choice

    def where(self, mask: Sequence[bool], inside: list[CellT], outside: list[CellT]) -> list[CellT]:
        """`inside` where the mask is true, else `outside`."""
        return [
            first if there else second for there, first, second in zip(mask, inside, outside, strict=True)
        ]

    # -- chances, followed forwards

    count = 1

    def share(self, mass: Mass, choice: Choice, number: int) -> Mass:
        """The part of the chances with which this is chosen."""
        return [chance if chosen == number else 0.0 for chance, chosen in zip(mass, choice, strict=True)]

    def split_mass(self, mass: Mass, mask: Sequence[bool]) -> tuple[Mass, Mass]:
        """The chances where the mask is true, and the others."""
        return (
            [chance if there else 0.0 for chance, there in zip(mass, mask, strict=True)],
            [0.0 if there else chance for chance, there in zip(mass, mask, strict=True)],
        )

    def sum_masses(self, mass: Mass, other: Mass) -> Mass:
        """The sum of chances."""
        return [first + second for first, second in zip(mass, other, strict=True)]

    def total(self, mass: Mass) -> float:
        """The sum of all these chances."""
        return sum(mass)
