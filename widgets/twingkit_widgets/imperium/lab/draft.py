"""The battle that is being built, and every change to it. No widgets here.

A draft is a `Battle` in which a side may have no units yet. A change returns a new battle, or the `Refusal`
of the rule that forbids it.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.questions import Refusal
from twingkit.imperium.battle.analysis.fleet_changes import convert_units
from twingkit.imperium.battle.notation.assimilated import COPIES
from twingkit.imperium.battle.notation.battle_line import KINDS, Battle, EffectUse, Side
from twingkit.imperium.battle.notation.side import DAMAGED
from twingkit.imperium.battle.own_units import UNIT, OwnUnits, units_from_lines
from twingkit.imperium.battle.rules.losses.loss_order import ORDERS, RISK, SUSTAIN, Policy, with_ground_forces
from twingkit.imperium.battle.rules.space.survivors import needs_room
from twingkit.imperium.box.effects import Effect, all_effects
from twingkit.imperium.box.units import CLASSES, SHIPS, Unit, factions, find_unit
from twingkit.imperium.variants.variant import Variant
from twingkit_widgets.imperium.pictures.scene import can_act
from twingkit_widgets.lab.tab import LabFault

BETWEEN = " | "
"""The separator between custom units and the battle line in a saved draft."""

MAX_UNITS = 99
"""The highest count that a line can hold."""

EXAMPLE = "space: 4 fighter 2 cruiser 1 carrier 1 dreadnought vs 2 fighter 2 destroyer 2 dreadnought"
"""The battle the lab opens with if it is given none, or one that cannot be read."""

LATEST = 6
"""The last round that the control of a card offers; a line can name later ones."""


@attrs.frozen
class FleetDraft:
    """The draft of a lab: a battle in which a side may have no units yet."""

    current_battle: Battle

    @property
    def variant(self) -> Variant:
        """The readings of the rules under which it is fought."""
        return self.current_battle.variant

    def with_variant(self, variant: Variant) -> FleetDraft:
        """The same battle under another variant."""
        return FleetDraft(attrs.evolve(self.current_battle, variant=variant))

    @classmethod
    def read(cls, text: str) -> FleetDraft:
        """Parse a battle line, or a saved draft with custom units before it.

        Raises `NotationError`, or `BoxError` for invalid units.
        """
        own, line = split_own_units(text)
        return cls(Battle.parse(line, own_units=own))

    def beside(self, text: str) -> FleetDraft:
        """Parse a battle line that may use the same custom units. Raises `NotationError`."""
        return FleetDraft(Battle.parse(text, own_units=self.current_battle.own))

    @property
    def complete(self) -> bool:
        """True if both sides have units."""
        return is_complete(self.current_battle)

    def battle(self) -> Battle:
        """The present battle, allowed or not."""
        return self.current_battle

    def problems(self) -> list[Refusal]:
        """Every rule that the battle breaks; empty while a side has no units."""
        return self.current_battle.problems() if self.complete else []

    def line(self) -> str:
        """The battle as a line."""
        return str(self.current_battle)

    def with_battle(self, battle: Battle) -> FleetDraft:
        """The draft of another battle: it holds everything of the battle."""
        return FleetDraft(battle)


def split_own_units(text: str) -> tuple[OwnUnits | None, str]:
    """Split a saved draft into its custom units and its battle line. Raises `BoxError`.

    >>> own, line = split_own_units("unit corvette unit_class=destroyer | space: 1 corvette vs 1 pds")
    >>> own.names, line
    (('corvette',), 'space: 1 corvette vs 1 pds')
    """
    if not text.startswith(f"{UNIT} "):
        return None, text
    head, _, line = text.partition(BETWEEN)
    return units_from_lines(head.split("; ")), line


def unit_names(battle: Battle) -> list[str]:
    """The names of the units that a battle can have, without upgrades: the classes, then the custom units."""
    own = battle.own.names if battle.own else ()
    return list(dict.fromkeys((*CLASSES, *(name.removesuffix("+") for name in own))))


def with_own_units(battle: Battle, units: OwnUnits | None) -> tuple[Battle, list[Unit | Effect]]:
    """Return the battle with these custom units (None: only those in the box), and the pieces it loses."""
    changed = battle
    for index in (0, 1):
        changed = with_faction_changes(changed, index, own=units)
    lost: list[Unit | Effect] = [
        kind
        for before, after in zip(battle.sides, changed.sides, strict=True)
        for kind in map(before.find_unit, before.names())
        if kind and not after.count(kind.name) and not after.find_unit(kind.name)
    ]
    return changed, lost


def is_complete(battle: Battle) -> bool:
    """Return whether both sides have units."""
    return all(side.units for side in battle.sides)


# -- units


def with_count(battle: Battle, index: int, name: str, count: int) -> Battle:
    """One side with `count` units of a name; of those that are damaged no more stay than there are. Raises
    `LabFault` for a name or number that cannot be."""
    side = battle.sides[index]
    if name.removesuffix("+") not in unit_names(battle) or not 0 <= count <= max(MAX_UNITS, side.count(name)):
        raise LabFault
    return _with_units(battle, index, name, count, min(side.damaged(name), count))


def with_damage(battle: Battle, index: int, name: str) -> Battle:
    """One side with one more damaged unit of a name; after the last one, none is damaged.

    Raises `LabFault` if there are no such units, or they cannot be damaged.
    """
    side = battle.sides[index]
    kind, count = side.find_unit(name), side.count(name)
    if kind is None or not kind.sustain or not count:
        raise LabFault
    return _with_units(battle, index, name, count, (side.damaged(name) + 1) % (count + 1))


def _with_units(battle: Battle, index: int, name: str, count: int, hurt: int) -> Battle:
    units = {**dict(battle.sides[index].units), name: count - hurt, name + DAMAGED: hurt}
    return battle.with_side(index, units={name: n for name, n in units.items() if n})


def unit_refusal(battle: Battle, index: int, name: str) -> Refusal | None:
    """Return why a side cannot have such a unit; None if it can."""
    if battle.sides[index].find_unit(name):
        return None
    return _first_problem(battle.with_side(index, units={name: 1}, effects=()), index)


def with_upgrade(battle: Battle, index: int, unit_class: str, better: bool) -> Battle:
    """All units of a class upgraded, or plain again."""
    side = battle.sides[index]
    plain, plus = unit_class, f"{unit_class}+"
    units = convert_units(side, *((plain, plus) if better else (plus, plain)))
    return battle.with_side(index, units={name: min(MAX_UNITS, n) for name, n in units.items() if n})


def needed_and_free_room(battle: Battle, index: int) -> tuple[int, int]:
    """Return how much room one side's fighters and ground forces need in space, and how much its ships have
    (IM-UNIT-11)."""
    side = battle.in_space.sides[index]
    kinds = [(side.find_unit(name), side.count(name)) for name in side.names()]
    found_kinds = [(kind, count) for kind, count in kinds if kind]
    needed = sum(count for kind, count in found_kinds if needs_room(kind))
    return needed, sum(kind.capacity * count for kind, count in found_kinds)


def first_removed_classes(battle: Battle, index: int) -> list[str]:
    """The classes that one side gives up for want of room after Space Cannon of the other, the first first;
    none where that cannot happen, or leaves no choice."""
    space = battle.in_space
    side, enemy = space.sides[index], space.sides[1 - index]
    fires = any(kind and kind.space_cannon for kind in map(enemy.find_unit, enemy.names()))
    if space.kind != "space" or not fires:
        return []
    classes = {kind.unit_class for kind in map(side.find_unit, side.names()) if kind and needs_room(kind)}
    order = with_ground_forces((side.policy or Policy()).order)
    return [name for name in order if name in classes] if len(classes) > 1 else []


# -- factions and effects


def with_faction(battle: Battle, index: int, faction: str) -> tuple[Battle, list[Unit | Effect]]:
    """One side with another faction ("" for none), and the pieces that it cannot keep.

    Upgraded units that the new faction lacks lose their upgrade. Raises `LabFault` if there is no such
    faction.
    """
    if faction and faction not in factions():
        raise LabFault
    side = battle.sides[index]
    copied = side.copied if faction == COPIES else ()
    changed = with_faction_changes(battle, index, faction=faction, effects=(), copied=copied)
    lost: list[Unit | Effect] = [
        kind
        for kind in map(side.find_unit, side.names())
        if kind and not changed.sides[index].find_unit(kind.unit_class)
    ]
    lost += [upgrade.unit for upgrade in side.copied if upgrade not in copied and upgrade.unit]
    kept_uses = [use for use in side.effects if use_refusal(changed, index, use) is None]
    lost += [use.effect for use in side.effects if use not in kept_uses]
    implied = [
        effect.id
        for effect in all_effects().values()
        if effect.always and effect.owner == faction and faction
    ]
    return changed.with_side(index, effects=[use for use in kept_uses if use.id not in implied]), lost


def with_faction_changes(battle: Battle, index: int, **changes: object) -> Battle:
    """One side with another faction or other copied upgrades: upgraded units that it then lacks become plain
    ones, and those that can sustain no damage any more are whole."""
    side = battle.sides[index]
    changed = battle.with_side(index, **changes)
    units: dict[str, int] = {}
    for name in side.names():
        other = changed.sides[index]
        kept = other.find_unit(name) or other.find_unit(name.removesuffix("+"))
        if kept:
            hurt = side.damaged(name) if kept.sustain else 0
            for kept_name, n in ((kept.name, side.count(name) - hurt), (kept.name + DAMAGED, hurt)):
                if n:
                    units[kept_name] = min(MAX_UNITS, units.get(kept_name, 0) + n)
    return changed.with_side(index, units=units, policy=_fitting_policy(changed.sides[index]))


def _fitting_policy(side: Side) -> Policy | None:
    """The policy of a side without the classes behind `sustain=` that cannot sustain for it."""
    if side.policy is None or not side.policy.sustain_classes:
        return side.policy
    able = ",".join(name for name in side.policy.sustain_classes if side.can_sustain(name))
    return attrs.evolve(side.policy, sustain=able or SUSTAIN[0])


def use_refusal(battle: Battle, index: int, use: EffectUse) -> Refusal | None:
    """Return why a side cannot have an effect; None if it can, even if it does nothing."""
    return _first_problem(battle.with_side(index, units={}, effects=[use]), index)


def _first_problem(battle: Battle, index: int) -> Refusal | None:
    """The first problem of one side, whatever the other one has."""
    alone = battle.with_side(1 - index, units={}, effects=(), policy=Policy())
    problems = alone.problems()
    return problems[0] if problems else None


def with_use(battle: Battle, index: int, effect_id: str, on: bool) -> Battle:
    """One side with an effect, at its default round, or without it in any round."""
    uses = [use for use in battle.sides[index].effects if use.id != effect_id]
    return battle.with_side(index, effects=[*uses, EffectUse(effect_id)] if on else uses)


def with_round(battle: Battle, index: int, use: EffectUse, round_: int) -> Battle:
    """One side with a one-shot effect moved to another round (0: its default)."""
    uses = [other for other in battle.sides[index].effects if other != use]
    moved = attrs.evolve(use, round=0 if round_ == use.effect.first else round_)
    return battle.with_side(index, effects=[*uses, moved] if moved not in uses else uses)


def first_free_round(side: Side, effect_id: str) -> int | None:
    """The first round for which a side has no copy of a one-shot effect yet; None if every round has one."""
    effect = all_effects()[effect_id]
    taken = {use.round or effect.first for use in side.effects if use.id == effect_id}
    if not effect.once or effect.only:
        return None
    return next((n for n in range(1, LATEST + 1) if n not in taken), None)


# -- the place of the battle


def with_kind(battle: Battle, kind: str) -> Battle:
    """The same forces in space, on a planet, or in one after the other; there is no nebula on a planet."""
    if kind not in KINDS:
        raise LabFault
    changed = attrs.evolve(battle, kind=kind)
    return changed if kind != "ground" else with_use(changed, 1, "nebula", False)


def with_sides_swapped(battle: Battle) -> Battle:
    """The battle with the sides exchanged; the nebula stays where the battle is."""
    nebula = any(use.id == "nebula" for use in battle.defender.effects)
    swapped = battle.swapped()
    return with_use(with_use(swapped, 0, "nebula", False), 1, "nebula", True) if nebula else swapped


# -- policies


def with_policy(battle: Battle, index: int, part: str, value: str) -> Battle:
    """One side with another order of casualties or rule for sustaining. Raises `LabFault` for others."""
    old = battle.sides[index].policy or Policy()
    if part == "order" and value in ("best", *ORDERS):
        policy = None if value == "best" else attrs.evolve(old, order=ORDERS[value])
    elif part == "order" and value == order_name(battle.sides[index].policy):
        policy = old  # a custom order, chosen again
    elif part == "sustain" and value in sustain_rules(battle, index):
        policy = attrs.evolve(old, sustain=value)
    else:
        raise LabFault
    return battle.with_side(index, policy=policy)


def sustain_rules(battle: Battle, index: int) -> list[str]:
    """The rules for sustaining to offer one side: `risk` where the other side has a Direct Hit, and what the
    side has now."""
    policy = battle.sides[index].policy
    risk = (
        [RISK]
        if any(use.effect.hook == "destroy_sustained" for use in battle.sides[1 - index].uses())
        else []
    )
    return list(dict.fromkeys([*SUSTAIN, *risk, *([policy.sustain] if policy else [])]))


def order_name(policy: Policy | None) -> str:
    """Return how a side's order of casualties is called: "best", a named one, or "own"."""
    if policy is None:
        return "best"
    named: Mapping[str, tuple[str, ...]] = ORDERS
    return next((name for name, order in named.items() if order == policy.order), "own")


def shown_classes(battle: Battle, index: int) -> tuple[list[str], list[str]]:
    """The classes of units to offer on one side: those that can do something here, and the others."""
    side = battle.sides[index]
    active, idle = list[str](), list[str]()
    ground = ("infantry", "mech")
    order = (*SHIPS, "pds", *ground) if battle.kind != "ground" else (*ground, "pds", *SHIPS)
    for name in order:
        kind = side.find_unit(name) or find_unit(name, "sol")
        if kind is None:
            raise KeyError(name)
        (active if can_act(kind, battle, index) else idle).append(name)
    for name in unit_names(battle)[len(CLASSES) :]:
        kind = side.find_unit(name) or side.find_unit(f"{name}+")
        if kind is not None:
            (active if can_act(kind, battle, index) else idle).append(name)
    return active, idle
