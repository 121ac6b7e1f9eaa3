"""Redeal everything that a player cannot know: hands, the Draw Deck and secret declarations.

Cards that the player has seen stay where they are: cards taken openly, given, stolen, looked at in a hand, or
put on the Draw Deck.
"""

from __future__ import annotations

import random

from twingkit.core.zones import deals
from twingkit.ember.rules.table import EmberTable


def redeal(table: EmberTable, seat: int, rng: random.Random) -> None:
    """Redeal in place the other hands and the Draw Deck from all cards that this seat does not know.

    Declarations of other players are taken back, except those already shown (EM-WIN-3, 4).
    """
    deals.redeal(table, seat, rng, kept_zones=("cards_in_transit",))
    shown = {seat, *table.tied_seats}
    for declared in (table.declared_actions, table.declared_answers, table.declared_counters):
        for other in [other for other in declared if other not in shown]:
            del declared[other]
    table.right_callers &= shown
