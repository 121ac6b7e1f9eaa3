"""Redeal everything that a player cannot know: hands, the Draw Deck and undeclared acts.

What the player has seen stays unchanged: cards taken openly, given, stolen, or looked at in a hand, and those
put on the Draw Deck.
"""

from __future__ import annotations

import random

from twingkit.core.zones import deals
from twingkit.ember.rules.table import EmberTable


def redeal(table: EmberTable, seat: int, rng: random.Random) -> None:
    """Redeal, in place, other hands and the Draw Deck from all cards that this seat does not know.

    Acts that others have declared are taken back, except for shown ones (EM-WIN-3, 4).
    """
    deals.redeal(table, seat, rng, kept_zones=("lifted",))
    shown = {seat, *table.settling}
    for declared in (table.declared, table.answering, table.countering):
        for other in [other for other in declared if other not in shown]:
            del declared[other]
    table.rightly &= shown
