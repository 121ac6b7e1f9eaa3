"""The units of both sides of a battle (forces), in the order of losses (IM-ODDS-2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

import attrs

from twingkit.core.notation import ROLES
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse, Side
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy, with_ground_forces
from twingkit.imperium.box.effects import BattleEffect, effects_by_id
from twingkit.imperium.box.units import Unit
from twingkit.imperium.variants.variant import Variant


class Force(NamedTuple):
    """The units that one side has left in the combat, undamaged (`fresh`) and `damaged`, by roster index.

    `used_effects` are one-shot effects already used; `round_notes` are notes of the present step for a later
    one of the same round, as pairs of a name and a number.
    """

    fresh: tuple[int, ...]
    damaged: tuple[int, ...]
    used_effects: tuple[str, ...] = ()
    round_notes: tuple[tuple[str, int], ...] = ()

    @property
    def size(self) -> int:
        """The number of units left."""
        return sum(self.fresh) + sum(self.damaged)

    def count(self, roster_index: int) -> int:
        """Return the number of units left of one kind."""
        return self.fresh[roster_index] + self.damaged[roster_index]

    def without(self, roster_index: int, count: int = 1) -> Force:
        """Return the force with `count` fewer units of one kind, damaged ones removed first."""
        hurt = min(count, self.damaged[roster_index])
        return self.with_count_changes(roster_index, hurt - count, -hurt)

    def without_units(self) -> Force:
        """Return the force with no units left."""
        none = (0,) * len(self.fresh)
        return self._replace(fresh=none, damaged=none)

    def with_count_changes(self, roster_index: int, fresh: int, damaged: int) -> Force:
        """Return the force with these numbers added to the undamaged and damaged units of one kind."""
        counts, hurt = list(self.fresh), list(self.damaged)
        counts[roster_index] += fresh
        hurt[roster_index] += damaged
        return Force(tuple(counts), tuple(hurt), self.used_effects, self.round_notes)

    def with_used(self, effect_id: str) -> Force:
        """Return the force with one more card of a one-shot effect marked as used."""
        return Force(
            self.fresh, self.damaged, tuple(sorted((*self.used_effects, effect_id))), self.round_notes
        )

    def count_unused_cards(self, use: EffectUse) -> int:
        """Return the number of cards of an effect that have not been used."""
        return use.copies - self.used_effects.count(str(use))

    def can_use_in_round(self, use: EffectUse, round_number: int) -> bool:
        """True if a card of an effect is left and can be used in this round."""
        return self.count_unused_cards(use) > 0 and (use.round or use.effect.default_round) in (
            0,
            round_number,
        )

    def with_notes(self, *facts: tuple[str, int]) -> Force:
        """Return the force with added notes, pairs of name and number, for later steps of this round."""
        return Force(self.fresh, self.damaged, self.used_effects, (*self.round_notes, *facts))

    def without_notes(self, *names: str) -> Force:
        """Return the force without its notes of these names."""
        return self._replace(round_notes=tuple(fact for fact in self.round_notes if fact[0] not in names))

    def noted_numbers(self, name: str) -> list[int]:
        """Return the numbers noted under a name in this round."""
        return [number for fact, number in self.round_notes if fact == name]


ForcePair = tuple[Force, Force]
"""The attacker's and the defender's force."""


@attrs.frozen
class Roster:
    """The unchanging data of one side of a fight: its units, in the order of losses, and its effects.

    `units` take part in the rounds (`Force` counts them by index); `damaged_counts` of their `counts` are
    damaged at the start. `support_units` are units that only use an ability (PDS, bombarding ships), with
    their counts. `effect_uses` are the effects that can work here, without those of the wrong role or phase
    and those that the other side suppresses.
    """

    side_index: int
    side: Side
    policy: LossPolicy
    units: tuple[Unit, ...]
    counts: tuple[int, ...]
    damaged_counts: tuple[int, ...]
    support_units: tuple[tuple[Unit, int], ...]
    effect_uses: tuple[EffectUse, ...]

    @property
    def role(self) -> str:
        """`attacker` or `defender`."""
        return ROLES[self.side_index]

    @property
    def faction(self) -> str:
        """The faction's id, or ""."""
        return self.side.faction

    @cached_property
    def starting_force(self) -> Force:
        """The force at the start of the battle; ground forces that fight as ships join only when the combat
        begins.
        """
        force = self.combat_force()
        for kind, waiting in enumerate(self.units):
            if self.flagship_index >= 0 and waiting.is_ground_force:
                force = force.with_count_changes(kind, -force.fresh[kind], -force.damaged[kind])
        return force

    def combat_force(self) -> Force:
        """Return the starting force with the ground forces that join it as ships when the combat begins;
        units damaged at the start count as damaged.
        """
        whole = tuple(count - hurt for count, hurt in zip(self.counts, self.damaged_counts, strict=True))
        return Force(whole, self.damaged_counts)

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(use.id for use in self.effect_uses)

    def has_working(self, effect_id: str) -> bool:
        """True if the side has this effect and it is not idle in this fight, as `idle_reason_key` says."""
        return effect_id in self._ids

    def effects_with_hook(self, hook: str) -> tuple[EffectUse, ...]:
        """Return the effects of this side that have this hook."""
        return self._by_hook.get(hook, ())

    @cached_property
    def _by_hook(self) -> dict[str, tuple[EffectUse, ...]]:
        by_hook: dict[str, tuple[EffectUse, ...]] = {}
        for use in self.effect_uses:
            by_hook[use.effect.hook] = (*by_hook.get(use.effect.hook, ()), use)
        return by_hook

    @cached_property
    def flagship_index(self) -> int:
        """The index of the flagship in `units`; −1 if there is none."""
        return next((kind for kind, unit in enumerate(self.units) if unit.unit_class == "flagship"), -1)

    @cached_property
    def flagship_id(self) -> str:
        """The id of the flagship among `units`; "" if there is none."""
        return self.units[self.flagship_index].id if self.flagship_index >= 0 else ""

    def has_flagship_special(self, unit_id: str, force: Force) -> bool:
        """True if the side has the flagship with this id and it is still in the fight."""
        return self.flagship_id == unit_id and force.count(self.flagship_index) > 0

    @cached_property
    def hits_per_sustain(self) -> int:
        """The number of hits that one use of Sustain Damage cancels (2 with IM-TECH-nes)."""
        return 2 if self.has_working("nes") else 1

    @cached_property
    def nonfighter_ship_indices(self) -> tuple[int, ...]:
        """The indices in `units` of ships other than fighters, and of ground forces that fight as ships."""
        return tuple(kind for kind, unit in enumerate(self.units) if not unit.is_fighter)

    @cached_property
    def fighter_indices(self) -> tuple[int, ...]:
        """The indices of fighters in `units`."""
        return tuple(kind for kind, unit in enumerate(self.units) if unit.is_fighter)

    @cached_property
    def sustaining_indices(self) -> tuple[int, ...]:
        """The indices in `units` of units with Sustain Damage, in the order in which they use it."""
        able = [kind for kind, unit in enumerate(self.units) if unit.can_sustain_damage]
        return tuple(sorted(able, key=lambda kind: self.policy.sustain_rank(self.units[kind].unit_class)))


def units_left(roster: Roster, force: Force) -> tuple[tuple[str, int, int], ...]:
    """Return the units of a force, each as (name in battle lines, number undamaged, number damaged)."""
    kinds = zip(roster.units, force.fresh, force.damaged, strict=True)
    return tuple((unit.name, fresh, hurt) for unit, fresh, hurt in kinds if fresh or hurt)


@lru_cache(maxsize=512)
def _order(policy: LossPolicy) -> Mapping[str, int]:
    return {name: index for index, name in enumerate((*with_ground_forces(policy.order), "pds"))}


def _takes_part(unit: Unit, kind: str, side_index: int, side: Side) -> bool:
    """True if a unit fights in the rounds: ships in space, ground forces on a planet, with two exceptions."""
    flagship = side.count_class("flagship") > 0
    if kind == "space":
        return unit.is_ship or (unit.is_ground_force and flagship and side.faction == "nekro")
    return unit.is_ground_force or (
        unit.is_fighter and flagship and side.faction == "naalu" and side_index == 0
    )


_SUPPRESSIBLE_SOURCES = ("technology", "ability")
"""The sources of effects that Greyfire Mutagen suppresses if they belong to a faction."""


def is_greyfire_suppressible(effect: BattleEffect) -> bool:
    """True if Greyfire Mutagen suppresses the effect (IM-TRADE-greyfire).

    It suppresses abilities and technologies of a faction, not those that any faction may have.
    """
    return bool(effect.owner) and effect.source in _SUPPRESSIBLE_SOURCES


STAYED_ABOARD_MARK = "nekro_flagship:stayed"
"""Mark of a side whose ground forces could not fight as ships, because the flagship was lost before."""


MENTAK_FLAGSHIP_MARK = "mentak_flagship:"
"""Beginning of the mark of a side whose ships are fired at while a third player's flagship keeps them from
sustaining damage; the player's name follows (IM-UNIT-mentak_flagship).
"""


NO_ROOM_MARK = "no_room:"
"""Beginning of the mark of a ground force that was removed before it could fight as a ship; its name follows
(IM-UNIT-11).
"""


_INFANTRY_GIVING_HOOKS = ("swap_infantry", "add_infantry_after")
"""Hooks of effects that give their side an infantry; its roster has infantry even if its line names none."""


def idle_reason_key(effect: BattleEffect, kind: str, side_index: int, enemy: Side, own: Side) -> str:
    """Return the key of the reason why an effect can do nothing for this side of a battle; "" if it works.

    The reasons are "role", "phase", "suppressed" and "no_opponent".
    """
    if effect.role not in ("either", ROLES[side_index]):
        return "role"
    if effect.phase not in ("both", kind):
        return "phase"
    if own.faction == "yin" and is_greyfire_suppressible(effect) and enemy.has("greyfire"):
        return "suppressed"
    if effect.works_against_owner and enemy.faction != effect.owner:
        return "no_opponent"
    return ""


def idle_reason_keys_by_phase(effect: BattleEffect, battle: Battle, side_index: int) -> list[str]:
    """Return, for each phase of a battle, the key of the reason why an effect can do nothing for a side; ""
    where it works.
    """
    own, enemy = battle.sides[side_index], battle.sides[1 - side_index]
    return [idle_reason_key(effect, phase, side_index, enemy, own) for phase in battle.phases]


def build_roster(battle: Battle, side_index: int) -> Roster:
    """Return the roster of one side of a battle, which holds its units and effects; the side's policy must be
    known (not `best`).
    """
    side, enemy = battle.sides[side_index], battle.sides[1 - side_index]
    if side.policy is None:
        raise ValueError("best is replaced by a policy before a fight begins")
    rank = _order(side.policy)
    uses = tuple(
        use
        for use in side.all_effect_uses()
        if not idle_reason_key(use.effect, battle.kind, side_index, enemy, side)
    )
    unit_counts = side.units_with_counts()
    if any(use.effect.hook in _INFANTRY_GIVING_HOOKS for use in uses) and not side.count_class("infantry"):
        unit_counts.append((side.unit("infantry"), 0))
    kinds = sorted(unit_counts, key=lambda kind: (rank[kind[0].unit_class], kind[0].is_upgraded))
    fighting = [kind for kind in kinds if _takes_part(kind[0], battle.kind, side_index, side)]
    return Roster(
        side_index=side_index,
        side=side,
        policy=side.policy,
        units=tuple(kind for kind, _ in fighting),
        counts=tuple(count for _, count in fighting),
        damaged_counts=tuple(side.count_damaged(kind.name) for kind, _ in fighting),
        support_units=tuple(kind for kind in kinds if kind not in fighting),
        effect_uses=uses,
    )


def count_ground_forces_as_ships(roster: Roster, force: Force, roster_index: int) -> int:
    """Return the number of ground forces of one kind that can still fight as ships.

    Those removed for lack of room do not count.
    """
    return roster.counts[roster_index] - _removed(roster, force, roster_index)


def count_damaged_ground_forces_as_ships(roster: Roster, force: Force, roster_index: int) -> int:
    """Return how many of a side's ground forces of one kind that still fight as ships were damaged at the
    start.

    Damaged ones were removed first.
    """
    return max(0, roster.damaged_counts[roster_index] - _removed(roster, force, roster_index))


def _removed(roster: Roster, force: Force, kind: int) -> int:
    return force.used_effects.count(f"{NO_ROOM_MARK}{roster.units[kind].name}")


def is_swapped_infantry_mark(mark: str) -> bool:
    """True if `mark` records that an effect of this side has replaced an enemy infantry with one of its own.

    The name of its kind follows the effect's id.
    """
    effect = effects_by_id().get(mark.partition(":")[0])
    return ":" in mark and effect is not None and effect.hook == _INFANTRY_GIVING_HOOKS[0]


def gained_infantry_index(roster: Roster) -> int:
    """Return the roster index of the infantry that an effect gives a side.

    It is the kind in its line, or the basic one if it has both or neither (IM-UNIT-indoctrination).
    """
    return next(kind for kind, unit in enumerate(roster.units) if unit.unit_class == "infantry")


@attrs.frozen
class Fight:
    """A battle that is ready to be fought: the battle and the unchanging data of both sides.

    >>> fight = Fight.from_battle(Battle.parse("space: 2 cruiser 4 fighter vs 1 warsun"))
    >>> [kind.name for kind in fight.rosters[0].units], fight.rosters[0].starting_force.fresh
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

    def starting_forces(self) -> ForcePair:
        """Return both forces before anything has happened."""
        return self.rosters[0].starting_force, self.rosters[1].starting_force

    def has_working(self, effect_id: str) -> bool:
        """True if either side has this effect and it can work in this fight."""
        return any(roster.has_working(effect_id) for roster in self.rosters)


def fighters_join_landing(fight: Fight) -> bool:
    """True if fighters take part in the ground combat (IM-UNIT-naalu_flagship).

    They cannot hold the planet alone.
    """
    return fight.kind == "ground" and any(unit.is_fighter for unit in fight.rosters[0].units)


def has_only_fighters_left(fight: Fight, landing_force: Force) -> bool:
    """True if only fighters are left of the attacker's landing force."""
    units = fight.rosters[0].units
    return landing_force.size > 0 and not any(
        unit.is_ground_force and landing_force.count(kind) for kind, unit in enumerate(units)
    )


def counts_with_gained_units(fight: Fight, state: ForcePair, side_index: int) -> tuple[int, ...]:
    """Return, for each kind, the number of units that a side has had since the start: its original units plus
    those it gained.

    These are the units of its line, plus those that effects gave it, minus those taken without being
    destroyed. The ones no longer there are lost (IM-ODDS-5).
    """
    counts = list(fight.rosters[side_index].counts)
    if STAYED_ABOARD_MARK in state[side_index].used_effects:  # they are still there, but take no part
        roster, force = fight.rosters[side_index], state[side_index]
        counts = [
            n if roster.units[kind].is_ship else n - count_ground_forces_as_ships(roster, force, kind)
            for kind, n in enumerate(counts)
        ]
    for mark in state[side_index].used_effects:
        if mark == "dxa" or is_swapped_infantry_mark(mark):
            counts[gained_infantry_index(fight.rosters[side_index])] += 1
    for mark in state[1 - side_index].used_effects:
        if is_swapped_infantry_mark(mark):
            names = [unit.name for unit in fight.rosters[side_index].units]
            counts[names.index(mark.partition(":")[2])] -= 1
    return tuple(counts)


def force_cost(fight: Fight, side_index: int, force: Force) -> float:
    """Return the cost of the units of a force in resources (IM-ODDS-5)."""
    return sum(
        (fresh + hurt) * unit.cost
        for fresh, hurt, unit in zip(force.fresh, force.damaged, fight.rosters[side_index].units, strict=True)
    )
