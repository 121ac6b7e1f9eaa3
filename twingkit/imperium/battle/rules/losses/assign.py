"""The assignment of hits by a policy, and Sustain Damage (IM-SPACE-7, IM-INV-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import attrs

from twingkit.imperium.battle.rules.force import MENTAK_FLAGSHIP_MARK, Fight, Force, ForcePair, Roster
from twingkit.imperium.battle.rules.losses.loss_order import SUSTAIN_UNLESS_DIRECT_HIT
from twingkit.imperium.box.units import Unit

SUSTAIN_BLOCKING_FLAGSHIP = "mentak_flagship"
"""The flagship that keeps the other side's ships from sustaining damage (IM-UNIT-mentak_flagship).

It also blocks the ground forces of the Alastor, unless the switch `mentak_mechs` is `no`.
"""


class HitLosses(NamedTuple):
    """The numbers of units that sustained damage and that were destroyed, by roster index.

    `excess_hits` is the number of hits that found no unit.
    """

    sustained: tuple[int, ...]
    destroyed: tuple[int, ...]
    excess_hits: int = 0


@attrs.frozen
class PendingHits:
    """Hits that one side has to assign in one step.

    `nonfighters_only` hits must go to ships other than fighters if there are any, `fighters_only` hits only
    to fighters, `unrestricted` hits to any unit that takes part.

    >>> PendingHits(unrestricted=2).total
    2
    """

    unrestricted: int = 0
    nonfighters_only: int = 0
    fighters_only: int = 0

    @property
    def total(self) -> int:
        """The total number of hits."""
        return self.unrestricted + self.nonfighters_only + self.fighters_only


def indices_able_to_sustain(fight: Fight, state: ForcePair, side_index: int) -> tuple[int, ...]:
    """Return the roster indices of a side's units that can use Sustain Damage now, in the order in which they
    use it.
    """
    own, enemy = fight.rosters[side_index], fight.rosters[1 - side_index]
    if enemy.has_flagship_special(
        SUSTAIN_BLOCKING_FLAGSHIP, state[1 - side_index]
    ) or sustain_blocking_seat_name(state[side_index]):
        mechs = fight.variant.mentak_mechs == "no"
        return tuple(kind for kind in own.sustaining_indices if mechs and not own.units[kind].is_ship)
    if fight.has_working("schematics"):
        return tuple(kind for kind in own.sustaining_indices if own.units[kind].unit_class != "warsun")
    return own.sustaining_indices


def sustain_blocking_seat_name(force: Force) -> str:
    """Return the seat of a third player whose flagship keeps this force's ships from using Sustain Damage, or
    "" if there is none.
    """
    marks = (
        mark.removeprefix(MENTAK_FLAGSHIP_MARK)
        for mark in force.used_effects
        if mark.startswith(MENTAK_FLAGSHIP_MARK)
    )
    return next(marks, "")


def indices_willing_to_sustain(
    fight: Fight, state: ForcePair, side_index: int, round_number: int
) -> tuple[int, ...]:
    """Return the roster indices of the units with which a side, by its policy, uses Sustain Damage in a
    round, in the order of use.

    They are in the order in which they do.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> for rule in ("first", "risk", "never"):
    ...     line = f"space: 1 dreadnought 1 dreadnought+ / sustain={rule} vs 1 cruiser @ dh:2"
    ...     fight = Fight.from_battle(Battle.parse(line))
    ...     print(rule, [indices_willing_to_sustain(fight, fight.starting_forces(), 0, n) for n in (1, 2)])
    first [(0, 1), (0, 1)]
    risk [(0, 1), (1,)]
    never [(), ()]
    """
    own, enemy = fight.rosters[side_index], fight.rosters[1 - side_index]
    if own.policy.sustain == "never":
        return ()
    able = indices_able_to_sustain(fight, state, side_index)
    if own.policy.sustain != SUSTAIN_UNLESS_DIRECT_HIT:
        return able
    cards = enemy.effects_with_hook("destroy_sustained")
    if not any(state[1 - side_index].can_use_in_round(use, round_number) for use in cards):
        return able
    return tuple(kind for kind in able if is_immune_to_direct_hit(own.units[kind]))


def is_immune_to_direct_hit(unit: Unit) -> bool:
    """True if a Direct Hit cannot destroy this unit (IM-UNIT-dreadnought2)."""
    return unit.name == "dreadnought+"


def assign_hits_by_policy(
    fight: Fight, state: ForcePair, side_index: int, pending_hits: PendingHits, round_number: int = 0
) -> tuple[Force, HitLosses]:
    """Apply a side's policy to the hits of a round; return the remaining force and the numbers of units
    damaged and destroyed.

    Round 0 is before the first.
    """
    able = indices_willing_to_sustain(fight, state, side_index, round_number)
    return assign_hits_with_sustaining(fight.rosters[side_index], state[side_index], pending_hits, able)


def assign_hits_with_sustaining(
    roster: Roster, force: Force, pending_hits: PendingHits, sustaining: Sequence[int]
) -> tuple[Force, HitLosses]:
    """Assign hits in the side's order of losses, with only the units of the indices `sustaining` allowed to
    sustain damage; return the force left and the losses.

    `sustaining` are the roster indices of units that can sustain damage and that the policy lets do so
    (`indices_willing_to_sustain`).
    """
    taking = _HitAssigner(roster, force, sustaining if roster.policy.sustain != "never" else ())
    every = range(len(roster.units))
    missed = taking.destroy(roster.fighter_indices, pending_hits.fighters_only)
    pending_hits = taking.cancel_together(pending_hits)
    spilled = taking.take(roster.nonfighter_ship_indices, pending_hits.nonfighters_only)
    lost = taking.take(every, pending_hits.unrestricted + spilled)
    return taking.result(missed + lost)


class _HitAssigner:
    def __init__(self, roster: Roster, force: Force, able: Sequence[int]) -> None:
        self.roster, self.able, self.worth = roster, able, roster.hits_per_sustain
        self.fresh, self.damaged = list(force.fresh), list(force.damaged)
        self.sustained, self.destroyed = [0] * len(self.fresh), [0] * len(self.fresh)
        self.force = force

    def take(self, places: Sequence[int], hits: int) -> int:
        """Assign hits to units with these roster indices; return the number of hits that found no unit."""
        named = self.roster.policy.sustain_classes
        if named:
            return self.take_by_class(places, hits, named)
        if self.roster.policy.sustain == "last":
            hits = self.destroy([kind for kind in places if kind not in self.able], hits)
        hits = self.sustain(places, hits)
        return self.destroy(places, hits)

    def take_by_class(self, places: Sequence[int], hits: int, named: Sequence[str]) -> int:
        """Let the named classes sustain damage, then destroy units; return the number of hits that found no
        unit.

        Other classes sustain damage before a unit of their kind is destroyed.
        """
        first = [kind for kind in places if self.roster.units[kind].unit_class in named]
        hits = self.sustain(first, hits)
        for kind in places:
            hits = self.destroy((kind,), self.sustain((kind,), hits))
        return hits

    def cancel_together(self, pending_hits: PendingHits) -> PendingHits:
        """IM-TECH-nes: sustain to cancel several hits, non-fighter hits first; return the hits left."""
        if self.worth == 1:
            return pending_hits
        left = pending_hits.unrestricted + pending_hits.nonfighters_only
        for kind in self.able:
            left -= self.worth * self.use(kind, left // self.worth)
        return attrs.evolve(
            pending_hits,
            unrestricted=min(pending_hits.unrestricted, left),
            nonfighters_only=max(0, left - pending_hits.unrestricted),
        )

    def sustain(self, places: Sequence[int], hits: int) -> int:
        """Cancel one hit with each use of Sustain Damage by units with these roster indices; return the
        number of hits left.
        """
        for kind in self.able:
            if kind in places:
                hits -= self.use(kind, hits)
        return hits

    def use(self, kind: int, most: int) -> int:
        """Let up to `most` units with roster index `kind` sustain damage; return the number of units
        that do.
        """
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
        left = Force(tuple(self.fresh), tuple(self.damaged), self.force.used_effects, self.force.round_notes)
        return left, HitLosses(tuple(self.sustained), tuple(self.destroyed), lost_hits)
