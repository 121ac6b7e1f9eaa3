"""Everything that a seat cannot know of a table, dealt anew: hands and stack, and lays that are face down."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from twingkit.twing.rules.cards import Card, Creature, Spell, card_text
from twingkit.twing.rules.commit import Attack, Defend
from twingkit.twing.rules.fight import Fight
from twingkit.twing.rules.held import Held
from twingkit.twing.rules.player import ELEMENT_LIMIT, SPELL_LIMIT, Player
from twingkit.twing.rules.table import TwingTable


def redeal(table: TwingTable, seat: int, rng: random.Random) -> None:
    """Deal the hands of the other players anew, in place, from the cards that this seat does not know.

    Hands keep their sizes and the cards that the seat has seen come into them. They hold no creature
    (TW-TURN-1), spells of at most three elements (TW-TURN-4), and a spell where everybody knows of one
    (TW-TURN-2). On a table with open hands there is nothing to deal.
    """
    if not table.whole or table.open_hands:
        return
    others = [player for player in table.players if player.seat != seat and player.hand_size]
    unseen: list[Card] = [card for card in table.stack for _ in range(table.stack.count(card))]
    for player in others:
        unseen += held_cards(player)
        for card in player.known_by(seat):
            unseen.remove(card)
    creatures = [card for card in unseen if isinstance(card, Creature)]
    closed: list[Card] = [card for card in unseen if not isinstance(card, Creature)]
    closed.sort(key=card_text)
    rng.shuffle(closed)
    for player in others:
        _deal(player, player.known_by(seat), closed, spell_due=_spell_due(table, player))
    counts = Counter([*creatures, *closed])
    table.stack.counts = [counts[card] for card in table.stack.kinds]
    table.stack.total = len(creatures) + len(closed)
    if table.fight and table.fight.face_down:
        _lay_anew(table.fight, seat, rng)


def held_cards(player: Player) -> list[Card]:
    """All cards of a hand."""
    return [*player.hand, *player.held.cards]


def _deal(player: Player, known: Sequence[Card], cards: list[Card], *, spell_due: bool) -> None:
    """Fill up a hand that holds the known cards, from the end of `cards`, with those that it can hold."""
    left = player.hand_size - len(known)
    hand = [card for card in known if isinstance(card, Spell)]
    names = [card for card in known if isinstance(card, str)]
    elements = {spell.element for spell in hand}
    at = len(cards)
    while left and at:
        at -= 1
        card = cards[at]
        if isinstance(card, Spell):
            if len(hand) == SPELL_LIMIT or len(elements | {card.element}) > ELEMENT_LIMIT:
                continue
            hand.append(card)
            elements.add(card.element)
        elif spell_due and left == 1 and not hand:
            continue
        else:
            names.append(str(card))
        del cards[at]
        left -= 1
    player.hand = hand
    player.held = Held.of(names)


def _spell_due(table: TwingTable, player: Player) -> bool:
    """True if everybody knows that this hand holds a spell (TW-TURN-2): it is so before a battle of a turn,
    and who attacks face down has laid one."""
    fight = table.fight
    if fight:
        return bool(fight.face_down) and fight.sides[0].seat == player.seat
    return table.turn > 1 and table.variant.refill_when != "turn" and bool(player.hand)


def _lay_anew(fight: Fight, seat: int, rng: random.Random) -> None:
    """The cards that others have laid face down become some lay from the hands dealt anew."""
    for at, side in enumerate(fight.sides[: len(fight.face_down)]):
        if side.seat != seat:
            asked = Defend(fight, side) if at else Attack(fight, side)
            fight.face_down[at] = asked.draw(rng)
