"""Assigning hits: what a policy gives up for them, and what Sustain Damage cancels (IM-SPACE-7, IM-INV-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import attrs

from twingkit.imperium.battle.rules.force import UNDER_MOON, Fight, Force, ForcePair, Roster
from twingkit.imperium.battle.rules.losses.loss_order import RISK
from twingkit.imperium.box.units import Unit

ENEMY_BARS = "mentak_flagship"
"""While this flagship of the other side is there, nothing that fights in space can sustain, the ground forces
of the Alastor among it unless the switch `mentak_mechs` is `no` (IM-UNIT-mentak_flagship)."""

MOST_CANCELLED = 2
"""The number of hits of one step that one use of Sustain Damage cancels with Non-Euclidean Shielding
(IM-TECH-nes)."""


class HitLosses(NamedTuple):
    """The losses of a side to hits: how many units sustained and how many were destroyed, by place; and the
    hits that found no unit."""

    sustained: tuple[int, ...]
    destroyed: tuple[int, ...]
    lost_hits: int = 0


@attrs.frozen
class PendingHits:
    """Hits that one side has to assign in one step: `nonfighter` must go to ships but fighters if there
    are any, `fighters` can go to fighters only, `free` to anything that takes part.

    >>> Load(free=2).total
    2
    """

    free: int = 0
    nonfighter: int = 0
    fighters: int = 0

    @property
    def total(self) -> int:
        """All hits."""
        return self.free + self.nonfighter + self.fighters


def able_to_sustain(fight: Fight, state: ForcePair, index: int) -> tuple[int, ...]:
    """The places of the kinds of a side that can use Sustain Damage now, in the order in which they would."""
    own, enemy = fight.rosters[index], fight.rosters[1 - index]
    if enemy.has_flagship_special(ENEMY_BARS, state[1 - index]) or outside_moon_player(state[index]):
        mechs = fight.variant.mentak_mechs == "no"
        return tuple(kind for kind in own.sustaining if mechs and not own.units[kind].ship)
    if fight.has("schematics"):
        return tuple(kind for kind in own.sustaining if own.units[kind].unit_class != "warsun")
    return own.sustaining


def outside_moon_player(force: Force) -> str:
    """The player outside of this fight whose flagship keeps these ships from sustaining; "" if none."""
    marks = (mark.removeprefix(UNDER_MOON) for mark in force.spent if mark.startswith(UNDER_MOON))
    return next(marks, "")


def willing_to_sustain(fight: Fight, state: ForcePair, index: int, n: int) -> tuple[int, ...]:
    """The places of the kinds of a side that its policy lets sustain in round `n`, where it comes to them, in
    their order.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> for rule in ("first", "risk", "never"):
    ...     line = f"space: 1 dreadnought 1 dreadnought+ / sustain={rule} vs 1 cruiser @ dh:2"
    ...     fight = Fight.of(Battle.parse(line))
    ...     print(rule, [willing(fight, fight.start(), 0, n) for n in (1, 2)])
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
    """Apply a side's policy to hits of round `n` (0: before the first): the force that is left, and the
    losses."""
    able = willing_to_sustain(fight, state, index, n)
    worth = MOST_CANCELLED if fight.rosters[index].has("nes") else 1
    return assign_by_policy(fight.rosters[index], state[index], load, able, worth)


def assign_by_policy(
    roster: Roster, force: Force, load: PendingHits, able: Sequence[int], worth: int = 1
) -> tuple[Force, HitLosses]:
    """Apply a policy to hits; `able` are the places that can sustain, as far as it lets them
    (`willing_to_sustain`), `worth` the hits that one use cancels."""
    taking = _HitAssigner(roster, force, able if roster.policy.sustain != "never" else (), worth)
    every = range(len(roster.units))
    missed = taking.destroy(roster.fighters, load.fighters)
    load = taking.cancel_together(load)
    spilled = taking.take(roster.nonfighters, load.nonfighter)
    lost = taking.take(every, load.free + spilled)
    return taking.result(missed + lost)


class _HitAssigner:
    """Hits being assigned, one group after another."""

    def __init__(self, roster: Roster, force: Force, able: Sequence[int], worth: int) -> None:
        self.roster, self.able, self.worth = roster, able, worth
        self.fresh, self.damaged = list(force.fresh), list(force.damaged)
        self.sustained, self.destroyed = [0] * len(self.fresh), [0] * len(self.fresh)
        self.force = force

    def take(self, places: Sequence[int], hits: int) -> int:
        """Assign hits to units of these places; how many found none."""
        named = self.roster.policy.sustain_classes
        if named:
            return self.take_by_class(places, hits, named)
        if self.roster.policy.sustain == "last":
            hits = self.destroy([kind for kind in places if kind not in self.able], hits)
        hits = self.sustain(places, hits)
        return self.destroy(places, hits)

    def take_by_class(self, places: Sequence[int], hits: int, named: Sequence[str]) -> int:
        """Let the named classes sustain, then destroy in order; the others sustain where it comes to their
        kind, before one of it is destroyed. How many hits found no unit."""
        first = [kind for kind in places if self.roster.units[kind].unit_class in named]
        hits = self.sustain(first, hits)
        for kind in places:
            hits = self.destroy((kind,), self.sustain((kind,), hits))
        return hits

    def cancel_together(self, load: PendingHits) -> PendingHits:
        """Use Sustain Damage wherever it cancels several hits, before anything is destroyed (IM-TECH-nes);
        the hits that are left, those that must go to ships but fighters cancelled first."""
        if self.worth == 1:
            return load
        left = load.free + load.nonfighter
        for kind in self.able:
            left -= self.worth * self.use(kind, left // self.worth)
        return attrs.evolve(load, free=min(load.free, left), nonfighter=max(0, left - load.free))

    def sustain(self, places: Sequence[int], hits: int) -> int:
        """Cancel hits with Sustain Damage, one by each use; how many are left."""
        for kind in self.able:
            if kind in places:
                hits -= self.use(kind, hits)
        return hits

    def use(self, kind: int, most: int) -> int:
        """Let up to so many units of a kind sustain; how many do."""
        uses = min(self.fresh[kind], most)
        self.fresh[kind] -= uses
        self.damaged[kind] += uses
        self.sustained[kind] += uses
        return uses

    def destroy(self, places: Sequence[int], hits: int) -> int:
        """Destroy units in order, damaged ones of a kind first; how many hits are left."""
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
        """The force that is left, and what was taken."""
        left = Force(tuple(self.fresh), tuple(self.damaged), self.force.spent, self.force.now)
        return left, HitLosses(tuple(self.sustained), tuple(self.destroyed), lost_hits)
