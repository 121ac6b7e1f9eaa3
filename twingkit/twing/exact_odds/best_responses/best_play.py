"""Best play of all sides, solved backwards and followed forwards (TW-BAT-10, TW-END-3, TW-ODDS-2).

The sides respond in turn until all pass in a row. A node therefore has one value for each side to respond and
each number of passes so far. Every response except an endless Shamrock uses something up, so the levels are
solved upwards from the one without any plays left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from math import inf
from typing import TypeVar

from twingkit.twing.exact_odds.best_responses.grids import (
    EPSILON,
    BestResponse,
    Choice,
    Grid,
    Mass,
    NodeValueGrids,
    Outcome,
    Table,
)
from twingkit.twing.exact_odds.best_responses.plan import NodeLevel, OfferedResponse, SolvingPlan
from twingkit.twing.exact_odds.best_responses.python_list_grids import ListedGrids

Value = TypeVar("Value")
_NodeValues = tuple[float, ...]
ChoicesByMoment = dict[tuple[int, bool, int, int], Choice]

_MAX_ENDLESS_ROLLS = 250
"""Limit of the rolls of an endless Shamrock; twice as many leave an error below 1e-18."""

_CHANCE_DENOMINATOR = 27720
"""Common denominator of the chances of all sets of faces, on a die with up to twelve faces."""

_REROLL_COMPARISON_TOLERANCE = 1e-9
"""A new roll counts as worse than an alternative only if it is worth less by more than this."""


def _values_by_mover(
    sides: int, ending: Value, choose: Callable[[int, int, Value], Value]
) -> Iterator[tuple[int, list[Value]]]:
    """Yield (number of passes in a row, list of values by side to respond) for one moment of a battle, from
    the most passes down to none.

    Starts with all other sides having passed and ends with nobody having passed. `ending` is the value if all
    pass. `choose(passes, mover, base)` returns the value after the choice of side `mover`, whose pass is
    worth `base`, after that many passes in a row.
    """
    passing = [ending] * sides
    for passes in reversed(range(sides)):
        values = [choose(passes, mover, passing[mover]) for mover in range(sides)]
        yield passes, values
        passing = [*values[1:], values[0]]


class BestPlayValues:
    """The value of every node of a solving plan if all sides respond optimally, computed backwards from the
    ends.

    `at_once` says whether a critical result opens a window for Miromon (TW-VAR-9). `keeps_choices` also
    stores the choices, which `ForwardPass` needs. `kept_passes` is the largest number of
    passes in a row for which values are stored.
    """

    def __init__(
        self,
        plan: SolvingPlan,
        grids: NodeValueGrids,
        *,
        at_once: bool,
        keeps_choices: bool,
        kept_passes: int,
    ) -> None:
        self.plan, self.grids, self.at_once = plan, grids, at_once
        self._kept_passes = kept_passes
        self._values = self._tables()
        """The values, by number of passes so far and side to respond."""
        self._windows = self._tables() if at_once else self._values
        self.kept_choices: ChoicesByMoment | None = {} if keeps_choices else None
        """The choices, by first node of a level, window or not, side to respond, and passes in a row.
        Sides without a response have no entry."""
        self.stopping: dict[int, ChoicesByMoment] = {}
        """The choices at levels of an endless Shamrock if every side prefers an equally good alternative
        to rolling on."""
        self._rolled_again: dict[int, Grid] = {}
        for level in plan.levels:
            self._solve(level)

    def _tables(self) -> list[list[Table]]:
        return [
            [self.grids.empty_table() for _ in range(self.plan.side_count)]
            for _ in range(self._kept_passes + 1)
        ]

    def _solve(self, level: NodeLevel) -> None:
        grids = self.grids
        ended = ending = grids.values_if_all_pass(level.first_number, level.end_number)
        decided = None
        if self.at_once:
            decided = grids.critical_result_mask(level.first_number, level.end_number)
            self._respond(level, True, ended)
            ending = grids.chosen_values(decided, (ended, grids.level_grid(self._windows[0][0], level)))
        if level.endless_shamrock_offer:
            self._solve_endless_rolls(level, ending, decided)
        self._respond(level, False, ending, decided)
        if self.at_once:
            after = grids.chosen_values(decided, (grids.level_grid(self._values[0][0], level), ended))
            self._respond(level, True, after)

    def _respond(self, level: NodeLevel, window: bool, ending: Grid, decided: object = None) -> None:
        """Solve a level, or its Miromon windows; `ending` is the value if all pass.

        Where a critical result shows, `ending` is also the value of every response (TW-VAR-9).
        """
        grids, kept, sides = (
            self.grids,
            self._windows if window else self._values,
            range(self.plan.side_count),
        )
        offered = [self._valued_offers(level, window, mover) for mover in sides]
        best = [self._best(offered[mover], mover) for mover in sides]

        first_values: dict[int, Grid] = {}

        def chosen(passes: int, mover: int, base: Grid) -> Grid:
            if base is ending and self.kept_choices is None and mover in first_values:
                return first_values[mover]  # who passed before had no other response: the value is the same
            grid = self._values_after_choice(level, window, mover, passes, base, offered[mover], best[mover])
            if decided is not None:
                grid = grids.chosen_values(decided, (grid, ending))
            if base is ending:
                first_values[mover] = grid
            return grid

        for passes, values in _values_by_mover(self.plan.side_count, ending, chosen):
            if passes <= self._kept_passes:
                for mover in sides:
                    grids.store_level_grid(kept[passes][mover], level, values[mover])

    def _valued_offers(
        self, level: NodeLevel, window: bool, mover: int
    ) -> list[tuple[OfferedResponse, Grid]]:
        then = (self._windows if window else self._values)[0][(mover + 1) % self.plan.side_count]
        return [
            (
                offer,
                self._rolled_again[level.first_number]
                if offer is level.endless_shamrock_offer
                else self.grids.values_of_offer(then, offer),
            )
            for offer in level.offers_of_side(mover, window)
        ]

    def _best(self, offered: list[tuple[OfferedResponse, Grid]], mover: int) -> BestResponse | None:
        return self.grids.best_response(offered, mover, with_index=self.kept_choices is not None)

    def _values_after_choice(
        self,
        level: NodeLevel,
        window: bool,
        mover: int,
        passes: int,
        base: Grid,
        offered: list[tuple[OfferedResponse, Grid]],
        best: BestResponse | None,
    ) -> Grid:
        if best is None:
            return base
        if self.kept_choices is None:
            return self.grids.improve_values(base, best, mover)
        values, choice = self.grids.choose_response(base, best, mover)
        self.kept_choices[level.first_number, window, mover, passes] = choice
        return values

    def _solve_endless_rolls(self, level: NodeLevel, ending: Grid, decided: object) -> None:
        """Find the value of rolling again with an endless Shamrock (TW-VAR-22).

        The value is the smallest fixed point of "mean of what follows", approached from below. Once more
        rolls change no choice, successive values lie on a line and the limit can be extrapolated.
        """
        assert isinstance(self.grids, ListedGrids)  # only ListedGrids solve nodes one by one
        kept, again = self.kept_choices, [self.grids.worst_cell] * len(ending)

        def followed(value: Grid) -> tuple[Grid, ChoicesByMoment]:
            choices: ChoicesByMoment = {}
            self._rolled_again[level.first_number], self.kept_choices = value, choices
            self._respond(level, False, ending, decided)
            assert level.endless_shamrock_offer
            return self.grids.values_of_offer(self._values[0][1], level.endless_shamrock_offer), choices

        for _ in range(_MAX_ENDLESS_ROLLS):
            first = again
            after, choices = followed(first)
            again, others = followed(after)
            if others == choices:
                ahead, others = followed(
                    [_extrapolate(*cells) for cells in zip(first, after, again, strict=True)]
                )
                if others == choices:
                    again = ahead
                    break
        if kept is not None:
            _, self.stopping[level.first_number] = followed(
                [(edge - _REROLL_COMPARISON_TOLERANCE, *rest) for edge, *rest in again]
            )
        self._rolled_again[level.first_number], self.kept_choices = again, kept


def _extrapolate(first: _NodeValues, second: _NodeValues, third: _NodeValues) -> _NodeValues:
    """Return the limit of a linear sequence from three successive values.

    All numbers of a cell converge by the same ratio. It is taken from the number that changes most, because
    the edge may be constant while the chances to win and to lose still change.
    """
    moved, then = max(
        ((after - before, last - after) for before, after, last in zip(first, second, third, strict=True)),
        key=lambda steps: abs(steps[0]),
    )
    if not EPSILON < abs(moved) < inf:  # nodes without this offer have no number
        return third
    share = round(then / moved * _CHANCE_DENOMINATOR) / _CHANCE_DENOMINATOR
    if share > 1.0 - EPSILON:
        return third
    return tuple(now + (then - now) / (1.0 - share) for now, then in zip(second, third, strict=True))


_MIN_CHANCE = 1e-18
"""The remaining chance below which the forward pass stops following an endless Shamrock."""


class ForwardPass:
    """The chances of reaching each moment of a solving plan, computed forwards with the best responses stored
    by `BestPlayValues`.
    """

    def __init__(self, play: BestPlayValues, starts: Iterable[tuple[int, Sequence[float]]]) -> None:
        self._play, self._grids = play, play.grids
        self._sides = range(play.plan.side_count)
        self._begun = [self._grids.empty_mass_table() for _ in self._sides]
        """The chances before a response, by side to respond."""
        self._windows = [self._grids.empty_mass_table() for _ in self._sides] if play.at_once else self._begun
        for number, where in starts:
            self._grids.set_first_roll_mass(self._begun[0], number, where)

    def end_chances(self) -> list[list[tuple[int, Outcome, float]]]:
        """Return the ends of each contest as (number of the node, outcome, chance)."""
        ends: list[list[tuple[int, Outcome, float]]] = [[] for _ in range(self._grids.contest_count)]
        for level in reversed(self._play.plan.levels):
            ended = self._follow_level(level)
            for index, number, outcome, chance in self._grids.end_chances(level, ended):
                ends[index].append((number, outcome, chance))
        return ends

    def _follow_level(self, level: NodeLevel) -> Mass:
        """Carry the chances of a level forward; return those with which the battle ends there.

        An endless Shamrock returns some of them to the level; this repeats until almost nothing is left.
        """
        grids, ended = self._grids, self._grids.zero_mass(level)
        choices, before = self._play.kept_choices, inf
        while True:
            if self._play.at_once:
                ended = grids.sum_masses(ended, self._follow_miromon_window(level))
            begun = [grids.take_mass(masses, level) for masses in self._begun]
            if (total := sum(map(grids.total_mass, begun))) < _MIN_CHANCE:
                return ended
            if total > before * (1.0 - EPSILON):  # otherwise this would never end
                choices = self._play.stopping[level.first_number]
            before = total
            ended = grids.sum_masses(ended, self._follow_responses(level, choices, begun, self._begun))
            if not level.endless_shamrock_offer:
                return ended

    def _follow_miromon_window(self, level: NodeLevel) -> Mass:
        """Carry the chances of a critical result through Miromon's window (TW-VAR-9).

        If the result is still critical afterwards, the battle ends; the other chances return with the
        attacker to respond.
        """
        grids, decided = self._grids, self._grids.critical_result_mask(level.first_number, level.end_number)
        waiting = [grids.take_mass(masses, level) for masses in self._windows]
        for masses in self._begun:
            mass = grids.take_mass(masses, level)
            grids.add_mass(masses, level, grids.mass_of_choice(mass, decided, False))
            waiting[0] = grids.sum_masses(waiting[0], grids.mass_of_choice(mass, decided, True))
        closed = self._follow_responses(level, self._play.kept_choices, waiting, self._windows, window=True)
        grids.add_mass(self._begun[0], level, grids.mass_of_choice(closed, decided, False))
        return grids.mass_of_choice(closed, decided, True)

    def _follow_responses(
        self,
        level: NodeLevel,
        choices: ChoicesByMoment | None,
        starts: list[Mass],
        then: list[Mass],
        window: bool = False,
    ) -> Mass:
        """Carry the chances of a level through all responses; return the chances with which all sides
        pass.
        """
        grids, count = self._grids, len(self._sides)
        assert choices is not None
        for passes in self._sides:
            passing = []
            for mover in self._sides:
                choice = choices.get((level.first_number, window, mover, passes))
                if choice is None:
                    passing.append(starts[mover])
                    continue
                passing.append(grids.mass_of_choice(starts[mover], choice, 0))
                for number, offer in enumerate(level.offers_of_side(mover, window), 1):
                    moved = grids.mass_of_choice(starts[mover], choice, number)
                    if grids.total_mass(moved):
                        grids.move_mass(then[(mover + 1) % count], offer, moved)
            starts = [passing[-1], *passing[:-1]]
        return reduce(grids.sum_masses, starts)
