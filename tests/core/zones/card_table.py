"""A small declared table for the tests of zones."""

from __future__ import annotations

import attrs

from twingkit.core.zones.deck import Deck
from twingkit.core.zones.declaration import (
    NOBODY,
    OWNER,
    Pieces,
    PlayedPiece,
    ZonePlayer,
    players_field,
    value,
    zone,
)
from twingkit.core.zones.position import PositionLines
from twingkit.core.zones.start import LineTable

BOX = tuple(f"{suit}{rank}" for suit in "ABC" for rank in range(1, 7)) * 2
CARDS = Pieces(box=BOX, order=str, rule="ZO-1")
NAMES = ("p1", "p2", "p3", "p4")


@attrs.define(eq=False)
class Player(ZonePlayer):
    """A player with a hand, tricks, points and a mark that nobody sees."""

    hand: list[str] = zone(CARDS, list, visible_to=OWNER)
    won: list[str] = zone(CARDS, list, pile=True)
    points: int = value(0)
    passing: bool = value(False, visible_to=NOBODY)


@attrs.define(eq=False)
class CardTable(LineTable):
    """A table with a deck, a trick, cards that lie face down, and what is declared."""

    players: list[Player] = players_field(Player)
    deck: Deck[str] = zone(CARDS, CARDS.deck, visible_to=NOBODY)
    trick: list[PlayedPiece] = zone(CARDS, list, keeps_seat=True)
    aside: tuple[str, ...] = zone(CARDS, tuple, visible_to=NOBODY)
    trump: str = value("")
    open_hands: bool = value(False)
    declared: dict[int, str] = value(dict, visible_to=NOBODY)
    done: set[int] = value(set)


LINES = PositionLines("cards:", CardTable, NAMES)


def table_of(*hands: str, aside: str = "") -> CardTable:
    """A table on which these hands were dealt, unseen by others."""
    table = CardTable(players=[Player(seat) for seat in range(len(hands))])
    for player, hand in zip(table.players, hands, strict=True):
        for card in hand.split():
            table.deck.take(card)
            player.gain("hand", [card])
    for card in aside.split():
        table.deck.take(card)
        table.aside = (*table.aside, card)
    return table
