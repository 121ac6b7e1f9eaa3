"""The parts of a real table that follow from a declaration: where cards lie hidden, what names them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twingkit.core.zones.deck import Deck
from twingkit.core.zones.declaration import OWNER
from twingkit.core.zones.start import DeckDraw, ZoneStart
from twingkit.referee.table_rules import TableRules


def declared_rules(start: type[ZoneStart]) -> TableRules:
    """The `TableRules` of a game whose start is a `ZoneStart`."""
    positions = start.positions
    table: Any = positions.table
    zones = [name for name, slot in table.slots["players"].each.slots.items() if slot.seen == OWNER]
    kinds = {slot.pieces for slot in table.slots["players"].each.slots.values() if slot.pieces is not None}
    tokens = frozenset(str(piece) for kind in kinds for piece in kind.box)

    def hand(table: Any, seat: int) -> Iterable[str]:
        return (str(piece) for name in zones for piece in getattr(table.players[seat], name))

    def stack(table: Any, seat: int) -> Iterable[str]:
        held = (getattr(table, name) for name in table.slots)
        return (str(piece) for there in held if isinstance(there, Deck) for piece in there.every())

    def needs(answer: str) -> tuple[str, ...]:
        return tuple(word for word in answer.split() if word in tokens)

    return TableRules(
        hand=hand,
        stack=stack,
        draws=(start.draw.kind,),
        needs=needs,
        opens=lambda question: isinstance(question, DeckDraw) and question.face_up,
        line=f"{positions.key} {{players}}",
        players=tuple(range(positions.fewest, len(positions.seats) + 1)),
    )
