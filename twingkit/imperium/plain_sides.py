"""Sides that bring nothing but units: what is worked out once for each serves all battles that have it.

In a batch many lines share a side. Where neither side has a written effect, the dice and losses of a side do
not depend on the enemy; only how the rounds begin does, by what both fire in the opening (`OpeningDice`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import attrs

from twingkit.imperium.apart import apart_from
from twingkit.imperium.course import pairs_of, side_ladder, side_rolls
from twingkit.imperium.force import Fight, Force
from twingkit.imperium.notation import Battle, Side
from twingkit.imperium.opening_dice import Losses, OpeningDice, dice_only

if TYPE_CHECKING:
    from twingkit.imperium.many_grids import Fought, Rungs

_DUMMY = {"space": {"fighter": 1, "dreadnought": 1}, "ground": {"infantry": 1}}
"""An enemy against whom whatever a side can do before or between rounds would show."""


@attrs.frozen(eq=False)
class PlainSide:
    """A side without written effects whose opening is dice only, and whose rounds fall apart, whoever the
    enemy. `fight` is one against a dummy."""

    index: int
    fight: Fight
    losses: Losses = attrs.field(factory=dict, init=False)
    """What hits of openings leave of it, as far as it is known."""
    _begins: dict[tuple[Force, ...], tuple[Rungs, Mapping[Force, int]]] = attrs.field(
        factory=dict, init=False
    )

    def rungs(self, *starts: Force) -> tuple[Rungs, Mapping[Force, int]]:
        """All forces to which it can come from some, with their dice, and the place of each."""
        from twingkit.imperium.many_grids import Rungs

        if starts not in self._begins:
            part = side_ladder(self.fight, self.index, starts)
            self._begins[starts] = Rungs.of(part, side_rolls(self.fight, self.index, part, 1)), part.places
        return self._begins[starts]

    @property
    def start(self) -> Force:
        """All its units, whole."""
        return self.fight.start()[self.index]


@lru_cache(maxsize=4096)
def plain_side(kind: str, index: int, side: Side) -> PlainSide | None:
    """A side as one that brings nothing but units; None if it brings more."""
    if side.effects:
        return None
    dummy = Side(_DUMMY[kind])
    fight = Fight.of(Battle(kind, side, dummy) if index == 0 else Battle(kind, dummy, side))
    if not dice_only(fight.rosters[index], 1) or apart_from(fight, fight.start()) != 1:
        return None
    return PlainSide(index, fight)


@lru_cache(maxsize=4096)
def quiet_rungs(kind: str, index: int, side: Side) -> Rungs | None:
    """The forces and dice of a side that does nothing but fight rounds, whoever the enemy; None for others.

    Anti-Fighter Barrage is left to the caller: it matters against fighters only.
    """
    plain = plain_side(kind, index, side)
    if plain is None or OpeningDice(plain.fight).opened() != {plain.fight.start(): 1.0}:
        return None
    return plain.rungs(plain.start)[0]


def begun(battle: Battle, sides: tuple[PlainSide, PlainSide]) -> Fought:
    """The grid of a battle of two plain sides, with the pairs that their opening leaves."""
    fight = Fight(battle, (sides[0].fight.rosters[0], sides[1].fight.rosters[1]))
    cases = OpeningDice(fight, (sides[0].losses, sides[1].losses)).begun()
    attack, own = sides[0].rungs(*dict.fromkeys(force for _, first, _ in cases for force in first))
    defence, others = sides[1].rungs(*dict.fromkeys(force for *_, second in cases for force in second))
    return attack, defence, pairs_of(cases, own, others)
