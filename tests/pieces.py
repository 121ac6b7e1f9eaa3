"""The pieces on a table with zones, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from twingkit.core.zones.declaration import DeckWithKnownEnds, PieceKind, ZonePlayer, ZoneTable


def count_pieces(where: ZoneTable | ZonePlayer, pieces: PieceKind) -> Counter[Any]:
    """Count all pieces of a kind on a table, or those of one player if each player has a separate box."""
    return Counter(pieces.piece_of(piece) for piece in _pieces_on(where, pieces))


def _pieces_on(where: ZoneTable | ZonePlayer, pieces: PieceKind) -> Iterator[Any]:
    for holder in (where, *where.players) if isinstance(where, ZoneTable) else (where,):
        for name, slot in holder.declared_fields.items():
            if slot.pieces is pieces:
                there = getattr(holder, name)
                yield from there.all_cards() if isinstance(there, DeckWithKnownEnds) else there
