"""Grids as lists: one cell for each distinct moment of a level, with a choice and a chance for each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from twingkit.twing.exact_odds.best_responses.plan import Offer

CellT = TypeVar("CellT", bound=tuple[float, ...])
"""The type of a cell."""
Choice = list[int]
Mass = list[float]
Best = tuple[list[CellT], Choice]
ValuedOffers = Sequence[tuple[Offer, list[CellT]]]


class ListedGrids(ABC, Generic[CellT]):
    """Operations on the cells of one contest, independent of what a cell contains."""

    least: CellT
    """A cell worse than any possible one."""

    def best(self, offered: ValuedOffers[CellT], mover: int, *, coded: bool) -> Best[CellT] | None:
        """Return the values of a side's best response and, if `coded`, which response it is; None without
        responses.
        """
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
        """Return `base`, replaced by the best response where that is better for the side to respond."""

    def choose(self, base: list[CellT], best: Best[CellT] | None, mover: int) -> tuple[list[CellT], Choice]:
        """Return the values of a side's choice where passing is worth `base`, and the choice itself."""
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
        """Return the values of the chosen responses."""
        options = [base, *(grid for _, grid in offered)]
        return [options[number][cell] for cell, number in enumerate(choice)]

    def renumber_choice(self, choice: Choice, numbers: Sequence[int]) -> Choice:
        """Return a node's choice with its responses renumbered."""
        return [numbers[number] for number in choice]

    def stack_choices(self, choices: Sequence[Choice]) -> Choice:
        """Return the choices of a level, joined from those of its nodes."""
        [choice] = choices
        return choice

    def where(self, mask: Sequence[bool], inside: list[CellT], outside: list[CellT]) -> list[CellT]:
        """Return `inside` where the mask is true, otherwise `outside`."""
        return [
            first if there else second for there, first, second in zip(mask, inside, outside, strict=True)
        ]

    # -- the forward pass

    count = 1

    def share(self, mass: Mass, choice: Choice, number: int) -> Mass:
        """Return the part of the chances for which response `number` is chosen."""
        return [chance if chosen == number else 0.0 for chance, chosen in zip(mass, choice, strict=True)]

    def split_mass(self, mass: Mass, mask: Sequence[bool]) -> tuple[Mass, Mass]:
        """Return the chances where the mask is true, and the others."""
        return (
            [chance if there else 0.0 for chance, there in zip(mass, mask, strict=True)],
            [0.0 if there else chance for chance, there in zip(mass, mask, strict=True)],
        )

    def sum_masses(self, mass: Mass, other: Mass) -> Mass:
        """Return the sum of two sets of chances."""
        return [first + second for first, second in zip(mass, other, strict=True)]

    def total(self, mass: Mass) -> float:
        """Return the total of all chances."""
        return sum(mass)
