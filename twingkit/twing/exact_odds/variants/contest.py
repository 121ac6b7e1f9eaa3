"""The contest of a battle under any variant, the place where every relevant switch is evaluated (TW-BAT).

Both sides of a battle, typed or under way, are first described as a `ContestSideFacts`. Their contest then
expresses in numbers and in its `ContestVariant` what the variant changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from twingkit.core.notation import ROLES
from twingkit.twing.exact_odds import contest as contests
from twingkit.twing.exact_odds.terms import BOX_TERMS, ContestVariant, affects_odds
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.rules import fight as fights
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.objects import (
    Objects,
    can_invert_die,
    can_use_cats_or_miromon,
    can_use_traps,
    cross_counts_zero,
    reroll_object,
    sun_counts_zero,
)
from twingkit.twing.rules.response_cards import INDICES_BY_EFFECT, TRAP, ResponseCards
from twingkit.twing.variants.variant import BOX, Variant

CERTAIN_LOSS_MARGIN = 1000
"""A margin that no die can change, for a battle that an empty defence loses (a variant of TW-BAT-4)."""


class CreatureInPlay(NamedTuple):
    """A creature card in a battle, whether it was laid as a rider, and whether a supporter added it."""

    card: Creature
    is_rider: bool = False
    is_from_supporter: bool = False


class ContestSideFacts(NamedTuple):
    """The facts about one side of a battle from which its `Contest` is computed.

    `is_die_turned` and `rolled_for_cats` describe the die on the table.
    """

    role: str
    character: str
    objects: Objects
    rolls_die: bool
    has_own_element_spells: bool
    is_shield: bool
    power: int
    creatures: tuple[CreatureInPlay, ...]
    units: tuple[Unit, ...]
    response_cards: ResponseCards
    has_rerolled: bool = False
    laid_two_cats: bool = False
    is_die_turned: bool = False
    rolled_for_cats: bool = False


SideStates = tuple[ContestSideFacts, ContestSideFacts]
TrapLosses = tuple[tuple[int, ...], tuple[int, ...]]
"""The points that 0, 1, 2 … traps take from the attacker and from the defender."""


def side_states_from_battle(
    battle: Battle, supporter_cards: Sequence[Sequence[Spell | Creature]] = ((), ())
) -> SideStates:
    """Return the facts that decide the odds for both sides of a battle in notation, including cards that
    supporters add.
    """
    attack, defence = battle.sides
    return _typed_side_state(ROLES[0], attack, supporter_cards[0]), _typed_side_state(
        ROLES[1], defence, supporter_cards[1]
    )


def _typed_side_state(role: str, side: Side, added: Sequence[Spell | Creature]) -> ContestSideFacts:
    lay, power = side.lay, side.lay.power
    creatures = _creatures_of(lay.units)
    if added:
        power += sum(card.power for card in added)
        creatures += tuple(
            CreatureInPlay(card, is_from_supporter=True) for card in added if isinstance(card, Creature)
        )
    return ContestSideFacts(
        role=role,
        character=side.character,
        objects=side.objects,
        rolls_die=bool(lay.spells),
        has_own_element_spells=bool(lay.spells) and lay.spells[0].element == side.character,
        is_shield=lay.is_shield,
        power=power,
        creatures=creatures,
        units=lay.units,
        response_cards=side.response_cards,
    )


@lru_cache(maxsize=4096)  # the same few units are laid again and again
def _creatures_of(units: tuple[Unit, ...]) -> tuple[CreatureInPlay, ...]:
    return tuple([CreatureInPlay(card, index > 0) for unit in units for index, card in enumerate(unit.cards)])


def side_states_from_fight(fight: fights.Fight) -> SideStates:
    """Return the facts that decide the odds for the attacker and the first defender of a battle under way."""
    attack, defence = fight.sides[:2]
    return _side_state(fight, attack, defence), _side_state(fight, defence, attack)


def _side_state(fight: fights.Fight, side: fights.FightSide, enemy: fights.FightSide) -> ContestSideFacts:
    player, lay = side.player, side.lay
    lies = side.shown_face is not None
    throw = side.rolls[-1] if side.rolls else None
    return ContestSideFacts(
        role=side.role,
        character=player.character,
        objects=player.active_objects,
        rolls_die=bool(lay.spells),
        has_own_element_spells=side.has_own_element_spells,
        is_shield=lay.is_shield,
        power=fight.card_points_against(side, enemy),
        creatures=tuple(
            CreatureInPlay(fighter.card, fighter.is_rider, fighter.owner_seat != side.seat)
            for fighter in side.creatures_in_battle
        ),
        units=lay.units,
        response_cards=player.response_cards,
        has_rerolled=side.used_reroll_object,
        laid_two_cats=side.two_cats_due,
        is_die_turned=bool(
            throw and len(throw.inverted_by) % 2 and (lies or fight.variant.inversion == "die")
        ),
        rolled_for_cats=bool(throw and throw.counts_own_element and lies),
    )


def trap_victims(side: ContestSideFacts, variant: Variant) -> list[tuple[Creature, ...]]:
    """Return the cards that the first, second … trap would take from a side: the strongest creature first.

    A trap takes one card or, in a variant, a mounted pair (TW-BAT-13).
    """
    return _trap_losses(side.creatures, side.units, side.character, variant)


def trap_victims_of_units(
    units: Sequence[Unit], character: str, variant: Variant
) -> list[tuple[Creature, ...]]:
    """Return the cards that the first, second … trap would take from these units of a player: the strongest
    creature first.
    """
    return _trap_losses(_creatures_of(tuple(units)), units, character, variant)


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
            if any(creature.is_from_supporter or creature.card.element != own for creature in group)
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


def variant_contest(
    sides: SideStates,
    variant: Variant,
    may_lay_two_cats: bool = True,
    only_miromon: bool = False,
    trap_losses: TrapLosses | None = None,
) -> contests.Contest:
    """Compute the `Contest` (the numbers that decide the odds) from the facts about both sides of a battle
    under a variant.

    `may_lay_two_cats`: the attacker may still lay two cats (TW-PLAY-3). `only_miromon`: only Miromon may be
    played now (TW-VAR-9). `trap_losses`: the points that 0, 1, 2 … traps take from each side, if they differ
    from those of its creatures.
    """
    attack, defence = sides
    if variant.empty_defence == "lost" and not (defence.rolls_die or defence.is_shield):
        still = contests.DieRules(False, False, False, False)
        return contests.Contest(CERTAIN_LOSS_MARGIN, (still, still))
    attack_losses, defence_losses = trap_losses or [_losses(side, variant) for side in sides]
    victims = len(defence_losses) - 1, len(attack_losses) - 1
    held = _held(attack, defence, variant, victims[0]), _held(defence, attack, variant, victims[1])
    if not affects_odds(variant):
        box_dice = [
            contests.die_rules(
                own.rolls_die, own.rolls_die and own.has_own_element_spells, own.objects, enemy.objects
            )
            for own, enemy in ((attack, defence), (defence, attack))
        ]
        return contests.Contest(
            attack.power - defence.power, (box_dice[0], box_dice[1]), (attack_losses, defence_losses), held
        )
    offered = (
        may_lay_two_cats
        and variant.two_cats
        and attack.response_cards.cats > 1
        and can_use_cats_or_miromon(defence.objects, variant)
    )
    two_cats = "laid" if attack.laid_two_cats else "offered" if offered else ""
    turning = (
        any(resources.count_with_effect("turn") for resources in held)
        or attack.is_die_turned
        or defence.is_die_turned
    )
    rolling = any(
        resources.reroll_count or resources.count_with_effect("reroll") for resources in held
    ) or bool(two_cats)
    own_roll = bool(two_cats) or attack.rolled_for_cats
    profiles = [
        _profile(side, enemy, variant, turning, own_roll and not index)
        for index, (side, enemy) in enumerate(zip(sides, sides[::-1], strict=True))
    ]
    players = list(zip(held, sides, sides[::-1], strict=True))
    again = _pair(
        resources.miromon and variant.miromon == "rerolls_too" and _plays_on_own_die(side, enemy, variant)
        for resources, side, enemy in players
    )
    remembers = any(
        die.cross_must_be_rolled or die.sun_must_be_rolled or die.minus_must_be_rolled for die in profiles
    )
    sticks = variant.inversion == "die" and turning and (rolling or any(again))
    fails = variant.trap_roll and any(resources.traps for resources in held)
    terms = ContestVariant(
        defender_wins_ties=variant.ties == "defender",
        symbols_cancel=variant.both_critical == "points",
        has_miromon_window=variant.criticals == "at_once"
        and (rolling or any(any(resources.play_counts) for resources in held)),
        in_miromon_window=only_miromon,
        cats_reroll_enemy=_pair(
            resources.count_with_effect("reroll")
            and variant.cat_die == "any"
            and _plays_on_enemy_die(side, enemy)
            for resources, side, enemy in players
        ),
        cats_reroll_own=_pair(
            not resources.count_with_effect("reroll") or _plays_on_own_die(side, enemy, variant)
            for resources, side, enemy in players
        ),
        miromon_turns_enemy=_pair(
            not resources.count_with_effect("turn") or not enemy.rolls_die or _plays_on_enemy_die(side, enemy)
            for resources, side, enemy in players
        ),
        miromon_rerolls_own=again,
        turned_die_stays_turned=sticks,
        endless_shamrock=variant.shamrock == "unlimited" and bool(held[0].reroll_count),
        trap_can_fail=fails,
        two_cats_stage=two_cats,
        remembers_turned_dice=remembers,
        dice_turned=(attack.is_die_turned, defence.is_die_turned) if remembers or sticks else (False, False),
        rolled_for_cats=attack.rolled_for_cats,
        trap_victim_counts=victims if fails else (0, 0),
    )
    return contests.Contest(
        margin=attack.power - defence.power,
        profiles=(profiles[0], profiles[1]),
        trap_losses=(attack_losses, defence_losses),
        side_plays=held,
        terms=BOX_TERMS if terms == BOX_TERMS else terms,
    )


def _losses(side: ContestSideFacts, variant: Variant) -> tuple[int, ...]:
    if variant.trap_pair != "pair" and variant.own_creatures != "protected":
        return contests.points_lost_to_traps([creature.card.power for creature in side.creatures])
    return contests.points_lost_to_traps(
        [sum(card.power for card in trap_loss) for trap_loss in trap_victims(side, variant)]
    )


def _pair(flags: Iterable[object]) -> tuple[bool, bool]:
    first, second = flags
    return bool(first), bool(second)


def _plays_on_own_die(side: ContestSideFacts, enemy: ContestSideFacts, variant: Variant) -> bool:
    """Return whether a side may play cats and Miromon on its own die (TW-POW-socks, TW-VAR-21)."""
    return side.rolls_die and can_use_cats_or_miromon(enemy.objects, variant)


def _plays_on_enemy_die(side: ContestSideFacts, enemy: ContestSideFacts) -> bool:
    return enemy.rolls_die and can_invert_die(enemy.objects)


def _held(
    side: ContestSideFacts, enemy: ContestSideFacts, variant: Variant, victims: int
) -> contests.RemainingSidePlays:
    own, other = _plays_on_own_die(side, enemy, variant), _plays_on_enemy_die(side, enemy)
    once = side.has_rerolled and not (side.role == ROLES[0] and variant.shamrock == "unlimited")
    stopped = not can_use_traps(enemy.objects) or (variant.trap_targets == "attack" and side.role == ROLES[0])
    reroll = int(side.rolls_die and not once and reroll_object(side.role) in side.objects)
    if not any(side.response_cards):
        return contests.RemainingSidePlays(reroll)
    held = [*side.response_cards]
    if not (own or (other and variant.cat_die == "any")):
        for place in INDICES_BY_EFFECT["reroll"]:
            held[place] = 0
    if stopped or not victims or not variant.trap_roll:
        held[TRAP] = 0 if stopped else min(held[TRAP], victims)
    if not (own or other):
        for place in INDICES_BY_EFFECT["turn"]:
            held[place] = 0
    return contests.RemainingSidePlays(reroll, tuple.__new__(ResponseCards, held))


def _profile(
    side: ContestSideFacts, enemy: ContestSideFacts, variant: Variant, turning: bool, own_roll: bool
) -> contests.DieRules:
    """Return the rules for a side's die; if nothing can turn it, it shows the face that was rolled."""
    own = side.rolls_die and side.has_own_element_spells
    if not variant.shield_criticals and (side.is_shield or enemy.is_shield):
        minus = variant.own_element == "face" and turning and (own or own_roll)
        return contests.DieRules(side.rolls_die, own, True, True, minus_must_be_rolled=minus)
    panties, bra = cross_counts_zero(side.objects), sun_counts_zero(enemy.objects)
    return contests.DieRules(
        side.rolls_die,
        own,
        panties,
        bra,
        cross_must_be_rolled=side.rolls_die and panties and turning and variant.panties == "natural",
        sun_must_be_rolled=side.rolls_die and bra and turning and variant.bra == "natural",
        minus_must_be_rolled=turning and (own or own_roll) and variant.own_element == "face",
    )


def battle_contest(battle: Battle, variant: Variant = BOX) -> contests.Contest:
    """Return the `Contest` (the numbers that decide the odds) of a battle in notation; the battle must be
    legal under the variant.
    """
    return variant_contest(side_states_from_battle(battle), variant)


def current_contest(fight: fights.Fight) -> contests.Contest:
    """Return the `Contest` (the numbers that decide the odds) of a battle under way, under the variant of its
    game.
    """
    return variant_contest(
        side_states_from_fight(fight), fight.variant, may_lay_two_cats=False, only_miromon=fight.only_miromon
    )


def current_faces(fight: fights.Fight, contest: contests.Contest) -> tuple[int | None, int | None]:
    """Return the faces of both dice from which a contest continues; None for a die not yet rolled.

    These are the faces shown or, if the contest remembers that a die was turned round, the faces rolled.
    """
    before = contest.terms.remembers_turned_dice or contest.terms.turned_die_stays_turned
    attack, defence = (
        side.rolls[-1].face if before and side.shown_face is not None else side.shown_face
        for side in fight.sides[:2]
    )
    return attack, defence
