"""What each character contributes to its side's total in a fight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

import attrs

from twingkit.imajica.exact_odds.announced_deed import AnnouncedDeed
from twingkit.imajica.rules.pieces import Note, Piece
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import has_name, influence, lost_abilities, total_change

Versus = tuple[tuple[int, frozenset[str]], ...]
"""Bonuses, each with the characters of whom one must be on the other side for it to count."""

LIFT = 100
"""A change so large that the minimum of 0 never matters."""


@attrs.frozen
class Contribution:
    """One character's part of its side's total.

    `raw` is the value with all changes. `against` are bonuses that count if one of the given characters is on
    the other side (“versus X”). The value is at least 0; `bonus` is added after that.

    >>> Contribution("irish", 2, 0).counts(-3), Contribution("irish", 2, -1).counts()
    (0, 1)
    >>> Contribution("celestine", 4, 0, ((4, frozenset({"dowd"})),)).value(-6, ["dowd", "irish"])
    2
    """

    token: str
    raw: int
    bonus: int
    against: Versus = ()

    def versus(self, others: Collection[str]) -> int:
        """Return the bonus against `others`."""
        return sum(number for number, called in self.against if not called.isdisjoint(others))

    def value(self, change: int = 0, others: Collection[str] = ()) -> int:
        """Return the value with a further change, against `others`."""
        return max(0, self.raw + change + self.versus(others))

    def counts(self, change: int = 0, others: Collection[str] = ()) -> int:
        """Return what the character adds to its side's total, with a further change, against `others`."""
        return max(0, self.value(change, others) + self.bonus)


@contextmanager
def abilities_lost(table: ImajicaTable, lost: Iterable[tuple[str, str]]) -> Iterator[None]:
    """Temporarily treat these ("powers", "traits" or an affiliation) as lost by their characters."""
    kept = {token: table.pieces[token].notes for token, _ in lost}
    for token, word in sorted(lost):
        piece = table.pieces[token]
        piece.notes = (*piece.notes, Note("lose", 0, word, "round"))
    try:
        yield
    finally:
        for token, notes in kept.items():
            table.pieces[token].notes = notes


def contribution_of(deed: AnnouncedDeed, table: ImajicaTable, piece: Piece) -> Contribution:
    """Return the contribution of a character on a table where the fight is set up."""
    if deed.word == "seize":
        kept = piece.notes
        raw = piece.card.magic + total_change(table, piece, "magic")
        piece.notes = (*kept, Note("magic", LIFT, "", "round"))
        bonus = influence(table, piece, table.pieces[deed.focus]) - raw - LIFT
        piece.notes = kept
        return Contribution(piece.token, raw, bonus)
    raw = piece.card.strength + total_change(table, piece, "strength")
    return Contribution(piece.token, raw, 0, _versus(table, piece))


def _versus(table: ImajicaTable, piece: Piece) -> Versus:
    if "traits" in lost_abilities(table, piece):
        return ()
    return tuple(
        (
            effect.number,
            frozenset(
                other.token
                for other in table.characters()
                if other.controller != piece.controller and has_name(table, other, effect.word("name"))
            ),
        )
        for effect in piece.card.continuous_effects
        if effect.verb == "versus"
    )
