"""A table on which each player has exactly the cards of one side of a battle line."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.twing.notation.battle_line import Side
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.variants.variant import BOX, Variant


def table_from_sides(sides: Sequence[Side], variant: Variant = BOX) -> TwingTable:
    """Create a table on which each player has exactly the cards of one side, visible to all."""
    players = [
        Player(
            seat,
            character=side.character,
            hand=list(side.lay.spells),
            response_cards=side.response_cards,
            entourage=list(side.lay.creatures),
            active_objects=side.objects,
        )
        for seat, side in enumerate(sides)
    ]
    return TwingTable(players, open_hands=True, variant=variant)
