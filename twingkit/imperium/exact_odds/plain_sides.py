"""Sides that bring nothing but units: what is worked out once for each serves all battles that have it.

In a batch many lines share a side. Where neither side has a written effect, the dice and losses of a side do
not depend on the enemy; only how the rounds begin does, by what both fire in the opening (`OpeningDice`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import attrs

from twingkit.imperium.exact_odds.independence import independent_from
from twingkit.imperium.exact_odds.opening_dice import Known, OpeningDice, dice_only
from twingkit.imperium.exact_odds.side_ladder import pairs_of, side_ladder, side_rolls
from twingkit.imperium.notation.battle_line import Battle, Side
from twingkit.imperium.rules.force import Fight, Force, fighters_land

if TYPE_CHECKING:
    from twingkit.imperium.exact_odds.many_grids import Fought, Rungs

_DUMMY = {"space": {"fighter": 1, "dreadnought": 1}, "ground": {"infantry": 1}}
"""An enemy against whom whatever a side can do before or between rounds would show."""


_WHOLE = {(0, 0): 1.0}
"""Both sides begin with all their units."""


@attrs.frozen(eq=False)
class PlainSide:
    """A side without written effects whose opening is dice only, and that is independent of any enemy's.
    `fight` is one against a dummy."""

    index: int
    fight: Fight
    known: Known = attrs.field(factory=Known, init=False)
    """The forces that the dice of openings leave of it."""
    _begins: dict[tuple[Force, ...], tuple[Rungs, Mapping[Force, int]]] = attrs.field(
        factory=dict, init=False
    )

    def rungs(self, *starts: Force) -> tuple[Rungs, Mapping[Force, int]]:
        """All forces to which it can come from some, with their dice, and the place of each."""
        from twingkit.imperium.exact_odds.many_grids import Rungs

        if starts not in self._begins:
            part = side_ladder(self.fight, self.index, starts)
            self._begins[starts] = Rungs.of(part, side_rolls(self.fight, self.index, part, 1)), part.places
        return self._begins[starts]

    @cached_property
    def quiet(self) -> bool:
        """True if it only fights rounds. Anti-Fighter Barrage does not count: it matters against fighters
        only (`begun` looks at both sides)."""
        return OpeningDice(self.fight).opened() == {self.fight.start(): 1.0}

    @cached_property
    def whole(self) -> Rungs:
        """All forces to which it can come from all its units."""
        return self.rungs(self.fight.start()[self.index])[0]

    @property
    def barrage(self) -> bool:
        """True if it has Anti-Fighter Barrage."""
        return any(unit.barrage for unit in self.fight.rosters[self.index].units)

    @property
    def fighters(self) -> bool:
        """True if it has fighters that a barrage could hit."""
        return bool(self.fight.rosters[self.index].fighters)


@lru_cache(maxsize=4096)
def plain_side(kind: str, index: int, side: Side) -> PlainSide | None:
    """A side as one that brings nothing but units; None if it brings more."""
    if side.effects:
        return None
    dummy = Side(_DUMMY[kind])
    fight = Fight.of(Battle(kind, side, dummy) if index == 0 else Battle(kind, dummy, side))
    if fighters_land(fight) or not dice_only(fight.rosters[index], 1):
        return None
    if independent_from(fight, fight.start()) != 1:
        return None
    return PlainSide(index, fight)


def begun(battle: Battle, sides: tuple[PlainSide, PlainSide]) -> Fought:
    """The grid of a battle of two plain sides, with the pairs that their opening leaves."""
    first, second = sides
    shot_at = (first.barrage and second.fighters) or (second.barrage and first.fighters)
    if first.quiet and second.quiet and not (battle.kind == "space" and shot_at):
        return first.whole, second.whole, _WHOLE
    fight = Fight(battle, (first.fight.rosters[0], second.fight.rosters[1]))
    cases = OpeningDice(fight, (first.known, second.known)).begun()
    attack, own = first.rungs(*dict.fromkeys(force for _, left, _ in cases for force in left))
    defence, others = second.rungs(*dict.fromkeys(force for *_, left in cases for force in left))
    return attack, defence, pairs_of(cases, own, others)
