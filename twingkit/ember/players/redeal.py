"""Everything that a seat cannot know of a table, dealt anew: hands, deck, and what is declared but not shown.

Cards that the seat knows stay where they are: those that were taken openly, that it looked at, gave away or
put on the Draw Deck.
"""

from __future__ import annotations

import random
from collections import Counter

from twingkit.ember.rules.cards import sorted_cards
from twingkit.ember.rules.table import EmberTable


def redeal(table: EmberTable, seat: int, rng: random.Random) -> None:
    """Deal the hands of the other players and the Draw Deck anew, in place, from all cards that this seat
    does not know; what others have declared unseen is taken back."""
    others = [player for player in table.players if player.seat != seat]
    known = [player.known_by(seat) for player in others]
    unseen = [card for card in table.deck for _ in range(table.deck.count(card))]
    for player, kept in zip(others, known, strict=True):
        unseen += player.hand
        for card in kept:
            unseen.remove(card)
    unseen += [card for card, looked in zip(table.top, table.top_known, strict=True) if looked != seat]
    unseen.sort()
    rng.shuffle(unseen)
    for player, kept in zip(others, known, strict=True):
        dealt = [unseen.pop() for _ in range(len(player.hand) - len(kept))]
        player.hand = list(sorted_cards([*kept, *dealt]))
        player.known = [(card, frozenset({seat})) for card in kept]
        player.passing = False
    table.top = [
        card if looked == seat else unseen.pop()
        for card, looked in zip(table.top, table.top_known, strict=True)
    ]
    left = Counter(unseen)
    table.deck.counts = [left[card] for card in table.deck.kinds]
    table.deck.total = len(unseen)
    _take_back(table, seat)


def _take_back(table: EmberTable, seat: int) -> None:
    """The acts that others have declared are taken back, but for those shown (EM-WIN-3, 4)."""
    shown = {seat, *table.settling}
    for declared in (table.declared, table.answering, table.countering):
        for other in [other for other in declared if other not in shown]:
            del declared[other]
    table.rightly &= shown
