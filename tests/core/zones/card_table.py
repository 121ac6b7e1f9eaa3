"""A small declared table for the tests of zones."""

from __future__ import annotations

import attrs

from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.core.zones.declaration import (
    NOBODY,
    OWNER,
    PieceKind,
    PlayedPiece,
    ZonePlayer,
    players_field,
    value_field,
    zone_field,
)
from twingkit.core.zones.position import PositionNotation
from twingkit.core.zones.start import PositionLineTable

BOX = tuple(f"{suit}{rank}" for suit in "ABC" for rank in range(1, 7)) * 2
CARDS = PieceKind(all_pieces=BOX, sort_key=str, rule="ZO-1")
NAMES = ("p1", "p2", "p3", "p4")


@attrs.define(eq=False)
class Player(ZonePlayer):
    """A player with a hand, tricks, points and a mark that nobody sees."""

    hand: list[str] = zone_field(CARDS, list, visible_to=OWNER)
    won: list[str] = zone_field(CARDS, list, is_pile=True)
    points: int = value_field(0)
    passing: bool = value_field(False, visible_to=NOBODY)


@attrs.define(eq=False)
class CardTable(PositionLineTable):
    """A table with a deck, a trick, face-down cards, and declarations."""

    players: list[Player] = players_field(Player)
    deck: DeckWithKnownEnds[str] = zone_field(CARDS, CARDS.full_deck, visible_to=NOBODY)
    trick: list[PlayedPiece] = zone_field(CARDS, list, keeps_seat=True)
    aside: tuple[str, ...] = zone_field(CARDS, tuple, visible_to=NOBODY)
    trump: str = value_field("")
    open_hands: bool = value_field(False)
    declared: dict[int, str] = value_field(dict, visible_to=NOBODY)
    done: set[int] = value_field(set)


LINES = PositionNotation("cards:", CardTable, NAMES)


def table_of(*hands: str, aside: str = "") -> CardTable:
    """Return a table on which these hands were dealt, unseen by others."""
    table = CardTable(players=[Player(seat) for seat in range(len(hands))])
    for player, hand in zip(table.players, hands, strict=True):
        for card in hand.split():
            table.deck.take(card)
            player.gain("hand", [card])
    for card in aside.split():
        table.deck.take(card)
        table.aside = (*table.aside, card)
    return table
