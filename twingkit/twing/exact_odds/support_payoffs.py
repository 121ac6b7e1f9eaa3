"""Mean payments and losses of each player in a supported battle (TW-BAT-18, TW-BAT-19 to 22)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import attrs

from twingkit.core.arguments import check_arguments, instance_of
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.notation import ROLES
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.row_table import DataFrame, frame_from_rows
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY
from twingkit.twing.exact_odds.best_responses.ends import BattleEnd, battle_ends
from twingkit.twing.exact_odds.best_responses.moves import response_card_counts
from twingkit.twing.exact_odds.impossible_outcomes import impossible_outcomes_text
from twingkit.twing.exact_odds.odds import checked_responses
from twingkit.twing.exact_odds.support_line import SupportedBattle, as_supported_battle, supported_odds
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.contest import trap_victims_of_units
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.outcome import lost_creature_returns
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant

_PAYMENT_RULES = ("TW-BAT-6", "TW-BAT-18", "TW-BAT-22")

OwnedCreature = tuple[str, Creature]
"""The owner of a creature card (a supporter's character, or empty for the main player), and the card."""


@attrs.frozen
class SupportPayoff:
    """The mean gains and losses of one player in a supported battle: a row of `support_payoff_table`."""

    role: str
    side: str
    character: str
    cards: str
    ornicles: float
    creatures_lost: float
    cards_lost: float
    win: float
    tie: float
    loss: float
    edge: float
    edge_without: float
    gain: float
    rules: list[str]
    reason: str = ""
    label: str = ""


def support_payoff_rows(
    battle: SupportedBattle | Battle | str,
    responses: Responses = "none",
    variant: Variant | str = BOX,
) -> tuple[SupportPayoff, ...]:
    """Return the rows of `support_payoff_table`, without pandas."""
    checked_responses(responses)
    rules = as_variant(variant)
    parsed = as_supported_battle(battle, rules)
    [ends] = battle_ends([parsed.contest(rules)], responses)
    return tuple(_payoffs(parsed, ends, responses, rules))


def _payoffs(
    battle: SupportedBattle, ends: list[BattleEnd], responses: Responses, variant: Variant
) -> Iterator[SupportPayoff]:
    contest = battle.contest(variant)
    odds = supported_odds(battle, responses, variant)
    bare = supported_odds(battle.battle, responses, variant)
    for side_index, (role, side) in enumerate(zip(ROLES, battle.battle.sides, strict=True)):
        own = odds.for_defender() if side_index else odds
        lost = _creatures_lost(battle, ends, side_index, variant)
        played = sum(end.chance * sum(response_card_counts(end.plays_used, side_index)) for end in ends)
        shield = side.lay.is_shield
        stakes = 0 if shield and not variant.shield_stakes else len(battle.supporters[1 - side_index])
        paid = (0 if shield else 1) + stakes
        helped = 0 if shield and variant.shield_support == "nobody" else 1
        spells = len(side.lay.spells)
        never = impossible_outcomes_text(contest, odds, responses, role)
        if not paid:
            never = f"{never} {message('never.ornicle', rule='TW-BAT-18')}".strip()
        rows = [(role, side.character, str(side.lay), own.win * paid, lost[""], spells + played, bare)]
        for supporter in battle.supporters[side_index]:
            less = supported_odds(battle.without_supporter(supporter), responses, variant)
            rows.append(
                (
                    "supporter",
                    supporter.character,
                    supporter.notation,
                    own.win * helped - own.loss,
                    lost[supporter.character],
                    len(supporter.spells),
                    less,
                )
            )
        for player, character, cards, ornicles, creatures, others, less in rows:
            without = -less.edge if side_index else less.edge
            gain = own.edge - without
            same = _why_no_gain(battle) if abs(gain) < NEGLIGIBLE_PROBABILITY else ""
            yield SupportPayoff(
                *(player, role, character, cards, ornicles, creatures, creatures + others),
                *(own.win, own.tie, own.loss, own.edge, without, gain, list(_PAYMENT_RULES)),
                " ".join(filter(None, (never, same))),
                f"{character}: {cards}",
            )


def _why_no_gain(battle: SupportedBattle) -> str:
    return message("never.gain" if any(battle.supporters) else "never.alone")


def _creatures_lost(
    battle: SupportedBattle, ends: list[BattleEnd], side_index: int, variant: Variant
) -> defaultdict[str, float]:
    """Return the mean number of creature cards that each player of a side loses (main player: empty key).

    Traps take the strongest creature, among equals the main player's first. A losing side loses the others
    too, except the attacker's own element, unless it belongs to a supporter (TW-BAT-13, TW-BAT-20,
    TW-BAT-21).
    """
    side = battle.battle.sides[side_index]
    own, spells = side.character, side.lay.spells
    cards: list[OwnedCreature] = [("", card) for card in side.lay.creatures]
    trap_losses: list[list[OwnedCreature]] = [
        [("", card) for card in trap_loss]
        for trap_loss in trap_victims_of_units(side.lay.units, own, variant)
    ]
    for supporter in battle.supporters[side_index]:
        added = [(supporter.character, card) for card in supporter.cards if isinstance(card, Creature)]
        cards += added
        trap_losses += [[owned] for owned in added]
    trap_losses.sort(key=lambda trap_loss: -sum(card.power for _, card in trap_loss))
    lost: defaultdict[str, float] = defaultdict(float)
    for end in ends:
        gone = [
            owned for trap_loss in trap_losses[: end.successful_traps[1 - side_index]] for owned in trap_loss
        ]
        if end.outcome == (0 if side_index else 2):
            left = list(cards)
            for owned in gone:
                left.remove(owned)
            gone += [owned for owned in left if not _returns_home(variant, side_index, own, spells, *owned)]
        for owner, _ in gone:
            lost[owner] += end.chance
    return lost


def _returns_home(
    variant: Variant, side_index: int, character: str, spells: tuple[Spell, ...], owner: str, card: Creature
) -> bool:
    """Return whether a creature of a beaten side returns (TW-BAT-21); a supporter's only in a variant."""
    if owner:
        return variant.supporter_home and not side_index and card.element == owner
    return lost_creature_returns(variant, side_index, character, card, spells)


@with_column_meanings
@check_arguments(
    responses=RESPONSES_ARGUMENT, position=instance_of("argument.line", SupportedBattle, Battle, str)
)
@localized
def support_payoff_table(
    position: SupportedBattle | Battle | str,
    *,
    responses: Responses = "none",
    variant: Variant | str = BOX,
    lang: Lang | None = None,
) -> DataFrame:
    """Return the mean gains and losses of each player in a battle with supporters.

    One row for the attacker, the defender and each supporter: it shows whether supporting is worth it.
    Columns:

    - `role`, the `side` fought or supported for, the `character`, its `cards`;
    - `ornicles`, the expected change of its Ornicles, including rewards and stakes (TW-BAT-18, TW-BAT-22). A
      supporter wins one, loses its stake or gets it back, so this is the `edge` of its side (less in a
      variant that pays nothing to supporters of a winning shield); without support it would be 0;
    - `creatures_lost` and `cards_lost`, the expected number of its own cards that are gone afterwards;
    - `win`, `tie`, `loss` and `edge` of the row's side;
    - `edge_without`, its edge without this supporter (for the two fighters: without any supporter), and
    `gain`,
      the difference;
    - `reason` (in `lang`) for each chance and each gain of 0; `label`, the player with its cards.

    The supply of Ornicles is assumed to be sufficient (TW-TURN-6). `variant` and errors as in
    `odds`.

    >>> table = support_payoff_table("F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3")
    >>> table[["role", "ornicles"]].round(3)
            role  ornicles
    0   attacker     1.389
    1  supporter     0.458
    2   defender     0.472
    3  supporter    -0.458
    """
    rules = as_variant(variant)
    parsed = as_supported_battle(position, rules)
    rows = support_payoff_rows(parsed, responses, rules)
    return frame_from_rows(
        rows, SupportPayoff, position=str(parsed), responses=responses, **variant_table_attrs(rules)
    )
