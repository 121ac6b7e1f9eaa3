"""Grids as Python lists: the cells of all nodes in turn, with a choice and a chance for each cell.

`PythonListGrids` have a cell (edge, win) for each pair of dice; the defender's die varies fastest. They hold
one contest, and a level has one node.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Generic, TypeVar

from twingkit.twing.exact_odds.best_responses import plan as plans
from twingkit.twing.exact_odds.best_responses.grids import EPSILON, AttackerEndValues, EdgeAndWin
from twingkit.twing.exact_odds.best_responses.moves import BattleNode, OutcomeFacts
from twingkit.twing.exact_odds.contest import (
    INVERTED_STATE_INDICES,
    Contest,
    DieRules,
    die_result_rank,
    results_by_dice_pair,
)
from twingkit.twing.exact_odds.terms import ContestVariant

CellT = TypeVar("CellT", bound=tuple[float, ...])
"""The type of a cell: the values for one pair of dice."""
Choice = list[int]
Mass = list[float]
BestResponse = tuple[list[CellT], Choice]
ValuedOffers = Sequence[tuple[plans.OfferedResponse, list[CellT]]]


class ListedGrids(ABC, Generic[CellT]):
    """Base class for tables that hold the values and probabilities of one contest as Python lists; subclasses
    choose the type of a cell.

    Each node has as many cells as `first_roll` has chances; the cells of its nodes follow each other.
    """

    contest_count = 1

    def __init__(self, plan: plans.SolvingPlan, first_roll: Sequence[float], worst_cell: CellT) -> None:
        self._plan, self._first_roll = plan, first_roll
        self._size = len(first_roll)
        self.worst_cell = worst_cell
        """A cell that is worse for every side than any cell that occurs."""

    def _cells(self, first_number: int, end_number: int) -> slice:
        return slice(first_number * self._size, end_number * self._size)

    def empty_table(self) -> list[CellT]:
        """Return an empty table for the values of all nodes."""
        return [self.worst_cell] * (len(self._plan.nodes) * self._size)

    def level_grid(self, table: list[CellT], level: plans.NodeLevel) -> list[CellT]:
        """Return the values of the nodes of one level from the table."""
        return table[self._cells(level.first_number, level.end_number)]

    def store_level_grid(self, table: list[CellT], level: plans.NodeLevel, grid: list[CellT]) -> None:
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

    def zero_mass(self, level: plans.NodeLevel) -> Mass:
        """Return probabilities of 0 for the nodes of one level."""
        return [0.0] * ((level.end_number - level.first_number) * self._size)

    def set_first_roll_mass(self, masses: Mass, node_number: int, contest_mask: Sequence[float]) -> None:
        """Add the probabilities of the first roll at a node, times the contest's entry in `contest_mask`."""
        [share] = contest_mask
        for cell, chance in enumerate(self._first_roll, node_number * self._size):
            masses[cell] += chance * share

    def take_mass(self, masses: Mass, level: plans.NodeLevel) -> Mass:
        """Remove the probabilities at the nodes of a level from the table and return them."""
        cells = self._cells(level.first_number, level.end_number)
        mass, masses[cells] = masses[cells], self.zero_mass(level)
        return mass

    def add_mass(self, masses: Mass, level: plans.NodeLevel, mass: Mass) -> None:
        """Add probabilities at the nodes of a level to the table."""
        cells = self._cells(level.first_number, level.end_number)
        masses[cells] = self.sum_masses(masses[cells], mass)

    def move_mass(self, masses: Mass, offer: plans.OfferedResponse, mass: Mass) -> None:
        """Add the probabilities `mass` to the nodes that a response leads to."""
        for step in offer.steps:
            for place, chance in enumerate(mass):
                if chance:
                    node_index, cell = divmod(place, self._size)
                    first = step.next_numbers[node_index] * self._size
                    for target, share in self._targets(step, cell):
                        masses[first + target] += chance * share * step.chance

    def _targets(self, step: plans.LevelDiceStep, cell: int) -> Iterable[tuple[int, float]]:
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


Grid = list[EdgeAndWin]

_CELLS: tuple[EdgeAndWin, EdgeAndWin, EdgeAndWin] = ((1.0, 1.0), (0.0, 0.0), (-1.0, 0.0))


class PythonListGrids(ListedGrids[EdgeAndWin]):
    """The values and probabilities of one contest's nodes, stored as Python lists of (edge, win) pairs."""

    def __init__(
        self,
        contest: Contest,
        plan: plans.SolvingPlan[BattleNode, OutcomeFacts],
        worth: AttackerEndValues | None = None,
    ) -> None:
        self._contest, self._worth = contest, worth
        self._sizes = tuple(len(profile.states) for profile in contest.profiles)
        self.weights = [tuple(map(float, profile.roll_counts)) for profile in contest.profiles]
        worst = -1.0 if worth is None else min(map(min, worth))
        super().__init__(plan, _first_roll(*self.weights), (worst, 0.0))
        self._inverted = _inverted_cells(*self._sizes)

    def node_grid(self, table: Grid, node_number: int) -> Grid:
        """Return the values of one node from the table, for all pairs of dice."""
        return table[self._cells(node_number, node_number + 1)]

    def mean_grid(self, table: Grid, numbers: Sequence[int], weights: Sequence[float]) -> Grid:
        """Return the mean of the values of several nodes; the weights add up to 1."""
        grids = [self.node_grid(table, number) for number in numbers]
        if len(grids) == 1:
            return grids[0]
        return [_weighted(weights, cells) for cells in zip(*grids, strict=True)]

    def values_of_offer(self, table: Grid, offer: plans.OfferedResponse) -> Grid:
        """Return the values of a response at each node of its level, from the nodes it leads to."""
        grids = [self.node_grid(table, step.next_numbers[0]) for step in offer.steps]
        return self.values_of_steps(offer.steps, grids)

    def values_of_steps(self, steps: Sequence[plans.ResponseDiceStep], grids: Sequence[Grid]) -> Grid:
        """Return the values of a response from its dice steps and the values after each step."""
        moved = [self._values_of_step(way, grid) for way, grid in zip(steps, grids, strict=True)]
        if len(moved) == 1:
            return moved[0]
        chances = [way.chance for way in steps]
        return [_weighted(chances, cells) for cells in zip(*moved, strict=True)]

    def _values_of_step(self, way: plans.ResponseDiceStep, grid: Grid) -> Grid:
        if way.inverted_die is not None:
            return [grid[cell] for cell in self._inverted[way.inverted_die]]
        if way.rolled_die is None:
            return grid
        rows, columns = self._sizes
        weights = self.weights[way.rolled_die]
        if way.rolled_die == 0:
            return [_mean_cell(grid[column::columns], weights) for column in range(columns)] * rows
        means = [_mean_cell(grid[row * columns : (row + 1) * columns], weights) for row in range(rows)]
        return [cell for cell in means for _ in range(columns)]

    def values_if_all_pass(self, first_number: int, end_number: int) -> Grid:
        """Return the values of the nodes `first_number` to `end_number` - 1 if all sides pass now."""
        outcomes, ends = self._outcomes(self._case(first_number))
        if self._worth is None:
            return ends
        win, tie, loss = self._worth
        cells = (win[first_number], 0.0), (tie[first_number], 0.0), (loss[first_number], 0.0)
        return [cells[outcome] for outcome in outcomes]

    def critical_result_mask(self, first_number: int, end_number: int) -> list[bool]:
        """Return at which nodes and dice a critical result (Sun or Cross) decides the battle."""
        return _criticals(self._contest.profiles, *self._case(first_number)[1:])

    def is_decided_by_criticals(self, node_number: int, state_indices: tuple[int, int]) -> bool:
        """Return whether a critical result decides at this node with these dice, in the first contest."""
        return self.critical_result_mask(node_number, node_number + 1)[
            state_indices[0] * self._sizes[1] + state_indices[1]
        ]

    def _case(self, node_number: int) -> OutcomeFacts:
        case: OutcomeFacts = self._plan.cases[self._plan.case_indices[node_number]]
        return case

    def _outcomes(self, case: OutcomeFacts) -> tuple[list[int], Grid]:
        taken, turned, own_roll = case
        margin = self._contest.capped_margin_after_traps(taken)
        return _outcomes(self._contest.profiles, turned, own_roll, margin, self._contest.terms)

    def improve_values(self, pass_values: Grid, best: BestResponse[EdgeAndWin], mover: int) -> Grid:
        """Replace the values `pass_values` by those of the best response where side `mover` prefers them."""
        cells = zip(pass_values, best[0], strict=True)
        if mover == 0:
            return [new if new[0] > old[0] + EPSILON else old for old, new in cells]
        return [new if new[0] < old[0] - EPSILON else old for old, new in cells]

    def cell_values(self, grid: Grid, state_indices: tuple[int, int]) -> EdgeAndWin:
        """Return the values at a node for one pair of dice (indices into the states)."""
        return grid[state_indices[0] * self._sizes[1] + state_indices[1]]

    def means_by_contest(self, grid: Grid) -> list[EdgeAndWin]:
        """Return the values of the one contest at a node, averaged over the first roll of both dice."""
        return [_weighted(self._first_roll, grid)]

    # -- the forward pass

    def _targets(self, way: plans.LevelDiceStep, pair_index: int) -> Iterable[tuple[int, float]]:
        if way.inverted_die is not None:
            return [(self._inverted[way.inverted_die][pair_index], 1.0)]
        if way.rolled_die is None:
            return [(pair_index, 1.0)]
        columns = self._sizes[1]
        row, column = divmod(pair_index, columns)
        return [
            (state * columns + column if way.rolled_die == 0 else row * columns + state, weight / 12)
            for state, weight in enumerate(self.weights[way.rolled_die])
        ]

    def end_chances(self, level: plans.NodeLevel, mass: Mass) -> Iterator[tuple[int, int, int, float]]:
        """Yield the possible ends as (index of the contest, number of the node, outcome, chance)."""
        chances = [0.0, 0.0, 0.0]
        for outcome, chance in zip(self._outcomes(self._case(level.first_number))[0], mass, strict=True):
            chances[outcome] += chance
        for outcome, chance in enumerate(chances):
            if chance:
                yield 0, level.first_number, outcome, chance


@lru_cache(maxsize=1024)  # profiles and margins recur in many battles; nobody changes a grid
def _outcomes(
    profiles: tuple[DieRules, DieRules],
    turned: tuple[bool, bool],
    own_roll: bool,
    margin: int,
    terms: ContestVariant,
) -> tuple[list[int], Grid]:
    """Return the outcome for each pair of dice (0, 1, 2: win, tie, loss), and the values of these ends."""
    contest = Contest(margin, profiles, terms=terms)
    outcomes = [
        1 - contest.outcome_sign(*dice, (0, 0)) for dice in results_by_dice_pair(profiles, turned, own_roll)
    ]
    return outcomes, [_CELLS[outcome] for outcome in outcomes]


@lru_cache(maxsize=1024)
def _criticals(profiles: tuple[DieRules, DieRules], turned: tuple[bool, bool], own_roll: bool) -> list[bool]:
    """Return, for each pair of dice, whether a symbol shows."""
    return [any(map(die_result_rank, pair)) for pair in results_by_dice_pair(profiles, turned, own_roll)]


@cache
def _first_roll(attack: tuple[float, ...], defence: tuple[float, ...]) -> list[float]:
    """Return the chance of each pair of dice."""
    return [weight * other / 144 for weight, other in product(attack, defence)]


@cache
def _inverted_cells(rows: int, columns: int) -> tuple[list[int], list[int]]:
    """Return, for each cell, the cell after Miromon turns the attacker's and the defender's die."""
    cells = list(product(range(rows), range(columns)))
    return (
        [INVERTED_STATE_INDICES[row] * columns + column for row, column in cells] if rows > 1 else [],
        [row * columns + INVERTED_STATE_INDICES[column] for row, column in cells] if columns > 1 else [],
    )


def _weighted(weights: Iterable[float], cells: Iterable[EdgeAndWin]) -> EdgeAndWin:
    edge = win = 0.0
    for weight, (cell_edge, cell_win) in zip(weights, cells, strict=True):
        edge += weight * cell_edge
        win += weight * cell_win
    return edge, win


def _mean_cell(cells: Grid, weights: tuple[float, ...]) -> EdgeAndWin:
    """Return the mean over the faces of a die, from the cells and weights of its states.

    The sums are written out, because a loop takes twice as long.
    """
    a, b, c, d, e, f, g, h, i, j, k = weights
    (ea, wa), (eb, wb), (ec, wc), (ed, wd), (ee, we), (ef, wf), (eg, wg), (eh, wh), *ends = cells
    (ei, wi), (ej, wj), (ek, wk) = ends
    edge = a * ea + b * eb + c * ec + d * ed + e * ee + f * ef + g * eg + h * eh + i * ei + j * ej + k * ek
    win = a * wa + b * wb + c * wc + d * wd + e * we + f * wf + g * wg + h * wh + i * wi + j * wj + k * wk
    return edge / 12, win / 12
