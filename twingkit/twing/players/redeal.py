"""Redeal all cards that a seat cannot know: hands, the stack, and cards laid face down."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from twingkit.core.zones import deals
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.fight import Fight
from twingkit.twing.rules.lay_questions import LayAttack, LayDefence
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS, MAX_HAND_SPELLS, Player, is_spell
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.rules.table import TwingTable


def redeal(table: TwingTable, seat: int, rng: random.Random) -> None:
    """Redeal, in place, the other players' hands from the cards that this seat does not know.

    Hands keep their sizes, and the cards in them that the seat has seen. They hold no creature (TW-TURN-1),
    spells of at most three elements (TW-TURN-4), and a spell if everybody knows of one (TW-TURN-2). On a
    table with open hands nothing is dealt.
    """
    if not table.is_whole_game or table.open_hands:
        return
    hands: list[tuple[Player, list[Any]]] = [
        (player, player.hand) for player in table.players if player.seat != seat
    ]
    due = {player.seat for player, _ in hands if _must_hold_spell(table, player)}
    for player, hand in hands:
        hand += player.response_cards.cards

    def fits(player: Player, zone: str, kept: Sequence[Any], unseen: list[Any], count: int) -> list[Any]:
        return _take_fitting_cards(kept, unseen, count, player.seat in due)

    deals.redeal(table, seat, rng, fits)
    for player, _ in hands:
        player.response_cards = ResponseCards.from_cards(player.hand)
        player.hand = [card for card in player.hand if is_spell(card)]
    if table.fight and table.fight.face_down_lays:
        _redeal_hidden_lays(table.fight, seat, rng)


def _take_fitting_cards(kept: Sequence[Any], unseen: list[Any], count: int, spell_due: bool) -> list[Any]:
    """Remove `count` cards from the end of `unseen` that fit into a hand with `kept`, and return them."""
    hand = list(kept)
    at, size = len(unseen), len(kept) + count
    while at and len(hand) < size:
        at -= 1
        card = unseen[at]
        if isinstance(card, Creature):
            continue
        spells = list(filter(is_spell, hand))
        if isinstance(card, Spell):
            elements = {card.element, *(spell.element for spell in spells)}
            fits = len(spells) < MAX_HAND_SPELLS and len(elements) <= MAX_HAND_ELEMENTS
        else:
            fits = bool(spells) or len(hand) < size - spell_due
        if fits:
            hand.append(unseen.pop(at))
    return hand[len(kept) :]


def _must_hold_spell(table: TwingTable, player: Player) -> bool:
    """Return whether everybody knows that this hand holds a spell (TW-TURN-2)."""
    fight = table.fight
    if fight:
        return bool(fight.face_down_lays) and fight.sides[0].seat == player.seat
    return table.turn_number > 1 and table.variant.refill_when != "turn" and bool(player.hand)


def _redeal_hidden_lays(fight: Fight, seat: int, rng: random.Random) -> None:
    for at, side in enumerate(fight.sides[: len(fight.face_down_lays)]):
        if side.seat != seat:
            asked = LayDefence(fight, side) if at else LayAttack(fight, side)
            fight.face_down_lays[at] = asked.random_answer(rng)
