"""The figures of a fight: what each character counts for its side, with changes of its value."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import attrs

from twingkit.imajica.exact_odds.announced import Announced
from twingkit.imajica.rules.table import ImajicaTable, Note, Piece
from twingkit.imajica.rules.values import changes, influence, is_called, lost

LIFT = 100
"""A change so high that no floor of 0 matters."""


@attrs.frozen
class Figure:
    """One character's part of its side's total.

    `raw` is the value with all changes, which counts at least 0; `bonus` is added then; `against` are
    bonuses that count if one of those characters stands on the other side (“versus X”).

    >>> Figure("irish", 2, 0).counts(-3), Figure("irish", 2, -1).counts(), Figure("irish", 2, -3).counts()
    (0, 1, 0)
    """

    token: str
    raw: int
    bonus: int
    against: tuple[tuple[int, frozenset[str]], ...] = ()

    def value(self, change: int = 0) -> int:
        """The value itself, with a further change."""
        return max(0, self.raw + change)

    def counts(self, change: int = 0, others: Collection[str] = ()) -> int:
        """The number that the character adds to its side's total, with a further change, against `others`."""
        versus = sum(number for number, called in self.against if not called.isdisjoint(others))
        return max(0, self.value(change) + self.bonus + versus)


def figure_of(deed: Announced, table: ImajicaTable, piece: Piece, taken: Iterable[str] = ()) -> Figure:
    """Return the part of a character on a table where the fight is set up; `taken` is what it has
    lost besides ("powers", "traits" or an affiliation)."""
    kept = piece.notes
    piece.notes = (*kept, *(Note("lose", 0, word, "round") for word in taken))
    try:
        if deed.word == "seize":
            raw = piece.card.magic + changes(table, piece, "magic")
            piece.notes = (*piece.notes, Note("magic", LIFT, "", "round"))
            bonus = influence(table, piece, table.pieces[deed.focus]) - raw - LIFT
            return Figure(piece.token, raw, bonus)
        raw = piece.card.strength + changes(table, piece, "strength")
        return Figure(piece.token, raw, 0, _versus(table, piece))
    finally:
        piece.notes = kept


def _versus(table: ImajicaTable, piece: Piece) -> tuple[tuple[int, frozenset[str]], ...]:
    """The bonuses of a character against others, with all whom they name."""
    if "traits" in lost(table, piece):
        return ()
    return tuple(
        (
            effect.number,
            frozenset(
                other.token
                for other in table.characters()
                if other.controller != piece.controller and is_called(table, other, effect.word("name"))
            ),
        )
        for effect in piece.card.standing
        if effect.verb == "versus"
    )
