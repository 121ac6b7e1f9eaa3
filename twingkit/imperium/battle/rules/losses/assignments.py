"""All legal ways in which a side may take hits, and why others are illegal (IM-SPACE-7, IM-INV-7, IM-UNIT-3).

As many hits as possible must be assigned; the owner chooses which units take them and whether they sustain
damage. `twingkit.imperium.battle.rules.losses.assign.assign_hits_by_policy` makes the choice of a
policy.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from twingkit.core.questions import Refusal
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair, Roster
from twingkit.imperium.battle.rules.losses import assign
from twingkit.imperium.box.effects import BattleEffect, effects_by_id
from twingkit.imperium.texts.rulebook import rule_refusal

BrokenRule = tuple[str, str, Mapping[str, object]]
"""The rule, case and facts of a refusal, before its sentence is made."""

ASSIGN_RULES = {"space": "IM-SPACE-7", "ground": "IM-INV-7"}
"""The rule about assigning hits, for each kind of battle."""


class LegalHitAssignments:
    """The legal assignments of the hits of one step in round `round_number` (0: before the first).

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> fight = Fight.from_battle(Battle.parse("space: 2 fighter 1 dreadnought vs 1 cruiser"))
    >>> ways = LegalHitAssignments(fight, fight.starting_forces(), 0, assign.PendingHits(1))
    >>> [(taken.sustained, taken.destroyed) for taken in ways]
    [((0, 1), (0, 0)), ((0, 0), (1, 0)), ((0, 0), (0, 1))]
    """

    def __init__(
        self,
        fight: Fight,
        state: ForcePair,
        side_index: int,
        pending_hits: assign.PendingHits,
        round_number: int = 0,
    ) -> None:
        self.fight, self.state, self.side_index = fight, state, side_index
        self.pending_hits, self.round_number = pending_hits, round_number
        self.roster: Roster = fight.rosters[side_index]
        self.force: Force = state[side_index]
        self.able_indices = assign.indices_able_to_sustain(fight, state, side_index)
        self.hits_per_sustain = self.roster.hits_per_sustain
        self.barrage_hits = min(pending_hits.fighters_only, self._present(self.roster.fighter_indices))
        self.hits = self.barrage_hits + pending_hits.unrestricted + pending_hits.nonfighters_only
        """The number of hits that could find a unit if there were enough units."""

    def _present(self, kinds: Sequence[int]) -> int:
        return sum(self.force.count(kind) for kind in kinds)

    @property
    def rule(self) -> str:
        """The rule by which these hits are assigned."""
        return ASSIGN_RULES[self.fight.kind]

    @cached_property
    def default_losses(self) -> assign.HitLosses:
        """The losses that the side's policy chooses."""
        return assign.assign_hits_by_policy(
            self.fight, self.state, self.side_index, self.pending_hits, self.round_number
        )[1]

    @cached_property
    def _max_hits_by_index(self) -> list[int]:
        return [
            self.force.count(kind)
            + (self.hits_per_sustain * self.force.fresh[kind] if kind in self.able_indices else 0)
            for kind in range(len(self.roster.units))
        ]

    @property
    def has_no_choice(self) -> bool:
        """True if there is no choice: only one assignment is legal, or everything is lost in any case."""
        if not self.hits or self.hits >= sum(self._max_hits_by_index):
            return True
        open_ = (
            self.roster.fighter_indices
            if self.hits == self.barrage_hits
            else range(len(self._max_hits_by_index))
        )
        kinds = [kind for kind in open_ if self.force.count(kind)]
        if len(kinds) == 1 and self._max_hits_by_index[kinds[0]] == self.force.count(kinds[0]):
            return True
        restricted = self.barrage_hits or self.pending_hits.nonfighters_only
        return bool(restricted) and len(list(islice(self, 2))) < 2

    # -- legal losses

    def losses_with_excess_hits(self, sustained: Sequence[int], destroyed: Sequence[int]) -> assign.HitLosses:
        """Return these losses as `HitLosses`, with the number of hits that find no unit."""
        stated = self.default_losses
        if (tuple(sustained), tuple(destroyed)) == stated[:2]:
            return stated
        lost = max(0, self.hits - self.count_absorbed_hits(sustained, destroyed))
        return assign.HitLosses(
            tuple(sustained), tuple(destroyed), self.pending_hits.fighters_only - self.barrage_hits + lost
        )

    def count_absorbed_hits(self, sustained: Sequence[int], destroyed: Sequence[int]) -> int:
        """Return the number of hits that units take or cancel with these losses.

        A destroyed unit takes one; a use of Sustain Damage cancels one, or several if there are more.
        """
        uses = sum(sustained)
        return sum(destroyed) + max(uses, min(self.hits_per_sustain * uses, self.hits - self.barrage_hits))

    def broken_rule(self, losses: assign.HitLosses) -> BrokenRule | None:
        """Return the rule that forbids these losses, with its case and facts; None if they are legal."""
        for kind in range(len(self.roster.units)):
            denial = self._not_there(kind, losses.sustained[kind], losses.destroyed[kind])
            if denial:
                return denial
        destroyed, sustained = sum(losses.destroyed), sum(losses.sustained)
        others = destroyed + sustained - sum(losses.destroyed[index] for index in self.roster.fighter_indices)
        if others > self.hits - self.barrage_hits:
            least = self.hits - self.barrage_hits
            if self.barrage_hits:
                return "IM-SPACE-4", "fighters_only", {"n": self.pending_hits.fighters_only, "m": least}
        if destroyed + sustained > self.hits:
            return self.rule, "too_many", {"n": self.hits, "m": destroyed + sustained}
        hits = self.count_absorbed_hits(losses.sustained, losses.destroyed)
        if destroyed < self.force.size and hits < self.hits:
            return self.rule, "too_few", {"n": self.hits, "m": hits}
        most = -(
            -(self.hits - self.barrage_hits) // self.hits_per_sustain
        )  # every use has a hit left to cancel
        if hits > self.hits or sustained > most:
            taken_by_all = hits if hits > self.hits else destroyed + self.hits_per_sustain * sustained
            return "IM-TECH-nes", "together", {"n": self.hits, "m": taken_by_all}
        return self._too_few_nonfighters(losses)

    def refusal(self, losses: assign.HitLosses) -> Refusal | None:
        """Return the refusal that tells a player why these losses are forbidden; None if they are legal."""
        denial = self.broken_rule(losses)
        return rule_refusal(denial[0], denial[1], **denial[2]) if denial else None

    def _not_there(self, kind: int, sustained: int, destroyed: int) -> BrokenRule | None:
        unit, force = self.roster.units[kind], self.force
        if destroyed > force.count(kind):
            facts = {"side": self.roster.role, "unit": unit, "n": destroyed, "m": force.count(kind)}
            return self.rule, "not_there", facts
        if sustained and kind not in self.able_indices:
            if not unit.can_sustain_damage:
                return "IM-UNIT-3", "no_ability", {"unit": unit}
            return "IM-UNIT-3", "barred", {"unit": unit, "effect": self._barring_effect}
        if sustained > force.fresh[kind]:
            return "IM-UNIT-3", "damaged", {"unit": unit, "n": sustained, "m": force.fresh[kind]}
        return None

    @property
    def _barring_effect(self) -> BattleEffect:
        """The effect that keeps units of this side from sustaining damage."""
        enemy = self.fight.rosters[1 - self.side_index]
        flagship = enemy.has_flagship_special(
            assign.SUSTAIN_BLOCKING_FLAGSHIP, self.state[1 - self.side_index]
        )
        return effects_by_id()[assign.SUSTAIN_BLOCKING_FLAGSHIP if flagship else "schematics"]

    def _too_few_nonfighters(self, taken: assign.HitLosses) -> BrokenRule | None:
        """Return the rule that losses break because hits that must go to non-fighters went to other units;
        None if they do not break it.
        """
        required, kinds = self.pending_hits.nonfighters_only, self.roster.nonfighter_ship_indices
        destroyed = sum(taken.destroyed[kind] for kind in kinds)
        if not required or destroyed == self._present(kinds):
            return None
        sustained_there = sum(taken.sustained[kind] for kind in kinds)
        every = sum(taken.sustained)
        cancelled = min(self.hits_per_sustain * every, self.hits - sum(taken.destroyed))
        most = destroyed + min(self.hits_per_sustain * sustained_there, cancelled - (every - sustained_there))
        return (self.rule, "nonfighter", {"n": required, "m": most}) if most < required else None

    # -- all legal assignments

    def __iter__(self) -> Iterator[assign.HitLosses]:
        """Yield all legal assignments, the one by the side's policy first."""
        stated = self.default_losses
        yield stated
        for sustained, destroyed in self._vectors():
            if (sustained, destroyed) != stated[:2]:
                taken = self.losses_with_excess_hits(sustained, destroyed)
                if self.broken_rule(taken) is None:
                    yield taken

    def _vectors(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield the possibly legal pairs of vectors (number of units that sustain damage, number destroyed,
        both by roster index).
        """
        kinds = len(self.roster.units)
        room = [sum(self._max_hits_by_index[kind:]) for kind in range(kinds + 1)]
        sustained, destroyed = [0] * kinds, [0] * kinds
        heavy, light = self.roster.nonfighter_ship_indices, self.roster.fighter_indices
        spared = self.hits - min(self.pending_hits.nonfighters_only, self._present(heavy))

        def at(
            kind: int, least: int, most: int, all_gone: bool, off: int, on: int
        ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
            """`off` hits so far are not on ships other than fighters, `on` hits are not on fighters."""
            if least > self.hits or off > spared or on > self.hits - self.barrage_hits:
                return
            if not all_gone and most + room[kind] < self.hits:
                return
            if kind == kinds:
                yield tuple(sustained), tuple(destroyed)
                return
            count = self.force.count(kind)
            able = self.force.fresh[kind] if kind in self.able_indices else 0
            for destroyed_here in range(min(count, self.hits - least), -1, -1):
                for sustained_here in range(min(able, self.hits - least - destroyed_here) + 1):
                    sustained[kind], destroyed[kind] = sustained_here, destroyed_here
                    yield from at(
                        kind + 1,
                        least + destroyed_here + sustained_here,
                        most + destroyed_here + self.hits_per_sustain * sustained_here,
                        all_gone and destroyed_here == count,
                        off + (destroyed_here + sustained_here if kind not in heavy else 0),
                        on + (destroyed_here + sustained_here if kind not in light else 0),
                    )

        return at(0, 0, 0, True, 0, 0)

    def random_assignment(self, rng: random.Random) -> assign.HitLosses:
        """Return a random assignment: hit by hit, each on a random unit that may take it."""
        fresh, damaged = list(self.force.fresh), list(self.force.damaged)
        sustained, destroyed = [0] * len(fresh), [0] * len(fresh)

        def hit_one(kinds: Sequence[int]) -> int:
            """Assign one hit to a unit with one of these roster indices; return how many hits it cancels."""
            kind = rng.choices(kinds, [fresh[index] + damaged[index] for index in kinds])[0]
            if (
                kind in self.able_indices
                and fresh[kind]
                and self.hits_per_sustain == 1
                and rng.random() < 0.5
            ):
                return hold(kind)
            counts = damaged if damaged[kind] else fresh
            counts[kind] -= 1
            destroyed[kind] += 1
            return 1

        def hold(kind: int) -> int:
            """Let one unit sustain damage; return how many hits it cancels."""
            fresh[kind] -= 1
            damaged[kind] += 1
            sustained[kind] += 1
            return self.hits_per_sustain

        def any_present(kinds: Sequence[int]) -> bool:
            return any(fresh[kind] + damaged[kind] for kind in kinds)

        for _ in range(self.barrage_hits):
            hit_one(self.roster.fighter_indices)
        left, every = self.hits - self.barrage_hits, range(len(fresh))
        free = self.pending_hits.unrestricted
        for kind in (
            self.able_indices if self.hits_per_sustain > 1 else ()
        ):  # before any is assigned (IM-TECH-nes)
            for _ in range(fresh[kind]):
                if left > 0 and rng.random() < 0.5:
                    left -= hold(kind)
        while left > free and any_present(self.roster.nonfighter_ship_indices):
            left -= hit_one(self.roster.nonfighter_ship_indices)
        while left > 0 and any_present(every):
            left -= hit_one(every)
        return self.losses_with_excess_hits(sustained, destroyed)
