"""Battles of fleets for property tests: legal ones, and any that a line can express.

A battle is dealt from one seed that is drawn, so that no two examples are nearly alike. Most effects are
dealt among those that can do something in a battle of this kind, and often both sides have some whose hooks
meet in it: dice that fall again and units that are repaired, forces that grow, a side that leaves.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from hypothesis import Phase
from hypothesis import strategies as st

from twingkit.core.notation import ROLES
from twingkit.imperium.battle.notation.assimilated import (
    ASSIMILATOR_TOKENS,
    COPYING_FACTION,
    AssimilatedUpgrade,
    faction_unit_upgrades,
)
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse, Side
from twingkit.imperium.battle.rules.losses.loss_order import (
    SUSTAIN_RULES,
    SUSTAIN_UNLESS_DIRECT_HIT,
    LossPolicy,
)
from twingkit.imperium.box.effects import BattleEffect, effects_by_id, line_effect_ids
from twingkit.imperium.box.units import BATTLE_CLASSES, SHIPS, faction_ids
from twingkit.imperium.variants.variant import BOX, SWITCHES, Variant

NAMES = tuple(name + sign for name in BATTLE_CLASSES for sign in ("", "+"))
SUSTAINING = ("dreadnought", "flagship", "warsun", "mech")
FACTIONS = ("", *faction_ids())

AGAIN = ("reroll_misses", "roll_anew", "reroll_or_die")
BETTER = ("repair_all", "repair_one", "repair_itself", "double_sustain", "cancel_hits", "destroy_sustained")
START = ("ambush", "destroy_at_start", "give_up_for_hit", "chosen_hit", "ground_forces_as_ships", "last_shot")
LEAVING = ("leave", "leave_before", "bar_retreat", "cancel_hits", "roll_anew", "combat_bonus")
GROWING = ("swap_infantry", "hit_at_start", "no_rolls", "hit_back", "harrow", "repair_one", *AGAIN)

MEETING: dict[str, tuple[tuple[str, ...], ...]] = {
    "space": ((), (*AGAIN, *BETTER), START, LEAVING),
    "ground": ((), GROWING, (*GROWING, *BETTER)),
}
"""Groups of hooks whose effects interact in a battle; the first, empty one stands for all."""

Meeting = tuple[str, ...]
"""Hooks from which both sides get most of their effects; () means any."""

seeds = st.binary(min_size=8, max_size=8)

DEALT = (Phase.explicit, Phase.generate)
"""The phases of a slow test of random battles: a smaller seed is not a simpler battle, so there is no
shrinking."""


# -- one side


def dealt_policy(rng: Random) -> LossPolicy:
    """Return any policy, including the default that a line leaves out."""
    if rng.random() < 0.4:
        return LossPolicy()
    rule = rng.choice((*SUSTAIN_RULES, SUSTAIN_UNLESS_DIRECT_HIT, ""))
    classes = rng.sample(SUSTAINING, rng.randint(1, len(SUSTAINING)))
    return LossPolicy(tuple(rng.sample(SHIPS, len(SHIPS))), rule or ",".join(classes))


policies = seeds.map(Random).map(dealt_policy)


def dealt_use(rng: Random, faction: str, legal: bool, role: str, meeting: Meeting) -> EffectUse:
    """Return an effect as a line can write it; `legal`: one that this faction may have. With a `role` (`space
    defender`) most can do something there."""
    allowed = _allowed(faction, legal, role)
    kind, _, side = role.partition(" ")
    working = [each for each in allowed if each.phase in ("both", kind) and each.role in ("either", side)]
    among = [each for each in working if each.hook in meeting]
    chance = rng.random()
    effect = rng.choice(among if among and chance < 0.7 else working if working and chance < 0.9 else allowed)
    rounds = (
        [0, 0, *(n for n in (1, 2, 3) if n != effect.default_round)]
        if effect.is_one_shot and not effect.has_fixed_round
        else [0]
    )
    return EffectUse(effect.id, rng.choice(rounds), rng.choice((1, 1, 2)) if effect.allows_copies else 1)


@cache
def _allowed(faction: str, legal: bool, role: str) -> list[BattleEffect]:
    written = [effects_by_id()[name] for name in line_effect_ids()]
    always = [each.id for each in written if each.is_automatic and each.owner == faction]
    return [each for each in written if each.id not in always and (_may(each, faction, role) or not legal)]


def _may(effect: BattleEffect, faction: str, role: str) -> bool:
    if effect.id == "nebula":
        return role == "space defender"
    if effect.source == "promissory":
        return effect.owner != faction or not faction
    return effect.owner in ("", faction)


def _faction(rng: Random, meeting: Meeting) -> str:
    """Return any faction, or one that has effects of these hooks."""
    own = ("ability", "technology", "unit")
    owners = [each.owner for each in effects_by_id().values() if each.hook in meeting and each.source in own]
    return rng.choice([owner for owner in owners if owner] or FACTIONS if rng.random() < 0.5 else FACTIONS)


def _tokens(rng: Random, faction: str) -> list[AssimilatedUpgrade]:
    """Return the unit upgrades that a side of this faction has copied: only the Nekro Virus has any."""
    most = len(ASSIMILATOR_TOKENS) if faction == COPYING_FACTION else 0
    pairs: dict[str, tuple[str, str]] = {}
    for pair in rng.sample(list(faction_unit_upgrades()), rng.randint(0, most)):
        pairs.setdefault(pair[1], pair)
    return [
        AssimilatedUpgrade(token, *pair)
        for token, pair in zip(ASSIMILATOR_TOKENS, pairs.values(), strict=False)
    ]


def dealt_side(
    rng: Random, role: str = "", legal: bool = True, most: int = 3, kinds: int = 4, meeting: Meeting = ()
) -> Side:
    """Return one side in a `role` as in `dealt_use`; a legal one has at least one unit that fights in this
    kind of battle: `kinds` and two more kinds of units, `most` of each."""
    kind, faction = role.partition(" ")[0], _faction(rng, meeting)
    copied = _tokens(rng, faction) if legal else []
    having_none = Side({}, faction, copied_upgrades=copied)
    names = [name for name in NAMES if not legal or having_none.find_unit(name)]
    tough = [name for name in names if meeting and name.rstrip("+") in SUSTAINING]
    only = [rng.choice(tough)] if tough and rng.random() < 0.4 else []
    units = {name: rng.randint(1, most) for name in only or rng.sample(names, rng.randint(1, kinds))}
    if legal:
        units["cruiser" if kind == "space" else "infantry"] = rng.randint(1, most)
        if faction and kind == "space" and rng.random() < 0.3:
            units["flagship"] = 1
    for name in list(units):
        unit = having_none.find_unit(name)
        if rng.random() < 0.3 and (not legal or (unit is not None and unit.can_sustain_damage)):
            units[f"{name}!"] = rng.randint(1, min(most, 2))
            if legal and rng.random() < 0.5:
                del units[name]
    count = rng.choice((1, 2, 2, 3) if meeting else (0, 1, 1, 2, 2, 3))
    uses = [dealt_use(rng, faction, legal, role, meeting) for _ in range(count)]
    different = {(use.id, use.round): use for use in uses}
    return Side(units, faction, list(different.values()), dealt_policy(rng), copied)


# -- battles


def dealt_fleets(rng: Random, most: int = 3, kinds: int = 4, variants: bool = False) -> Battle:
    """Return a legal battle in space or on the ground; with `variants` under any interpretation of the
    rules."""
    kind = rng.choice(("space", "ground"))
    meeting = rng.choice(MEETING[kind])
    own, other = (dealt_side(rng, f"{kind} {role}", True, most, kinds, meeting) for role in ROLES)
    values = {key: rng.choice(values) for key, values in SWITCHES.values.items()}
    battle = Battle(kind, own, other, variant=Variant(**values) if variants else BOX)
    assert battle.problems() == []
    return battle


@st.composite
def fleets(draw: Any, most: int = 3, kinds: int = 4, variants: bool = False) -> Battle:
    """Draw legal battles in space or on the ground: up to `kinds` and two more kinds of units, `most` of
    each."""
    return dealt_fleets(Random(draw(seeds)), most, kinds, variants)


def _any_fleets(rng: Random) -> Battle:
    kind = rng.choice(("space", "ground"))
    attacker, defender = (dealt_side(rng, legal=False, most=99) for _ in ROLES)
    if rng.random() < 0.5:
        attacker = Side(attacker.units, attacker.faction, attacker.effects, None)
    return Battle(kind, attacker, defender)


@st.composite
def any_fleets(draw: Any) -> Battle:
    """Draw anything that a line can express, allowed or not."""
    return _any_fleets(Random(draw(seeds)))


def mean_lost(odds: Any, side: str) -> dict[str, float]:
    """Return the average number of units of each kind that a side loses."""
    frame = odds.losses()
    own = frame[frame.side == side].drop_duplicates("unit")
    return dict(zip(own["unit"], own["mean"], strict=True))
