"""Forces: the units of the two sides of a battle, in the order in which policies give them up (IM-ODDS-2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

import attrs

from twingkit.imperium.battle.notation.battle_line import ROLES, Battle, EffectUse, Side
from twingkit.imperium.battle.rules.losses.loss_order import Policy, with_ground_forces
from twingkit.imperium.box.effects import Effect, all_effects
from twingkit.imperium.box.units import Unit
from twingkit.imperium.variants.variant import Variant


class Force(NamedTuple):
    """The units that one side has left in the combat, undamaged (`fresh`) and damaged, by place in its
    roster.

    `spent` are one-shot effects already used; `now` are notes of the present step for a later one of the same
    round, as pairs of a name and a number.
    """

    fresh: tuple[int, ...]
    damaged: tuple[int, ...]
    spent: tuple[str, ...] = ()
    now: tuple[tuple[str, int], ...] = ()

    @property
    def size(self) -> int:
        """The number of units left."""
        return sum(self.fresh) + sum(self.damaged)

    def count(self, kind: int) -> int:
        """The number of units left of one kind."""
        return self.fresh[kind] + self.damaged[kind]

    def without(self, kind: int, n: int = 1) -> Force:
        """Return the force with `n` fewer units of one kind, damaged ones removed first."""
        hurt = min(n, self.damaged[kind])
        return self.with_counts(kind, hurt - n, -hurt)

    def with_counts(self, kind: int, fresh: int, damaged: int) -> Force:
        """Return the force with changed counts of one kind."""
        counts, hurt = list(self.fresh), list(self.damaged)
        counts[kind] += fresh
        hurt[kind] += damaged
        return Force(tuple(counts), tuple(hurt), self.spent, self.now)

    def with_used(self, effect_id: str) -> Force:
        """Return the force with one more one-shot effect used."""
        return Force(self.fresh, self.damaged, tuple(sorted((*self.spent, effect_id))), self.now)

    def unused_cards(self, use: EffectUse) -> int:
        """Return the number of cards of an effect that have not been used."""
        return use.copies - self.spent.count(str(use))

    def can_use_in_round(self, use: EffectUse, n: int) -> bool:
        """True if a card of an effect is left and can be used in round `n`."""
        return self.unused_cards(use) > 0 and (use.round or use.effect.first) in (0, n)

    def with_notes(self, *facts: tuple[str, int]) -> Force:
        """Return the force with notes for later steps of this round."""
        return Force(self.fresh, self.damaged, self.spent, (*self.now, *facts))

    def noted_numbers(self, name: str) -> list[int]:
        """Return the numbers noted under a name in this round."""
        return [number for fact, number in self.now if fact == name]


ForcePair = tuple[Force, Force]
"""The attacker's and the defender's force."""


@attrs.frozen
class Roster:
    """The unchanging data of one side of a fight: its units in the order in which they are lost.

    `units` take part in the rounds (`Force` counts them by place); `hurt` of their `counts` are damaged at
    the start. `support` are units that only use an ability (PDS, bombarding ships), with their counts. `uses`
    are the effects that can work here, without those of the wrong role or phase and those that the other side
    suppresses.
    """

    index: int
    side: Side
    policy: Policy
    units: tuple[Unit, ...]
    counts: tuple[int, ...]
    hurt: tuple[int, ...]
    support: tuple[tuple[Unit, int], ...]
    uses: tuple[EffectUse, ...]

    @property
    def role(self) -> str:
        """`attacker` or `defender`."""
        return ROLES[self.index]

    @property
    def faction(self) -> str:
        """The faction's id, or ""."""
        return self.side.faction

    def start(self) -> Force:
        """Return all units; ground forces that fight as ships join only when the combat begins."""
        return self._start

    @cached_property
    def _start(self) -> Force:
        force = self.all_units()
        for kind, waiting in enumerate(self.units):
            if self.flagship >= 0 and waiting.ground_force:
                force = force.with_counts(kind, -force.fresh[kind], -force.damaged[kind])
        return force

    def all_units(self) -> Force:
        """Return all units that take part, with those damaged at the start."""
        whole = tuple(count - hurt for count, hurt in zip(self.counts, self.hurt, strict=True))
        return Force(whole, self.hurt)

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(use.id for use in self.uses)

    def has(self, effect_id: str) -> bool:
        """True if this effect can work for this side here."""
        return effect_id in self._ids

    def named_rounds(self, effect_id: str) -> tuple[int, ...]:
        """Return the rounds that the line names for a one-shot effect; 0 is its default."""
        return tuple(use.round for use in self.uses if use.id == effect_id)

    def with_hook(self, hook: str) -> tuple[EffectUse, ...]:
        """Return the effects of this side that one hook carries out."""
        return self._by_hook.get(hook, ())

    @cached_property
    def _by_hook(self) -> dict[str, tuple[EffectUse, ...]]:
        by_hook: dict[str, tuple[EffectUse, ...]] = {}
        for use in self.uses:
            by_hook[use.effect.hook] = (*by_hook.get(use.effect.hook, ()), use)
        return by_hook

    @cached_property
    def flagship(self) -> int:
        """The place of the flagship; −1 if there is none."""
        return next((kind for kind, unit in enumerate(self.units) if unit.unit_class == "flagship"), -1)

    def has_flagship_special(self, unit_id: str, force: Force) -> bool:
        """True if a flagship with that special ability is still there and fighting."""
        kind = self.flagship
        return kind >= 0 and self.units[kind].id == unit_id and force.count(kind) > 0

    @cached_property
    def nonfighters(self) -> tuple[int, ...]:
        """The places of ships other than fighters, and of ground forces that fight as ships."""
        return tuple(kind for kind, unit in enumerate(self.units) if not unit.fighter)

    @cached_property
    def fighters(self) -> tuple[int, ...]:
        """The places of fighters."""
        return tuple(kind for kind, unit in enumerate(self.units) if unit.fighter)

    @cached_property
    def sustaining(self) -> tuple[int, ...]:
        """The places of units with Sustain Damage, in the order in which they use it."""
        able = [kind for kind, unit in enumerate(self.units) if unit.sustain]
        return tuple(sorted(able, key=lambda kind: self.policy.sustain_rank(self.units[kind].unit_class)))


@lru_cache(maxsize=512)
def _order(policy: Policy) -> Mapping[str, int]:
    return {name: index for index, name in enumerate((*with_ground_forces(policy.order), "pds"))}


def _takes_part(unit: Unit, kind: str, index: int, side: Side) -> bool:
    """True if a unit fights in the rounds: ships in space, ground forces on a planet, with two exceptions."""
    flagship = side.count_class("flagship") > 0
    if kind == "space":
        return unit.ship or (unit.ground_force and flagship and side.faction == "nekro")
    return unit.ground_force or (unit.fighter and flagship and side.faction == "naalu" and index == 0)


SUPPRESSED = ("technology", "ability")
"""The sources of effects that Greyfire Mutagen suppresses if they belong to a faction."""


def is_suppressible(effect: Effect) -> bool:
    """True for effects that Greyfire Mutagen suppresses: abilities and technologies of a faction, not those
    that any faction may have (IM-TRADE-greyfire).
    """
    return bool(effect.owner) and effect.source in SUPPRESSED


STAYED = "nekro_flagship:stayed"
"""Mark of a side whose ground forces could not fight as ships, because the flagship was lost before."""


UNDER_MOON = "mentak_flagship:"
"""Beginning of the mark of a side whose ships are fired at while a third player's flagship keeps them from
sustaining damage; the player's name follows (IM-UNIT-mentak_flagship).
"""


DROPPED = "no_room:"
"""Beginning of the mark of a ground force that was removed before it could fight as a ship; its name follows
(IM-UNIT-11).
"""


GIVES_INFANTRY = ("swap_infantry", "add_infantry_after")
"""Hooks of effects that give their side an infantry; the side has a place for it even if its line names none.
"""


def idle_reason(effect: Effect, kind: str, index: int, enemy: Side, own: Side) -> str:
    """Return why an effect can do nothing for this side of this battle: "role", "phase", "suppressed",
    "no_opponent"; "" if it works.
    """
    if effect.role not in ("either", ROLES[index]):
        return "role"
    if effect.phase not in ("both", kind):
        return "phase"
    if own.faction == "yin" and is_suppressible(effect) and enemy.has("greyfire"):
        return "suppressed"
    if effect.against and enemy.faction != effect.owner:
        return "no_opponent"
    return ""


def build_roster(battle: Battle, index: int) -> Roster:
    """Return one side of a battle, ready to fight; its policy must be known (not `best`)."""
    side, enemy = battle.sides[index], battle.sides[1 - index]
    if side.policy is None:
        raise ValueError("best is replaced by a policy before a fight begins")
    rank = _order(side.policy)
    uses = tuple(use for use in side.uses() if not idle_reason(use.effect, battle.kind, index, enemy, side))
    unit_counts = side.kinds()
    if any(use.effect.hook in GIVES_INFANTRY for use in uses) and not side.count_class("infantry"):
        unit_counts.append((side.unit("infantry"), 0))
    kinds = sorted(unit_counts, key=lambda kind: (rank[kind[0].unit_class], kind[0].upgraded))
    fighting = [kind for kind in kinds if _takes_part(kind[0], battle.kind, index, side)]
    return Roster(
        index=index,
        side=side,
        policy=side.policy,
        units=tuple(kind for kind, _ in fighting),
        counts=tuple(count for _, count in fighting),
        hurt=tuple(side.damaged(kind.name) for kind, _ in fighting),
        support=tuple(kind for kind in kinds if kind not in fighting),
        uses=uses,
    )


def boarded_ground_forces(roster: Roster, force: Force, kind: int) -> int:
    """Return the number of ground forces of one kind that can still fight as ships, without those removed for
    lack of room.
    """
    return roster.counts[kind] - _removed(roster, force, kind)


def boarded_damaged(roster: Roster, force: Force, kind: int) -> int:
    """Return how many of `boarded_ground_forces` were damaged at the start; damaged ones were removed
    first."""
    return max(0, roster.hurt[kind] - _removed(roster, force, kind))


def _removed(roster: Roster, force: Force, kind: int) -> int:
    return force.spent.count(f"{DROPPED}{roster.units[kind].name}")


def is_swap_mark(mark: str) -> bool:
    """True for the mark of an infantry that an effect has replaced by one of its own side; the name of its
    kind follows the effect's id.
    """
    effect = all_effects().get(mark.partition(":")[0])
    return ":" in mark and effect is not None and effect.hook == GIVES_INFANTRY[0]


def given_infantry_place(roster: Roster) -> int:
    """Return the place of the infantry that an effect gives a side: the kind in its line, or the basic one if
    it has both or neither (IM-UNIT-indoctrination).
    """
    return next(kind for kind, unit in enumerate(roster.units) if unit.unit_class == "infantry")


@attrs.frozen
class Fight:
    """The unchanging data of a battle that is ready to be fought.

    >>> fight = Fight.from_battle(Battle.parse("space: 2 cruiser 4 fighter vs 1 warsun"))
    >>> [kind.name for kind in fight.rosters[0].units], fight.rosters[0].start().fresh
    (['fighter', 'cruiser'], (4, 2))
    """

    battle: Battle
    rosters: tuple[Roster, Roster]

    @classmethod
    def from_battle(cls, battle: Battle) -> Fight:
        """Return the fight of a legal battle whose policies are known."""
        return cls(battle, (build_roster(battle, 0), build_roster(battle, 1)))

    @property
    def kind(self) -> str:
        """`space` or `ground`."""
        return self.battle.kind

    @property
    def variant(self) -> Variant:
        """The variant of the rules under which it is fought."""
        return self.battle.variant

    def start(self) -> ForcePair:
        """Return both forces before anything has happened."""
        return self.rosters[0].start(), self.rosters[1].start()

    def has(self, effect_id: str) -> bool:
        """True if this effect works for either side."""
        return any(roster.has(effect_id) for roster in self.rosters)


def fighters_join_landing(fight: Fight) -> bool:
    """True if fighters take part on a planet; they cannot hold it alone (IM-UNIT-naalu_flagship)."""
    return fight.kind == "ground" and any(unit.fighter for unit in fight.rosters[0].units)


def only_fighters_left(fight: Fight, force: Force) -> bool:
    """True if only fighters are left of the attacker's landing force."""
    units = fight.rosters[0].units
    return force.size > 0 and not any(
        unit.ground_force and force.count(kind) for kind, unit in enumerate(units)
    )


def units_had_so_far(fight: Fight, state: ForcePair, index: int) -> tuple[int, ...]:
    """Return the number of units of each kind that a side has had so far.

    These are the units of its line, plus those that effects gave it, minus those taken without being
    destroyed. The ones no longer there are lost (IM-ODDS-5).
    """
    counts = list(fight.rosters[index].counts)
    if STAYED in state[index].spent:  # they are still there, but take no part
        roster, force = fight.rosters[index], state[index]
        counts = [
            n if roster.units[kind].ship else n - boarded_ground_forces(roster, force, kind)
            for kind, n in enumerate(counts)
        ]
    for mark in state[index].spent:
        if mark == "dxa" or is_swap_mark(mark):
            counts[given_infantry_place(fight.rosters[index])] += 1
    for mark in state[1 - index].spent:
        if is_swap_mark(mark):
            names = [unit.name for unit in fight.rosters[index].units]
            counts[names.index(mark.partition(":")[2])] -= 1
    return tuple(counts)


def force_cost(fight: Fight, index: int, force: Force) -> float:
    """Return the cost of the units of a force in resources (IM-ODDS-5)."""
    return sum(
        (fresh + hurt) * unit.cost
        for fresh, hurt, unit in zip(force.fresh, force.damaged, fight.rosters[index].units, strict=True)
    )
