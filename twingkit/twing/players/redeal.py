"""Redeal all cards that a seat cannot know: hands, the stack, and cards laid face down."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from twingkit.core.zones import deals
from twingkit.twing.rules.cards import ELEMENTS, Card, Creature, Spell
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
    others = [player for player in table.players if player.seat != seat]
    due = {player.seat for player in others if _must_hold_spell(table, player)}
    for player in others:
        hand: list[Any] = player.hand  # of spells, between deals
        hand += player.response_cards.cards

    def fits(player: Player, zone: str, kept: Sequence[Card], unseen: list[Card], count: int) -> list[Card]:
        return _take_fitting_cards(kept, unseen, count, player.seat in due)

    deals.redeal(table, seat, rng, fits)
    for player in others:
        player.response_cards = ResponseCards.from_cards(player.hand)
        player.hand = [card for card in player.hand if is_spell(card)]
    if table.fight and table.fight.face_down_lays:
        _redeal_hidden_lays(table.fight, seat, rng)


def _take_fitting_cards(kept: Sequence[Card], unseen: list[Card], count: int, spell_due: bool) -> list[Card]:
    """Remove `count` cards from the end of `unseen` that fit into a hand with `kept`, and return them.

    The cards at the end may have elements of which too few spells are left: then only the elements with the
    most spells are taken. If the hands dealt before left too few cards that fit, others are taken.
    """
    places = _fitting_places(kept, unseen, count, spell_due, ELEMENTS)
    if len(places) < count:
        places = _fitting_places(kept, unseen, count, spell_due, _elements_with_most_spells(kept, unseen))
    if len(places) < count:
        others = [at for at, card in enumerate(unseen) if not isinstance(card, Creature) and at not in places]
        places += others[len(places) - count :]
    return [unseen.pop(at) for at in sorted(places, reverse=True)]


def _fitting_places(
    kept: Sequence[Card], unseen: Sequence[Card], count: int, spell_due: bool, elements: Collection[str]
) -> list[int]:
    """Return the indices of up to `count` cards, from the end of `unseen`, that fit into a hand with `kept`;
    spells only of these elements.
    """
    hand, places, size = list(kept), list[int](), len(kept) + count
    for at in range(len(unseen) - 1, -1, -1):
        if len(hand) == size:
            break
        card, spells = unseen[at], [own for own in hand if isinstance(own, Spell)]
        if isinstance(card, Spell):
            held = {card.element, *(spell.element for spell in spells)}
            fits = card.element in elements
            fits = fits and len(spells) < MAX_HAND_SPELLS and len(held) <= MAX_HAND_ELEMENTS
        else:
            fits = not isinstance(card, Creature) and (bool(spells) or len(hand) < size - spell_due)
        if fits:
            hand.append(card)
            places.append(at)
    return places


def _elements_with_most_spells(kept: Sequence[Card], unseen: Sequence[Card]) -> list[str]:
    """Return the elements of a hand with `kept` for which `unseen` has the most spells."""
    held = dict.fromkeys(card.element for card in kept if isinstance(card, Spell))
    left = Counter(card.element for card in unseen if isinstance(card, Spell) and card.element not in held)
    return [*held, *(element for element, _ in left.most_common())][:MAX_HAND_ELEMENTS]


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
