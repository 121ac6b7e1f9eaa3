"""Set up the game: the Pool, the dealer, and five cards each (EM-SET)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.ember.box.pool import CREATURES_PER_VALUE
from twingkit.ember.rules.choices import RandomDealerPick, RandomPoolCreaturePick
from twingkit.ember.rules.drawing import draw_from_deck
from twingkit.ember.rules.events import Dealt
from twingkit.ember.rules.table import HAND_SIZE, SEATS, EmberTable
from twingkit.ember.rules.turn import reset_turn_state


def set_up(table: EmberTable) -> Script:
    """Lay out the Pool, determine the dealer, and deal five cards to each player (EM-SET-3, 5)."""
    chosen: list[str] = []
    for value, group in table.creatures.ids_by_value(table.variant.legends).items():
        left = list(group)
        if len(group) > CREATURES_PER_VALUE:
            left = []
            for _ in range(CREATURES_PER_VALUE):
                rest = tuple(name for name in group if name not in left)
                left.append((yield RandomPoolCreaturePick(0, SEATS[0], rest)))
            left.sort(key=group.index)
            table.record_ruling(
                "EM-SET-3", "drawn", n=value, creatures=tuple(table.creatures[name] for name in left)
            )
        chosen += left
    table.pool = tuple(chosen)
    seats = SEATS[: len(table.players)]
    dealer: str = yield RandomDealerPick(0, SEATS[0], seats)
    table.dealer = seats.index(dealer)
    table.record_ruling("EM-SET-5", "dealer", side=dealer)
    for seat in table.seats_from_left(table.dealer):
        yield from draw_from_deck(table, table.players[seat], HAND_SIZE, Dealt)
    table.current = table.seats_from_left(table.dealer)[0]
    reset_turn_state(table)
