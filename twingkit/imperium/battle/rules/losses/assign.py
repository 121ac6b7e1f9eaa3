"""Assigning hits: what a policy gives up, and what Sustain Damage cancels (IM-SPACE-7, IM-INV-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import attrs

from twingkit.imperium.battle.rules.force import UNDER_MOON, Fight, Force, ForcePair, Roster
from twingkit.imperium.battle.rules.losses.loss_order import RISK
from twingkit.imperium.box.units import Unit

ENEMY_BARS = "mentak_flagship"
"""While the other side has this flagship, nothing that fights in space can sustain damage, including the
ground forces of the Alastor unless the switch `mentak_mechs` is `no` (IM-UNIT-mentak_flagship).
"""

MOST_CANCELLED = 2
"""The number of hits of one step that one use of Sustain Damage cancels with Non-Euclidean Shielding
(IM-TECH-nes).
"""


class HitLosses(NamedTuple):
    """The losses of a side to hits: how many units sustained damage and how many were destroyed, by place;
    and the number of hits that found no unit.
    """

    sustained: tuple[int, ...]
    destroyed: tuple[int, ...]
    lost_hits: int = 0


@attrs.frozen
class PendingHits:
    """Hits that one side has to assign in one step: `nonfighter` hits must go to ships other than fighters if
    there are any, `fighters` hits only to fighters, `free` hits to any unit that takes part.

    >>> PendingHits(free=2).total
    2
    """

    free: int = 0
    nonfighter: int = 0
    fighters: int = 0

    @property
    def total(self) -> int:
        """The number of all hits."""
        return self.free + self.nonfighter + self.fighters


def able_to_sustain(fight: Fight, state: ForcePair, index: int) -> tuple[int, ...]:
    """Return the places of the kinds of a side that can use Sustain Damage now, in the order in which they
    would.
    """
    own, enemy = fight.rosters[index], fight.rosters[1 - index]
    if enemy.has_flagship_special(ENEMY_BARS, state[1 - index]) or outside_moon_player(state[index]):
        mechs = fight.variant.mentak_mechs == "no"
        return tuple(kind for kind in own.sustaining if mechs and not own.units[kind].ship)
    if fight.has("schematics"):
        return tuple(kind for kind in own.sustaining if own.units[kind].unit_class != "warsun")
    return own.sustaining


def outside_moon_player(force: Force) -> str:
    """Return the player outside this fight whose flagship keeps these ships from sustaining damage; "" if
    there is none.
    """
    marks = (mark.removeprefix(UNDER_MOON) for mark in force.spent if mark.startswith(UNDER_MOON))
    return next(marks, "")


def willing_to_sustain(fight: Fight, state: ForcePair, index: int, n: int) -> tuple[int, ...]:
    """Return the places of the kinds of a side that its policy lets sustain damage in round `n`, in their
    order.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> for rule in ("first", "risk", "never"):
    ...     line = f"space: 1 dreadnought 1 dreadnought+ / sustain={rule} vs 1 cruiser @ dh:2"
    ...     fight = Fight.from_battle(Battle.parse(line))
    ...     print(rule, [willing_to_sustain(fight, fight.start(), 0, n) for n in (1, 2)])
    first [(0, 1), (0, 1)]
    risk [(0, 1), (1,)]
    never [(), ()]
    """
    own, enemy = fight.rosters[index], fight.rosters[1 - index]
    if own.policy.sustain == "never":
        return ()
    able = able_to_sustain(fight, state, index)
    if own.policy.sustain != RISK:
        return able
    cards = enemy.with_hook("destroy_sustained")
    if not any(state[1 - index].can_use_in_round(use, n) for use in cards):
        return able
    return tuple(kind for kind in able if is_immune_to_direct_hit(own.units[kind]))


def is_immune_to_direct_hit(unit: Unit) -> bool:
    """True if a Direct Hit cannot destroy this unit (IM-UNIT-dreadnought2)."""
    return unit.name == "dreadnought+"


def assign(
    fight: Fight, state: ForcePair, index: int, load: PendingHits, n: int = 0
) -> tuple[Force, HitLosses]:
    """Apply a side's policy to the hits of round `n` (0: before the first); return the force that is left and
    the losses.
    """
    able = willing_to_sustain(fight, state, index, n)
    worth = MOST_CANCELLED if fight.rosters[index].has("nes") else 1
    return assign_by_policy(fight.rosters[index], state[index], load, able, worth)


def assign_by_policy(
    roster: Roster, force: Force, load: PendingHits, able: Sequence[int], worth: int = 1
) -> tuple[Force, HitLosses]:
    """Apply a policy to hits. `able` are the places that can sustain damage and that the policy lets do so
    (`willing_to_sustain`); `worth` is the number of hits that one use cancels.
    """
    taking = _HitAssigner(roster, force, able if roster.policy.sustain != "never" else (), worth)
    every = range(len(roster.units))
    missed = taking.destroy(roster.fighters, load.fighters)
    load = taking.cancel_together(load)
    spilled = taking.take(roster.nonfighters, load.nonfighter)
    lost = taking.take(every, load.free + spilled)
    return taking.result(missed + lost)


class _HitAssigner:
    """Assigns hits, one group after another."""

    def __init__(self, roster: Roster, force: Force, able: Sequence[int], worth: int) -> None:
        self.roster, self.able, self.worth = roster, able, worth
        self.fresh, self.damaged = list(force.fresh), list(force.damaged)
        self.sustained, self.destroyed = [0] * len(self.fresh), [0] * len(self.fresh)
        self.force = force

    def take(self, places: Sequence[int], hits: int) -> int:
        """Assign hits to units of these places; return how many found no unit."""
        named = self.roster.policy.sustain_classes
        if named:
            return self.take_by_class(places, hits, named)
        if self.roster.policy.sustain == "last":
            hits = self.destroy([kind for kind in places if kind not in self.able], hits)
        hits = self.sustain(places, hits)
        return self.destroy(places, hits)

    def take_by_class(self, places: Sequence[int], hits: int, named: Sequence[str]) -> int:
        """Let the named classes sustain damage, then destroy units in order; other classes sustain damage
        before a unit of their kind is destroyed. Return how many hits found no unit.
        """
        first = [kind for kind in places if self.roster.units[kind].unit_class in named]
        hits = self.sustain(first, hits)
        for kind in places:
            hits = self.destroy((kind,), self.sustain((kind,), hits))
        return hits

    def cancel_together(self, load: PendingHits) -> PendingHits:
        """Use Sustain Damage wherever it cancels several hits, before anything is destroyed (IM-TECH-nes).
        Return the hits that are left; those that must go to non-fighters are cancelled first.
        """
        if self.worth == 1:
            return load
        left = load.free + load.nonfighter
        for kind in self.able:
            left -= self.worth * self.use(kind, left // self.worth)
        return attrs.evolve(load, free=min(load.free, left), nonfighter=max(0, left - load.free))

    def sustain(self, places: Sequence[int], hits: int) -> int:
        """Cancel hits with Sustain Damage, one by each use; return how many are left."""
        for kind in self.able:
            if kind in places:
                hits -= self.use(kind, hits)
        return hits

    def use(self, kind: int, most: int) -> int:
        """Let up to `most` units of a kind sustain damage; return how many do."""
        uses = min(self.fresh[kind], most)
        self.fresh[kind] -= uses
        self.damaged[kind] += uses
        self.sustained[kind] += uses
        return uses

    def destroy(self, places: Sequence[int], hits: int) -> int:
        """Destroy units in order, damaged ones of a kind first; return how many hits are left."""
        for kind in places:
            if not hits:
                break
            for counts in (self.damaged, self.fresh):
                count_lost = min(hits, counts[kind])
                counts[kind] -= count_lost
                self.destroyed[kind] += count_lost
                hits -= count_lost
        return hits

    def result(self, lost_hits: int) -> tuple[Force, HitLosses]:
        """Return the force that is left, and the losses."""
        left = Force(tuple(self.fresh), tuple(self.damaged), self.force.spent, self.force.now)
        return left, HitLosses(tuple(self.sustained), tuple(self.destroyed), lost_hits)
