"""The parts that Ember fills in so that answers are rated by playing on: hidden hands dealt anew."""

from __future__ import annotations

import random

from twingkit.cards.stack import Stack
from twingkit.ember.players.greedy import Greedy
from twingkit.ember.rules.cards import DECK, sorted_cards
from twingkit.ember.rules.table import EmberTable
from twingkit.lookahead import Lookahead


def redeal(table: EmberTable, seat: int, rng: random.Random) -> None:
    """Deal the hands of the other players anew, in place, from all cards that this seat does not see."""
    others = [player for player in table.players if player.seat != seat]
    deck = [card for card in table.deck for _ in range(table.deck.count(card))]
    unseen = sorted([*deck, *[card for player in others for card in player.hand]])
    rng.shuffle(unseen)
    for player in others:
        size = len(player.hand)
        player.hand = list(sorted_cards(unseen[:size]))
        del unseen[:size]
    table.deck = Stack(DECK)
    for card in table.deck.kinds:
        table.deck.counts[table.deck.places[card]] = unseen.count(card)
    table.deck.total = len(unseen)


LOOKAHEAD = Lookahead(redeal=redeal, player=Greedy, turn=lambda game: int(game.table.turn))
"""The lookahead of Ember."""
