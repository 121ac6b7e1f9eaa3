"""Setting up: the Pool, the dealer, five cards each (EM-SET)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.ember.box.pool import GROUP
from twingkit.ember.rules.choices import Dealer, InPool
from twingkit.ember.rules.drawing import draw_from_deck
from twingkit.ember.rules.table import HAND_SIZE, SEATS, EmberTable
from twingkit.ember.rules.turn import begin_turn


def set_up(table: EmberTable) -> Script:
    """Lay out the Pool, determine the dealer, and deal. The player to the dealer's left goes first (EM-SET-3,
    5).
    """
    chosen: list[str] = []
    for value, group in table.creatures.groups(table.variant.legends).items():
        left = list(group)
        if len(group) > GROUP:
            left = []
            for _ in range(GROUP):
                rest = tuple(name for name in group if name not in left)
                left.append((yield InPool(0, SEATS[0], rest)))
            left.sort(key=group.index)
            table.cite("EM-SET-3", "drawn", n=value, creatures=tuple(table.creatures[name] for name in left))
        chosen += left
    table.pool = tuple(chosen)
    seats = SEATS[: len(table.players)]
    dealer: str = yield Dealer(0, SEATS[0], seats)
    table.dealer = seats.index(dealer)
    table.cite("EM-SET-5", "dealer", side=dealer)
    for seat in table.seats_after(table.dealer):
        yield from draw_from_deck(table, table.players[seat], HAND_SIZE, "EM-SET-5", "dealt")
    table.current = table.seats_after(table.dealer)[0]
    begin_turn(table)
