"""The end of a battle under a plan: chances to win and to get away, and the losses of both sides until
then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from twingkit.imperium.battle.analysis.rounds import Rounds
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Stand
from twingkit.imperium.battle.rules.force import cost
from twingkit.imperium.battle.rules.result import retreats

EPSILON = 1e-12
"""A chance is below a line only if it is so by more than this."""


class Ends(NamedTuple):
    """The end of a battle from some stand on: the chance of each side to win, the chance that a side gets
    away, and the losses of both sides since the beginning, in resources (IM-ODDS-5). The rest to 1 is a
    tie."""

    attacker: float = 0.0
    defender: float = 0.0
    away: float = 0.0
    attacker_lost: float = 0.0
    defender_lost: float = 0.0

    def plus(self, other: Ends, share: float = 1.0) -> Ends:
        """The sum with a share of another."""
        return Ends(*(own + share * more for own, more in zip(self, other, strict=True)))


def mean(chances: Mapping[Stand, float], value: Callable[[Stand], Ends]) -> Ends:
    """The mean value of stands with these chances."""
    totals = [0.0] * len(Ends._fields)
    for stand, chance in chances.items():
        for column, part in enumerate(value(stand)):
            totals[column] += chance * part
    return Ends(*totals)


class Scale:
    """The value of stands at the end of one fight."""

    def __init__(self, rounds: Rounds) -> None:
        self.fight = rounds.fight
        self._whole = [cost(self.fight, index, force) for index, force in enumerate(self.fight.start())]

    def lost(self, stand: Stand) -> tuple[float, float]:
        """The losses of both sides so far, in resources; ships that left are not lost."""
        first, second = (
            at_start - cost(self.fight, index, force)
            for index, (at_start, force) in enumerate(zip(self._whole, stand.state, strict=True))
        )
        return first, second

    def ended(self, stand: Stand) -> Ends:
        """A battle that is over, or has come to a standoff, in which the attacker retreats, or nobody wins
        (IM-ODDS-4)."""
        winner = 1 if stand.both and retreats(self.fight.battle) else stand.winner
        return Ends(float(winner == 0), float(winner == 1), 0.0, *self.lost(stand))

    def left(self, stand: Stand) -> Ends:
        """After a round in which a side had announced its retreat: it gets away if both still have ships."""
        return Ends(0.0, 0.0, 1.0, *self.lost(stand)) if stand.both else self.ended(stand)


class Tail(Protocol):
    """The rounds from `settled` on, for one side."""

    def win(self, stand: Stand) -> float:
        """The side's chance to win by fighting to the end."""
        ...

    def plan(self, begin: Chances, below: float, passed: int = 0) -> Ends:
        """The ends from `begin` if the side fights `passed` rounds and then announces a retreat wherever its
        chance to win is below `below`."""
        ...
