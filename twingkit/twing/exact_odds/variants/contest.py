"""The contest of a battle under any variant: the place where every relevant switch is evaluated (TW-BAT).

Both sides of a battle, typed or under way, are first described as a `SideState`. Their contest then expresses
in numbers and in its `Terms` what the variant changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from twingkit.twing.exact_odds.contest import Contest, Profile, Resources, profile, strongest_first
from twingkit.twing.exact_odds.terms import BOX_TERMS, Terms, affects_odds
from twingkit.twing.notation.battle_line import ROLES, Battle, Side
from twingkit.twing.rules import fight as fights
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.objects import (
    Objects,
    can_invert_die,
    can_use_cats,
    can_use_traps,
    cross_counts_zero,
    reroll_object,
    sun_counts_zero,
)
from twingkit.twing.rules.response_cards import INDICES_BY_EFFECT, TRAP, ResponseCards
from twingkit.twing.variants.variant import BOX, Variant

CERTAIN = 1000
"""A margin that no die can change, for a battle that an empty defence loses (a variant of TW-BAT-4)."""


class CreatureInPlay(NamedTuple):
    """A creature card in a battle: whether it was laid as a rider, and whether a supporter added it."""

    card: Creature
    rides: bool = False
    helps: bool = False


class SideState(NamedTuple):
    """One side of a battle, as its contest needs it. `turned` and `own_roll` describe the die on the
    table."""

    role: str
    character: str
    objects: Objects
    rolls: bool
    own_spells: bool
    shield: bool
    power: int
    creatures: tuple[CreatureInPlay, ...]
    units: tuple[Unit, ...]
    held: ResponseCards
    rerolled: bool = False
    two_cats: bool = False
    turned: bool = False
    own_roll: bool = False


SideStates = tuple[SideState, SideState]
Losses = tuple[tuple[int, ...], tuple[int, ...]]
"""The points that 0, 1, 2 … traps take from the attacker and from the defender."""


def typed_side_states(battle: Battle, helpers: Sequence[Sequence[Spell | Creature]] = ((), ())) -> SideStates:
    """Return both sides of a typed battle, each with the cards that supporters add."""
    attack, defence = battle.sides
    return _typed_side_state(ROLES[0], attack, helpers[0]), _typed_side_state(ROLES[1], defence, helpers[1])


def _typed_side_state(role: str, side: Side, added: Sequence[Spell | Creature]) -> SideState:
    lay, power = side.lay, side.lay.power
    creatures = _creatures_of(lay.units)
    if added:
        power += sum(card.power for card in added)
        creatures += tuple(CreatureInPlay(card, helps=True) for card in added if isinstance(card, Creature))
    return SideState(
        role=role,
        character=side.character,
        objects=side.objects,
        rolls=bool(lay.spells),
        own_spells=bool(lay.spells) and lay.spells[0].element == side.character,
        shield=lay.is_shield,
        power=power,
        creatures=creatures,
        units=lay.units,
        held=side.held,
    )


def _creatures_of(units: Sequence[Unit]) -> tuple[CreatureInPlay, ...]:
    return tuple([CreatureInPlay(card, index > 0) for unit in units for index, card in enumerate(unit.cards)])


def side_states(fight: fights.Fight, place: int = 1) -> SideStates:
    """Return the attacker and one defender of a battle under way."""
    attack, defence = fight.sides[0], fight.sides[place]
    return _side_state(fight, attack, defence), _side_state(fight, defence, attack)


def _side_state(fight: fights.Fight, side: fights.Side, enemy: fights.Side) -> SideState:
    player, lay = side.player, side.lay
    lies = side.die is not None
    throw = side.throws[-1] if side.throws else None
    return SideState(
        role=side.role,
        character=player.character,
        objects=player.objects,
        rolls=bool(lay.spells),
        own_spells=side.own_spells,
        shield=lay.is_shield,
        power=fight.power_against(side, enemy),
        creatures=tuple(
            CreatureInPlay(fighter.card, fighter.rides, fighter.seat != side.seat)
            for fighter in side.standing
        ),
        units=lay.units,
        held=player.held,
        rerolled=side.rerolled,
        two_cats=side.two_cats,
        turned=bool(throw and len(throw.inverted_by) % 2 and (lies or fight.variant.inversion == "die")),
        own_roll=bool(throw and throw.own and lies),
    )


def trap_losses(side: SideState, variant: Variant) -> list[tuple[Creature, ...]]:
    """Return the cards that each trap takes from a side, the strongest first: one card, or a mounted pair
    (TW-BAT-13).
    """
    return _trap_losses(side.creatures, side.units, side.character, variant)


def laid_trap_losses(units: Sequence[Unit], character: str, variant: Variant) -> list[tuple[Creature, ...]]:
    """Return the cards that each trap takes from these units of a player, the strongest first."""
    return _trap_losses(_creatures_of(units), units, character, variant)


def _trap_losses(
    creatures: Sequence[CreatureInPlay], units: Sequence[Unit], own: str, variant: Variant
) -> list[tuple[Creature, ...]]:
    left = list(creatures)
    groups: list[tuple[CreatureInPlay, ...]] = []
    if variant.trap_pair == "pair":
        for unit in units:
            if unit.rider:
                pair = CreatureInPlay(unit.creature), CreatureInPlay(unit.rider, True)
                if pair[0] in left and pair[1] in left:
                    groups.append(pair)
                    left = [creature for creature in left if creature not in pair] + _others(left, pair)
    groups += [(creature,) for creature in left]
    if variant.own_creatures == "protected":
        groups = [
            group
            for group in groups
            if any(creature.helps or creature.card.element != own for creature in group)
        ]
    cards = [tuple(creature.card for creature in group) for group in groups]
    return sorted(cards, key=lambda trap_loss: -sum(card.power for card in trap_loss))


def _others(
    creatures: Sequence[CreatureInPlay], pair: tuple[CreatureInPlay, CreatureInPlay]
) -> list[CreatureInPlay]:
    """Return the creatures without one copy of each card of a pair."""
    rest = [creature for creature in creatures if creature in pair]
    for creature in pair:
        rest.remove(creature)
    return rest


def contest_under(
    sides: SideStates,
    variant: Variant,
    typed: bool = True,
    settling: bool = False,
    losses: Losses | None = None,
) -> Contest:
    """Return the contest of two sides under a variant.

    `typed`: the attacker may still lay two cats (TW-PLAY-3). `settling`: only Miromon may be played now
    (TW-VAR-9). `losses`: the points that 0, 1, 2 … traps take from each side, if they differ from those of
    its creatures.
    """
    attack, defence = sides
    if variant.empty_defence == "lost" and not (defence.rolls or defence.shield):
        still = Profile(False, False, False, False)
        return Contest(CERTAIN, (still, still), ((0,), (0,)), (Resources(), Resources()))
    attack_losses, defence_losses = losses or [_losses(side, variant) for side in sides]
    victims = len(defence_losses) - 1, len(attack_losses) - 1
    held = _held(attack, defence, variant, victims[0]), _held(defence, attack, variant, victims[1])
    if not affects_odds(variant):
        return Contest(
            attack.power - defence.power,
            (_box_profile(attack, defence), _box_profile(defence, attack)),
            (attack_losses, defence_losses),
            held,
        )
    offered = typed and variant.two_cats and attack.held.cats > 1 and can_use_cats(defence.objects, variant)
    two_cats = "laid" if attack.two_cats else "offered" if offered else ""
    turning = (
        any(resources.count_with_effect("turn") for resources in held) or attack.turned or defence.turned
    )
    rolling = any(resources.reroll or resources.count_with_effect("reroll") for resources in held) or bool(
        two_cats
    )
    own_roll = bool(two_cats) or attack.own_roll
    profiles = [
        _profile(side, enemy, variant, turning, own_roll and not index)
        for index, (side, enemy) in enumerate(zip(sides, sides[::-1], strict=True))
    ]
    again = [
        bool(
            resources.miromon and variant.miromon == "rerolls_too" and _plays_on_own_die(side, enemy, variant)
        )
        for resources, side, enemy in zip(held, sides, sides[::-1], strict=True)
    ]
    remembers = any(die.natural_cross or die.natural_sun or die.natural_minus for die in profiles)
    sticks = variant.inversion == "die" and turning and (rolling or any(again))
    fails = variant.trap_roll and any(resources.traps for resources in held)
    terms = Terms(
        defender_wins_ties=variant.ties == "defender",
        symbols_cancel=variant.both_critical == "points",
        at_once=variant.criticals == "at_once"
        and (rolling or any(any(resources.counts) for resources in held)),
        settling=settling,
        cats_reroll_enemy=_pair(
            resources.count_with_effect("reroll")
            and variant.cat_die == "any"
            and _plays_on_enemy_die(side, enemy)
            for resources, side, enemy in zip(held, sides, sides[::-1], strict=True)
        ),
        cats_reroll_own=_pair(
            not resources.count_with_effect("reroll") or _plays_on_own_die(side, enemy, variant)
            for resources, side, enemy in zip(held, sides, sides[::-1], strict=True)
        ),
        miromon_turns_enemy=_pair(
            not resources.count_with_effect("turn") or not enemy.rolls or _plays_on_enemy_die(side, enemy)
            for resources, side, enemy in zip(held, sides, sides[::-1], strict=True)
        ),
        miromon_rerolls_own=(again[0], again[1]),
        stays_turned=sticks,
        endless_shamrock=variant.shamrock == "unlimited" and bool(held[0].reroll),
        trap_fails=fails,
        two_cats=two_cats,
        remembers=remembers,
        turned=(attack.turned, defence.turned) if remembers or sticks else (False, False),
        own_roll=attack.own_roll,
        victims=victims if fails else (0, 0),
    )
    return Contest(
        margin=attack.power - defence.power,
        profiles=(profiles[0], profiles[1]),
        losses=(attack_losses, defence_losses),
        resources=held,
        terms=BOX_TERMS if terms == BOX_TERMS else terms,
    )


def _losses(side: SideState, variant: Variant) -> tuple[int, ...]:
    """Return the points that 0, 1, 2 … of the enemy's traps take from a side."""
    if variant.trap_pair != "pair" and variant.own_creatures != "protected":
        return strongest_first([creature.card.power for creature in side.creatures])
    return strongest_first(
        [sum(card.power for card in trap_loss) for trap_loss in trap_losses(side, variant)]
    )


def _box_profile(side: SideState, enemy: SideState) -> Profile:
    return profile(side.rolls, side.rolls and side.own_spells, side.objects, enemy.objects)


def _pair(flags: Iterable[object]) -> tuple[bool, bool]:
    first, second = flags
    return bool(first), bool(second)


def _plays_on_own_die(side: SideState, enemy: SideState, variant: Variant) -> bool:
    """Return whether a side may play cats and Miromon on its own die (TW-POW-socks, TW-VAR-21)."""
    return side.rolls and can_use_cats(enemy.objects, variant)


def _plays_on_enemy_die(side: SideState, enemy: SideState) -> bool:
    """Return whether a side may play cats and Miromon on the enemy's die."""
    return enemy.rolls and can_invert_die(enemy.objects)


def _held(side: SideState, enemy: SideState, variant: Variant, victims: int) -> Resources:
    """Return the plays a side may make under a variant."""
    own, other = _plays_on_own_die(side, enemy, variant), _plays_on_enemy_die(side, enemy)
    once = side.rerolled and not (side.role == ROLES[0] and variant.shamrock == "unlimited")
    stopped = not can_use_traps(enemy.objects) or (variant.trap_targets == "attack" and side.role == ROLES[0])
    reroll = int(side.rolls and not once and reroll_object(side.role) in side.objects)
    if not any(side.held):
        return Resources(reroll)
    held = [*side.held]
    if not (own or (other and variant.cat_die == "any")):
        for place in INDICES_BY_EFFECT["reroll"]:
            held[place] = 0
    if stopped or not victims or not variant.trap_roll:
        held[TRAP] = 0 if stopped else min(held[TRAP], victims)
    if not (own or other):
        for place in INDICES_BY_EFFECT["turn"]:
            held[place] = 0
    return Resources(reroll, tuple.__new__(ResponseCards, held))


def _profile(side: SideState, enemy: SideState, variant: Variant, turning: bool, own_roll: bool) -> Profile:
    """Return the profile of a side's die. If nothing can turn a die round, the face on the table is the
    rolled
    one.
    """
    own = side.rolls and side.own_spells
    if not variant.shield_criticals and (side.shield or enemy.shield):
        minus = variant.own_element == "face" and turning and (own or own_roll)
        return Profile(side.rolls, own, True, True, natural_minus=minus)
    panties, bra = cross_counts_zero(side.objects), sun_counts_zero(enemy.objects)
    return Profile(
        side.rolls,
        own,
        panties,
        bra,
        natural_cross=side.rolls and panties and turning and variant.panties == "natural",
        natural_sun=side.rolls and bra and turning and variant.bra == "natural",
        natural_minus=turning and (own or own_roll) and variant.own_element == "face",
    )


def contest_of(battle: Battle, variant: Variant = BOX) -> Contest:
    """Return the contest of a typed battle under a variant; the battle must be legal under it."""
    return contest_under(typed_side_states(battle), variant)


def contest_now(fight: fights.Fight, place: int = 1) -> Contest:
    """Return the contest of a battle under way, under its variant.

    In an end-game attack `place` selects the defender.
    """
    return contest_under(side_states(fight, place), fight.variant, typed=False, settling=fight.settling)


def faces_now(fight: fights.Fight, contest: Contest) -> tuple[int | None, int | None]:
    """Return the faces of both dice from which the contest continues; None for a die that is not on the
    table.

    These are the faces shown or, if the contest remembers that a die was turned round, the faces rolled.
    """
    before = contest.terms.remembers or contest.terms.stays_turned
    attack, defence = (
        side.throws[-1].face if before and side.die is not None else side.die for side in fight.sides[:2]
    )
    return attack, defence
