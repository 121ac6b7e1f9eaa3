"""A battle round by round, for plans that depend on its state: what follows from every stand.

Rounds are followed through their steps, whatever they do, or where both sides are independent
(`twingkit.imperium.battle.exact_odds.independence`) by their hits alone, some hundred times faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from twingkit.imperium.battle.exact_odds.chain import Chain
from twingkit.imperium.battle.exact_odds.independence import independent_from
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Stand, gather
from twingkit.imperium.battle.rules.dice.combat_roll import combat_hits, combat_roll
from twingkit.imperium.battle.rules.force import Fight, Force, State
from twingkit.imperium.battle.rules.losses.assign import MOST_CANCELLED, Load, by_policy, may_sustain


def split(chances: Mapping[Stand, float]) -> tuple[Chances, Chances]:
    """Stands that are over, and those in which both sides are still there."""
    over = {stand: chance for stand, chance in chances.items() if not stand.both}
    return over, {stand: chance for stand, chance in chances.items() if stand.both}


class Rounds:
    """The rounds of a space battle, each cut in two where a retreat is announced (IM-SPACE-5): after effects
    at its start and Anti-Fighter Barrage, before the combat rolls.

    Stands keep which effects each side has used. From round `settled` on all rounds are alike: what happens
    depends on the stand alone.
    """

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.chain = Chain(fight)
        self.walk = self.chain.walk
        self.opened: Chances = dict(self.chain.opened)
        """The chances of what the opening leaves."""
        self.settled = max(2, self.walk.last_named + 1)
        self._begun: dict[tuple[Stand, int], Chances] = {}
        self._after: dict[tuple[Stand, int], Chances] = {}
        self._independent: dict[State, int | None] = {}

    def independent(self, stand: Stand, n: int) -> bool:
        """True if the sides are independent from this stand in round `n` on."""
        if stand.state not in self._independent:
            self._independent[stand.state] = independent_from(self.fight, stand.state)
        first = self._independent[stand.state]
        return first is not None and n >= first

    def begun(self, stand: Stand, n: int) -> Chances:
        """The chances of the stands after round `n` began, up to the point where a retreat can be
        announced."""
        key = stand, min(n, self.settled)
        if key not in self._begun:
            steps = self.walk.steps(key[1])
            # the last of them is the announcement itself, at which no side leaves
            alone = steps.index(combat_roll(0)) == 1
            chances = {stand: 1.0} if alone else self.walk.before_rolls({stand: 1.0}, key[1])
            self._begun[key] = chances
        return self._begun[key]

    def after(self, stand: Stand, n: int) -> Chances:
        """The chances of the stands after the rest of round `n`, from a stand of `begun` with both sides
        there."""
        key = stand, min(n, self.settled)
        if key not in self._after:
            self._after[key] = self._rest(*key)
        return self._after[key]

    def _rest(self, stand: Stand, n: int) -> Chances:
        if self.independent(stand, n):
            return gather(self._fought(stand, n))
        steps = self.walk.steps(n)
        index = steps.index(combat_roll(0))
        if index == 1:  # nothing came before
            return self.chain.round({stand: 1.0}, n)
        return self.walk.through(steps[index:], {stand: 1.0}, n)

    def begun_all(self, chances: Mapping[Stand, float], n: int) -> Chances:
        """`begun` for stands with these chances, all with both sides there."""
        return gather(
            (begun, chance * part)
            for stand, chance in chances.items()
            for begun, part in self.begun(stand, n).items()
        )

    def after_all(self, chances: Mapping[Stand, float], n: int) -> Chances:
        """`after` for stands with these chances, all with both sides there."""
        return gather(
            (left, chance * part)
            for stand, chance in chances.items()
            for left, part in self.after(stand, n).items()
        )

    def advanced(self, chances: Chances, n: int) -> Chances:
        """The chances of stands after the whole round `n`; those of battles that are over do not change."""
        over, open_ = split(chances)
        ended, begun = split(self.begun_all(open_, n))
        return gather([*over.items(), *ended.items(), *self.after_all(begun, n).items()])

    def _fought(self, stand: Stand, n: int) -> Iterable[tuple[Stand, float]]:
        """The stands after the combat rolls of a round and the assignment of their hits, with chances."""
        hits, taken = (combat_hits(self.fight, stand.state, index, n) for index in (0, 1))
        own, others = self._remaining_states(0, stand, taken), self._remaining_states(1, stand, hits)
        return [
            (Stand((first, second), stand.left), part * share)
            for first, part in own.items()
            for second, share in others.items()
        ]

    def _remaining_states(self, index: int, stand: Stand, hits: Iterable[float]) -> dict[Force, float]:
        """The chances of the forces that the hits leave of one side."""
        force = stand.state[index]._replace(now=())
        chances: dict[Force, float] = {}
        for n, part in enumerate(hits):
            if part:
                left = self.absorbed(stand.state, index, force, n)
                chances[left] = chances.get(left, 0.0) + part
        return chances

    def absorbed(self, state: State, index: int, force: Force, hits: int) -> Force:
        """The force of one side after the hits of a round, where the sides are independent."""
        roster = self.fight.rosters[index]
        worth = MOST_CANCELLED if roster.has("nes") else 1
        return by_policy(roster, force, Load(free=hits), may_sustain(self.fight, state, index), worth)[0]
