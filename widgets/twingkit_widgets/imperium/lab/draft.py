"""The battle that is being built, and every change to it, without widgets.

A draft is a `Battle` in which a side may have no units yet. A change returns a new battle, or the `Refusal`
of the rule that forbids it.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.questions import Refusal
from twingkit.imperium.battle.analysis.fleet_changes import counts_after_conversion
from twingkit.imperium.battle.custom_units import UNIT_LINE_WORD, CustomUnits, custom_units_from_lines
from twingkit.imperium.battle.notation.assimilated import COPYING_FACTION
from twingkit.imperium.battle.notation.battle_line import BATTLE_KINDS, Battle
from twingkit.imperium.battle.notation.side import DAMAGED_SUFFIX, EffectUse, Side
from twingkit.imperium.battle.rules.losses import loss_order
from twingkit.imperium.battle.rules.space.survivors import needs_room
from twingkit.imperium.box.effects import BattleEffect, effects_by_id
from twingkit.imperium.box.units import BATTLE_CLASSES, SHIPS, Unit, faction_ids, find_unit
from twingkit.imperium.variants.variant import Variant
from twingkit_widgets.imperium.pictures.scene import can_act
from twingkit_widgets.lab.design import Draft
from twingkit_widgets.lab.tab import LabFault

UNITS_SEPARATOR = " | "
"""The separator between custom units and the battle line in a saved draft."""

MAX_UNITS = 99
"""The largest unit count in notation."""

EXAMPLE = "space: 4 fighter 2 cruiser 1 carrier 1 dreadnought vs 2 fighter 2 destroyer 2 dreadnought"
"""The battle that the lab opens with if none, or an invalid one, is given."""

MAX_EFFECT_ROUND = 6
"""The last round that the control of a card offers; notation can name later ones."""


@attrs.frozen
class FleetDraft(Draft):
    """The draft of the fleet lab: a battle in which a side may have no units yet."""

    current_battle: Battle

    @property
    def variant(self) -> Variant:
        """The rule switches of the battle."""
        return self.current_battle.variant

    def with_variant(self, variant: Variant) -> FleetDraft:
        """Return the same battle under another variant."""
        return FleetDraft(attrs.evolve(self.current_battle, variant=variant))

    @classmethod
    def read(cls, text: str) -> FleetDraft:
        """Parse a battle line, or a saved draft with custom units before it.

        Raises `NotationError`, or `BoxError` for invalid units.
        """
        own, line = _split_custom_units(text)
        return cls(Battle.parse(line, custom_units=own))

    def read_changed(self, text: str) -> FleetDraft:
        """Parse a text like `read`; a battle line alone may use the custom units of this battle."""
        own, line = _split_custom_units(text)
        return FleetDraft(Battle.parse(line, custom_units=own or self.current_battle.custom_units))

    @property
    def is_complete(self) -> bool:
        """True if both sides have units."""
        return all(side.units for side in self.current_battle.sides)

    def subject(self) -> Battle:
        """The current battle, legal or not."""
        return self.current_battle

    def problems(self) -> list[Refusal]:
        """Return every rule that the battle breaks; empty while a side has no units."""
        return self.current_battle.problems() if self.is_complete else []

    def line(self) -> str:
        """Return the notation of the battle."""
        return str(self.current_battle)

    def with_subject(self, subject: Battle) -> FleetDraft:
        """Return the draft of another battle."""
        return FleetDraft(subject)


def _split_custom_units(text: str) -> tuple[CustomUnits | None, str]:
    """Split a saved draft into its custom units and its battle line. Raises `BoxError`.

    >>> units, line = _split_custom_units("unit corvette unit_class=destroyer | space: 1 corvette vs 1 pds")
    >>> units.names, line
    (('corvette',), 'space: 1 corvette vs 1 pds')
    """
    if not text.startswith(f"{UNIT_LINE_WORD} "):
        return None, text
    head, _, line = text.partition(UNITS_SEPARATOR)
    return custom_units_from_lines(head.split("; ")), line


def available_unit_names(battle: Battle) -> list[str]:
    """Return the names of the units that a battle can have, without upgrades: classes, then custom units."""
    own = battle.custom_units.names if battle.custom_units else ()
    return list(dict.fromkeys((*BATTLE_CLASSES, *(name.removesuffix("+") for name in own))))


def with_allowed_custom_units(
    battle: Battle, units: CustomUnits | None
) -> tuple[Battle, list[Unit | BattleEffect]]:
    """Return the battle with `units` as its allowed custom units (None: only units from the box), and the
    units that the sides lose by this.
    """
    changed = battle
    for side_index in (0, 1):
        changed = with_faction_changes(changed, side_index, custom_units=units)
    lost: list[Unit | BattleEffect] = [
        kind
        for before, after in zip(battle.sides, changed.sides, strict=True)
        for kind in map(before.find_unit, before.unit_names())
        if kind and not after.count(kind.name) and not after.find_unit(kind.name)
    ]
    return changed, lost


# -- units


def with_unit_count(battle: Battle, side_index: int, name: str, count: int) -> Battle:
    """Return the battle with `count` units of this name on one side; no more than `count` of them stay
    damaged.

    Raises `LabFault` for an invalid name or number.
    """
    side = battle.sides[side_index]
    if name.removesuffix("+") not in available_unit_names(battle) or not 0 <= count <= max(
        MAX_UNITS, side.count(name)
    ):
        raise LabFault
    return _with_units(battle, side_index, name, count, min(side.count_damaged(name), count))


def with_cycled_damage(battle: Battle, side_index: int, name: str) -> Battle:
    """Return the battle with one more damaged unit of this name on one side, or with none damaged if all of
    them were.

    Raises `LabFault` if there are no such units, or they cannot be damaged.
    """
    side = battle.sides[side_index]
    kind, count = side.find_unit(name), side.count(name)
    if kind is None or not kind.can_sustain_damage or not count:
        raise LabFault
    return _with_units(battle, side_index, name, count, (side.count_damaged(name) + 1) % (count + 1))


def _with_units(battle: Battle, side_index: int, name: str, count: int, hurt: int) -> Battle:
    units = {**dict(battle.sides[side_index].units), name: count - hurt, name + DAMAGED_SUFFIX: hurt}
    return battle.with_side(side_index, units={name: n for name, n in units.items() if n})


def unit_refusal(battle: Battle, side_index: int, name: str) -> Refusal | None:
    """Return why a side cannot have a unit with this name; None if it can."""
    if battle.sides[side_index].find_unit(name):
        return None
    return _first_problem(battle.with_side(side_index, units={name: 1}, effects=()), side_index)


def with_upgrade(battle: Battle, side_index: int, unit_class: str, upgraded: bool) -> Battle:
    """Return the battle with all units of a class upgraded, or not upgraded."""
    side = battle.sides[side_index]
    plain, plus = unit_class, f"{unit_class}+"
    units = counts_after_conversion(side, *((plain, plus) if upgraded else (plus, plain)))
    return battle.with_side(side_index, units={name: min(MAX_UNITS, n) for name, n in units.items() if n})


def classes_removed_for_room(battle: Battle, side_index: int) -> list[str]:
    """Return the unit classes that one side would remove after enemy Space Cannon fire if its ships lack
    capacity, in order of removal.

    The list is empty if that cannot happen or leaves no choice.
    """
    space = battle.space_battle
    side, enemy = space.sides[side_index], space.sides[1 - side_index]
    fires = any(kind and kind.space_cannon for kind in map(enemy.find_unit, enemy.unit_names()))
    if space.kind != "space" or not fires:
        return []
    classes = {
        kind.unit_class for kind in map(side.find_unit, side.unit_names()) if kind and needs_room(kind)
    }
    order = loss_order.with_ground_forces((side.policy or loss_order.LossPolicy()).order)
    return [name for name in order if name in classes] if len(classes) > 1 else []


# -- factions and effects


def with_faction(battle: Battle, side_index: int, faction: str) -> tuple[Battle, list[Unit | BattleEffect]]:
    """Return the battle with another faction on one side ("" for none), and the pieces that this removes.

    Upgraded units that the new faction lacks lose their upgrade. Raises `LabFault` if there is no such
    faction.
    """
    if faction and faction not in faction_ids():
        raise LabFault
    side = battle.sides[side_index]
    copied = side.copied_upgrades if faction == COPYING_FACTION else ()
    changed = with_faction_changes(battle, side_index, faction=faction, effects=(), copied_upgrades=copied)
    lost: list[Unit | BattleEffect] = [
        kind
        for kind in map(side.find_unit, side.unit_names())
        if kind and not changed.sides[side_index].find_unit(kind.unit_class)
    ]
    lost += [upgrade.unit for upgrade in side.copied_upgrades if upgrade not in copied and upgrade.unit]
    kept_uses = [use for use in side.effects if effect_refusal(changed, side_index, use) is None]
    lost += [use.effect for use in side.effects if use not in kept_uses]
    implied = [use for use in kept_uses if use.effect.is_automatic and use.effect.owner == faction != ""]
    return changed.with_side(side_index, effects=[use for use in kept_uses if use not in implied]), lost


def with_faction_changes(battle: Battle, side_index: int, **changes: object) -> Battle:
    """Return the battle after changes to one side's faction, copied upgrades or custom units, without the
    units, upgrades and damage that no longer fit.

    Upgrades and damage that its units can no longer have are removed.
    """
    side = battle.sides[side_index]
    changed = battle.with_side(side_index, **changes)
    units: dict[str, int] = {}
    for name in side.unit_names():
        other = changed.sides[side_index]
        kept = other.find_unit(name) or other.find_unit(name.removesuffix("+"))
        if kept:
            hurt = side.count_damaged(name) if kept.can_sustain_damage else 0
            for kept_name, n in ((kept.name, side.count(name) - hurt), (kept.name + DAMAGED_SUFFIX, hurt)):
                if n:
                    units[kept_name] = min(MAX_UNITS, units.get(kept_name, 0) + n)
    return changed.with_side(side_index, units=units, policy=_fitting_policy(changed.sides[side_index]))


def _fitting_policy(side: Side) -> loss_order.LossPolicy | None:
    """Return a side's policy without those classes in its rule for sustaining that cannot sustain damage."""
    if side.policy is None or not side.policy.sustain_classes:
        return side.policy
    able = ",".join(name for name in side.policy.sustain_classes if side.can_sustain(name))
    return attrs.evolve(side.policy, sustain=able or loss_order.SUSTAIN_RULES[0])


def effect_refusal(battle: Battle, side_index: int, use: EffectUse) -> Refusal | None:
    """Return why a side cannot have an effect; None if it can, even if it does nothing."""
    return _first_problem(battle.with_side(side_index, units={}, effects=[use]), side_index)


def _first_problem(battle: Battle, side_index: int) -> Refusal | None:
    alone = battle.with_side(1 - side_index, units={}, effects=(), policy=loss_order.LossPolicy())
    problems = alone.problems()
    return problems[0] if problems else None


def with_effect(battle: Battle, side_index: int, effect_id: str, on: bool) -> Battle:
    """Return the battle with an effect added to one side for its default round (`on`), or with all uses of
    the effect removed.
    """
    uses = [use for use in battle.sides[side_index].effects if use.id != effect_id]
    return battle.with_side(side_index, effects=[*uses, EffectUse(effect_id)] if on else uses)


def with_effect_round(battle: Battle, side_index: int, use: EffectUse, round_: int) -> Battle:
    """Return the battle with a one-shot effect of one side moved to another round (0: its default)."""
    uses = [other for other in battle.sides[side_index].effects if other != use]
    moved = attrs.evolve(use, round=0 if round_ == use.effect.default_round else round_)
    return battle.with_side(side_index, effects=[*uses, moved] if moved not in uses else uses)


def first_free_round(side: Side, effect_id: str) -> int | None:
    """Return the first round for which a side has no copy of a one-shot effect; None if every round has
    one.
    """
    effect = effects_by_id()[effect_id]
    taken = {use.round or effect.default_round for use in side.effects if use.id == effect_id}
    if not effect.is_one_shot or effect.has_fixed_round:
        return None
    return next((n for n in range(1, MAX_EFFECT_ROUND + 1) if n not in taken), None)


# -- the place of the battle


def with_battle_kind(battle: Battle, kind: str) -> Battle:
    """Return the battle with the same forces in space, on a planet, or as an invasion; a ground battle has no
    nebula."""
    if kind not in BATTLE_KINDS:
        raise LabFault
    changed = attrs.evolve(battle, kind=kind)
    return changed if kind != "ground" else with_effect(changed, 1, "nebula", False)


def with_sides_swapped(battle: Battle) -> Battle:
    """Return the battle with the sides swapped; a nebula stays."""
    nebula = any(use.id == "nebula" for use in battle.defender.effects)
    swapped = battle.swapped()
    return with_effect(with_effect(swapped, 0, "nebula", False), 1, "nebula", True) if nebula else swapped


# -- policies


def with_policy(battle: Battle, side_index: int, policy_field: str, value: str) -> Battle:
    """Return the battle with a changed policy of one side: `policy_field` "order" sets the order of losses,
    "sustain" the rule for sustaining damage.

    Raises `LabFault` for an invalid value.
    """
    old = battle.sides[side_index].policy or loss_order.LossPolicy()
    if policy_field == "order" and value in ("best", *loss_order.NAMED_LOSS_ORDERS):
        policy = None if value == "best" else attrs.evolve(old, order=loss_order.NAMED_LOSS_ORDERS[value])
    elif policy_field == "order" and value == loss_order_id(battle.sides[side_index].policy):
        policy = old  # a custom order, chosen again
    elif policy_field == "sustain" and value in offered_sustain_rules(battle, side_index):
        policy = attrs.evolve(old, sustain=value)
    else:
        raise LabFault
    return battle.with_side(side_index, policy=policy)


def offered_sustain_rules(battle: Battle, side_index: int) -> list[str]:
    """Return the rules for sustaining damage that a person can choose for one side: `risk` only if the enemy
    has Direct Hit, and always the current one.
    """
    policy = battle.sides[side_index].policy
    enemy_effects = (use.effect for use in battle.sides[1 - side_index].all_effect_uses())
    rules = list(loss_order.SUSTAIN_RULES)
    if any(effect.hook == "destroy_sustained" for effect in enemy_effects):
        rules.append(loss_order.SUSTAIN_UNLESS_DIRECT_HIT)
    if policy and policy.sustain not in rules:
        rules.append(policy.sustain)
    return rules


def loss_order_id(policy: loss_order.LossPolicy | None) -> str:
    """Return the name of a side's order of losses: "best", a named order, or "own" for a custom order."""
    if policy is None:
        return "best"
    named: Mapping[str, tuple[str, ...]] = loss_order.NAMED_LOSS_ORDERS
    return next((name for name, order in named.items() if order == policy.order), "own")


def useful_and_idle_classes(battle: Battle, side_index: int) -> tuple[list[str], list[str]]:
    """Return the unit classes to offer for one side: those that have an effect in this battle, and the
    others.
    """
    side = battle.sides[side_index]
    active, idle = list[str](), list[str]()
    ground = ("infantry", "mech")
    order = (*SHIPS, "pds", *ground) if battle.kind != "ground" else (*ground, "pds", *SHIPS)
    for name in (*order, *available_unit_names(battle)[len(BATTLE_CLASSES) :]):
        kind = side.find_unit(name) or side.find_unit(f"{name}+") or find_unit(name, "sol")
        if kind is not None:
            (active if can_act(kind, battle, side_index) else idle).append(name)
    return active, idle
