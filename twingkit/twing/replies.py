"""Responses weighed by what they cost: the alternation of TW-BAT-10 played out, cards not for nothing.

TW-ODDS-2 asks for the best odds whatever it takes. Here each card played has its price, so that a cat is kept
where it changes little. Both sides are taken to do their best, with what this player holds and what the other
side may hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from twingkit.twing.contest import STATES, WEIGHTS
from twingkit.twing.outlook import ORNICLE
from twingkit.twing.plans import Stakes
from twingkit.twing.sight import Pairing
from twingkit.twing.variant import Variant
from twingkit.twing.worth import Prices

Faces = tuple[int | None, int | None]


class Kit(NamedTuple):
    """What a side can still play in this battle."""

    reroll: int
    cats: int
    traps: int
    miromon: int


class Exchange:
    """The responses of two sides after the roll; side 0 attacks. `mine` is the side whose chances count."""

    def __init__(
        self,
        pair: Pairing,
        prey: tuple[tuple[tuple[int, float], ...], tuple[tuple[int, float], ...]],
        mine: int,
        stakes: Stakes,
        prices: Prices,
        variant: Variant,
    ) -> None:
        self.pair, self.prey, self.mine, self.stakes = pair, prey, mine, stakes
        self.prices, self.variant = prices, variant
        self._known: dict[tuple[object, ...], float] = {}
        self._dice = (pair.attack != 0, pair.defence != 0)

    def answers(self, faces: Faces, kits: tuple[Kit, Kit], passed: bool) -> Iterator[tuple[str, float]]:
        """What the own side may do now, each with the own chance to win the game."""
        yield "pass", self._ended(faces, kits, 0.0, (0, 0)) if passed else self._best(
            faces, kits, 1 - self.mine, True, 0.0, (0, 0)
        )
        for name, value in self._played(faces, kits, self.mine, 0.0, (0, 0)):
            yield name, value

    def _ended(self, faces: Faces, kits: tuple[Kit, Kit], spent: float, trapped: tuple[int, int]) -> float:
        margin = self.pair.margin
        if trapped[0] or trapped[1]:
            margin -= sum([power for power, _ in self.prey[0][: trapped[0]]])
            margin += sum([power for power, _ in self.prey[1][: trapped[1]]])
        outcome = self.pair._replace(margin=margin).outcome(faces, self.variant)
        if self.mine:
            outcome = -outcome
        won, tied, lost, _ = self.stakes
        value = won if outcome > 0 else lost if outcome < 0 else tied
        return value - ORNICLE * value * (1.0 - value) * spent

    def _best(
        self, faces: Faces, kits: tuple[Kit, Kit], mover: int, passed: bool, spent: float, trapped: tuple[int, int]
    ) -> float:
        key = (faces, kits, mover, passed, trapped)
        found = self._known.get(key)
        if found is not None:
            return found
        if passed:
            best = self._ended(faces, kits, spent, trapped)
        else:
            best = self._best(faces, kits, 1 - mover, True, spent, trapped)
        better = max if mover == self.mine else min
        for _, value in self._played(faces, kits, mover, spent, trapped):
            best = better(best, value)
        self._known[key] = best
        return best

    def _played(
        self, faces: Faces, kits: tuple[Kit, Kit], mover: int, spent: float, trapped: tuple[int, int]
    ) -> Iterator[tuple[str, float]]:
        kit = kits[mover]
        sign = 1.0 if mover == self.mine else -self.stakes.share
        prices = self.prices
        if kit.reroll:
            yield "reroll", self._rolled(faces, _without(kits, mover, 0), mover, spent, trapped)
        if kit.cats:
            yield "cat", self._rolled(faces, _without(kits, mover, 1), mover, spent + sign * prices.cat, trapped)
        enemy = 1 - mover
        if kit.traps and trapped[enemy] < len(self.prey[enemy]):
            more = (trapped[0] + (enemy == 0), trapped[1] + (enemy == 1))
            paid = spent + sign * prices.trap 
            lost = self.prey[enemy][trapped[enemy]][1]
            paid += lost if enemy == self.mine else -self.stakes.share * lost
            yield "trap", self._best(faces, _without(kits, mover, 2), enemy, False, paid, more)
        if kit.miromon:
            left = _without(kits, mover, 3)
            for name, target in (("own", mover), ("other", enemy)):
                face = faces[target]
                if face is not None:
                    turned = (-face, faces[1]) if target == 0 else (faces[0], -face)
                    yield (
                        f"miromon {name}",
                        self._best(turned, left, enemy, False, spent + sign * prices.miromon, trapped),
                    )

    def _rolled(
        self, faces: Faces, kits: tuple[Kit, Kit], mover: int, spent: float, trapped: tuple[int, int]
    ) -> float:
        total = 0.0
        for face, weight in zip(STATES, WEIGHTS, strict=True):
            new = (face, faces[1]) if mover == 0 else (faces[0], face)
            total += weight * self._best(new, kits, 1 - mover, False, spent, trapped)
        return total / 12


def _without(kits: tuple[Kit, Kit], side: int, place: int) -> tuple[Kit, Kit]:
    kit = kits[side]
    less = Kit(*[count - (spot == place) for spot, count in enumerate(kit)])
    return (less, kits[1]) if side == 0 else (kits[0], less)
