"""Best play followed forwards from the first roll, through the choices of all sides, to every end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import inf

from twingkit.twing.exact_odds.best_responses.best_play import BestPlayValues, ChoicesByMoment
from twingkit.twing.exact_odds.best_responses.grids import EPSILON, Mass, Outcome
from twingkit.twing.exact_odds.best_responses.plan import NodeLevel

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
