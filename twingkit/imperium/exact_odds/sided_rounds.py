"""Rounds in which each side answers for itself, but forces can get better again.

Repairs and shields (Duranium Armor, Emergency Repairs, the Letnev flagship, Shields Holding) look at nothing
but their own side's units and the hits that it takes. So what hits leave of a force is walked once for that
force and number, not for every pair of forces and rolls; the rounds themselves are still followed one by one.
"""

from __future__ import annotations

from twingkit.imperium.exact_odds.steps_walk import Chances, Stand, StepsWalk
from twingkit.imperium.rules.combat_hits import assign_hits
from twingkit.imperium.rules.combat_roll import FREE, combat_hits
from twingkit.imperium.rules.force import Fight, Force, State


class SidedRounds:
    """The rounds of a fight, each side on its own (`independent_with_repairs`)."""

    def __init__(self, fight: Fight, walk: StepsWalk) -> None:
        self.fight, self.walk = fight, walk
        self._rounds: dict[tuple[Stand, int], Chances] = {}
        self._rolls: dict[tuple[int, Force, int], list[float]] = {}
        self._left: dict[tuple[int, Force, tuple[str, ...], int, int], Force] = {}

    def after_round(self, stand: Stand, n: int) -> Chances:
        """The chances of the stands after round `n`, from a stand in which both sides are there."""
        key = stand, min(n, max(self.walk.last_named, 1) + 1)
        if key not in self._rounds:
            self._rounds[key] = self._after(stand, n)
        return self._rounds[key]

    def _after(self, stand: Stand, n: int) -> Chances:
        begun = self.walk.before_rolls({stand: 1.0}, n)
        chances: Chances = {}
        for begun_stand, chance in begun.items():
            if not begun_stand.both:
                begun_stand = begun_stand._replace(state=_noteless(begun_stand.state))
                chances[begun_stand] = chances.get(begun_stand, 0.0) + chance
                continue
            hits, taken = (self._hits(begun_stand.state, index, n) for index in (0, 1))
            other = self._losses(begun_stand.state, 1, hits, n)
            for first, part in self._losses(begun_stand.state, 0, taken, n).items():
                for second, share in other.items():
                    left = Stand((first, second))
                    chances[left] = chances.get(left, 0.0) + chance * part * share
        return chances

    def _losses(self, state: State, index: int, hits: list[float], n: int) -> dict[Force, float]:
        """The chances of what hits leave of a side."""
        chances: dict[Force, float] = {}
        for count, chance in enumerate(hits):
            if chance:
                force = self._after_hits(state, index, count, n)
                chances[force] = chances.get(force, 0.0) + chance
        return chances

    def _hits(self, state: State, index: int, n: int) -> list[float]:
        """The chances of a side's hits, those of more than the other can take or cancel together."""
        key = index, state[index], n
        if key not in self._rolls:
            self._rolls[key] = combat_hits(self.fight, state, index, n)
        hits, most = self._rolls[key], self.walk.most_hits(1 - index, state[1 - index])
        return [*hits[:most], sum(hits[most:])] if len(hits) > most + 1 else hits

    def _after_hits(self, state: State, index: int, hits: int, n: int) -> Force:
        """The force that the hits of a round leave of a side, with everything that it does about them."""
        key = index, state[index], state[1 - index].spent, hits, n
        if key not in self._left:
            enemy = state[1 - index]._replace(now=((FREE, hits),) if hits else ())
            forces = (state[0], enemy) if index == 0 else (enemy, state[1])
            (left,) = self.walk.through((assign_hits,), {Stand(forces): 1.0}, n)
            self._left[key] = left.state[index]
        return self._left[key]


def _noteless(state: State) -> State:
    return state[0]._replace(now=()), state[1]._replace(now=())
