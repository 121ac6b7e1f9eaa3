"""Redeal the pieces that a seat cannot know, and count the pieces of a table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from typing import Any

import attrs
from typing_extensions import TypeVar

from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.core.zones.declaration import (
    ALL,
    NOBODY,
    OWNER,
    PieceKind,
    PieceT,
    ZoneHolder,
    ZonePlayer,
    ZoneTable,
    initial_field_value,
)

PlayerT = TypeVar("PlayerT", bound=ZonePlayer, default=Any)

DealPieces = Callable[[PlayerT, str, Sequence[PieceT], list[PieceT], int], list[PieceT]]
"""A function that deals pieces to a zone in a redeal, for games whose rules limit hands.

`deal_pieces(player, zone, kept, unseen, count)` takes `count` pieces from `unseen` and returns them; the zone
also keeps those in `kept`.
"""


def _deal_from_end(
    player: ZonePlayer, zone: str, kept: Sequence[PieceT], unseen: list[PieceT], count: int
) -> list[PieceT]:
    """Take the last `count` pieces of `unseen`, and return them. For games in which any hand is possible."""
    return [unseen.pop() for _ in range(count)]


def redeal(
    table: ZoneTable,
    seat: int,
    rng: random.Random,
    deal_pieces: DealPieces = _deal_from_end,
    kept_zones: Collection[str] = (),
) -> None:
    """Redeal at random, in place, all cards and other pieces whose location a seat does not know.

    These are in other players' hands, decks, and zones that nobody sees.

    Zones keep their sizes and the pieces that the seat knows in them; zones of the table named in
    `kept_zones` stay unchanged. Knowledge of other seats is dropped unless everybody shares it; values of
    other players that nobody sees (`visible_to=NOBODY`) return to their initial values.

    Raises `ValueError` if the table has no zone of a name in `kept_zones`.
    """
    if missing := [zone for zone in kept_zones if zone not in table.declared_fields]:
        raise ValueError(f"{type(table).__name__} has no zone {missing[0]!r}")
    declared: tuple[Any, Any] = type(table), type(table.players[0])
    kinds, marks = _plan(*declared)
    for kind in kinds:
        boxes = [[player] for player in table.players] if kind.pieces.box_per_player else [table.players]
        for players in boxes:
            hidden = [
                (player, zone, [] if player.seat == seat else player.pieces_known_to(seat, zone))
                for player in players
                for zone in (kind.unseen if player.seat == seat else kind.zones)
            ]
            hidden += [(table, zone, []) for zone in kind.middle if zone not in kept_zones]
            decks = [getattr(player, deck) for player in players for deck in kind.own_decks]
            decks += [getattr(table, deck) for deck in kind.decks]
            if hidden or len(players) > 1:
                _deal(hidden, decks, seat, rng, deal_pieces)
    everybody = frozenset(player.seat for player in table.players)
    for player in table.players:
        if player.seat != seat:
            public = everybody - {player.seat}
            player.known_pieces = [
                (zone, piece, public if public <= knowing else frozenset({seat}))
                for zone, piece, knowing in player.known_pieces
                if seat in knowing
            ]
            for name, first in marks:
                setattr(player, name, first())


@attrs.frozen
class _Kind:
    """A kind of pieces with the names of its hidden zones.

    `zones` are those of a player that others do not see, `unseen` those that nobody sees, `middle` those of
    the table; `decks` and `own_decks` are the decks of the table and of a player.
    """

    pieces: PieceKind
    zones: tuple[str, ...]
    unseen: tuple[str, ...]
    middle: tuple[str, ...]
    decks: tuple[str, ...]
    own_decks: tuple[str, ...]


@cache
def _plan(
    table: type[ZoneHolder], player: type[ZoneHolder]
) -> tuple[list[_Kind], list[tuple[str, Callable[[], object]]]]:
    """Return the kinds of hidden pieces, and the hidden values of players with their initial values."""

    def named(where: type[ZoneHolder], pieces: PieceKind, deck: bool, *seen: str) -> tuple[str, ...]:
        return tuple(
            name
            for name, slot in where.declared_fields.items()
            if slot.pieces is pieces
            and slot.visible_to in seen
            and isinstance(initial_field_value(where, name), DeckWithKnownEnds) == deck
        )

    hidden = (
        slot.pieces
        for slot in (*table.declared_fields.values(), *player.declared_fields.values())
        if slot.visible_to != ALL
    )
    kinds = [
        _Kind(
            pieces,
            named(player, pieces, False, OWNER, NOBODY),
            named(player, pieces, False, NOBODY),
            () if pieces.box_per_player else named(table, pieces, False, OWNER, NOBODY),
            () if pieces.box_per_player else named(table, pieces, True, OWNER, NOBODY),
            named(player, pieces, True, OWNER, NOBODY),
        )
        for pieces in dict.fromkeys(pieces for pieces in hidden if pieces is not None)
    ]
    marks: list[tuple[str, Callable[[], object]]] = [
        (name, partial(initial_field_value, player, name))
        for name, slot in player.declared_fields.items()
        if slot.pieces is None and slot.visible_to == NOBODY and name != "known_pieces"
    ]
    return kinds, marks


def _deal(
    hidden: Sequence[tuple[ZoneHolder, str, list[PieceT]]],
    decks: Sequence[DeckWithKnownEnds[PieceT]],
    seat: int,
    rng: random.Random,
    fits: DealPieces,
) -> None:
    """Deal the pieces of one box that `seat` does not know to the `hidden` zones, beside the pieces that each
    zone keeps, and to the decks.
    """
    unseen = [card for deck in decks for card in deck.shuffled_cards()]
    for holder, zone, kept in hidden:
        unseen += getattr(holder, zone)
        for piece in kept:
            unseen.remove(piece)
    for deck in decks:
        unseen += [card for card, seats in (*deck.on_top, *deck.beneath) if seat not in seats]
    unseen.sort(key=str)
    rng.shuffle(unseen)
    for holder, zone, kept in hidden:
        there = getattr(holder, zone)
        dealt = fits(holder, zone, kept, unseen, len(there) - len(kept))
        setattr(holder, zone, type(there)(holder.declared_fields[zone].sorted_pieces((*kept, *dealt))))
    for deck in decks:
        deck.on_top, deck.beneath = (
            tuple([(card if seat in seats else unseen.pop(), seats) for card, seats in end])
            for end in (deck.on_top, deck.beneath)
        )
    for number, deck in enumerate(decks):
        size = deck.shuffled_count if number + 1 < len(decks) else len(unseen)
        deck.replace_cards([unseen.pop() for _ in range(size)])


def count_pieces(where: ZoneHolder, pieces: PieceKind[PieceT]) -> Counter[PieceT]:
    """Count the pieces of a kind in all zones of a table, or in those of one player: return how often each
    piece occurs.
    """
    return Counter(pieces.piece_of(piece) for piece in _pieces_on(where, pieces))


def _pieces_on(where: ZoneHolder, pieces: PieceKind[PieceT]) -> Iterator[PieceT]:
    for holder in (where, *where.players) if isinstance(where, ZoneTable) else (where,):
        for name, slot in holder.declared_fields.items():
            if slot.pieces is pieces:
                there = getattr(holder, name)
                yield from there.all_cards() if isinstance(there, DeckWithKnownEnds) else there
