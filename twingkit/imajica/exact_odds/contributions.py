"""What each character contributes to its side's total in a fight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

import attrs

from twingkit.imajica.exact_odds.announced_deed import AnnouncedDeed
from twingkit.imajica.rules.pieces import Piece, TemporaryChange
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import (
    has_name_or_affiliation,
    influence,
    lost_abilities,
    total_value_change,
)

VersusBonuses = tuple[tuple[int, frozenset[str]], ...]
"""Bonuses, each with the opposing characters of whom one must take part for it to count."""

_UNBOUNDED_CHANGE = 100
"""A change large enough that the minimum of 0 never applies."""


@attrs.frozen
class CharacterContribution:
    """One character's contribution to the total of its side.

    `raw_value` is the value with all changes. `versus_bonuses` are bonuses that count if one of the given
    characters is on the other side (“versus X”). The value is at least 0; `bonus` is added after that.

    >>> irish = CharacterContribution("irish", 2, -1)
    >>> irish.counted_value(-3), irish.counted_value()
    (0, 1)
    >>> CharacterContribution("celestine", 4, 0, ((4, frozenset({"dowd"})),)).value(-6, ["dowd", "irish"])
    2
    """

    token: str
    raw_value: int
    bonus: int
    versus_bonuses: VersusBonuses = ()

    def versus_bonus(self, others: Collection[str]) -> int:
        """Return the total “versus” bonus that counts if the characters `others` are on the other side."""
        return sum(number for number, called in self.versus_bonuses if not called.isdisjoint(others))

    def value(self, change: int = 0, others: Collection[str] = ()) -> int:
        """Return the character's value after a further change, against `others`."""
        return max(0, self.raw_value + change + self.versus_bonus(others))

    def counted_value(self, change: int = 0, others: Collection[str] = ()) -> int:
        """Return the points added to the side's total after a further change, against `others`."""
        return max(0, self.value(change, others) + self.bonus)


@contextmanager
def without_abilities(table: ImajicaTable, lost: Iterable[tuple[str, str]]) -> Iterator[None]:
    """Treat these abilities ("powers", "traits" or an affiliation) as lost inside the block."""
    kept = {token: table.pieces[token].notes for token, _ in lost}
    for token, word in sorted(lost):
        piece = table.pieces[token]
        piece.notes = (*piece.notes, TemporaryChange("lose", 0, word, "round"))
    try:
        yield
    finally:
        for token, notes in kept.items():
            table.pieces[token].notes = notes


def contribution_of(deed: AnnouncedDeed, table: ImajicaTable, piece: Piece) -> CharacterContribution:
    """Return a character's contribution on a table where the fight is set up."""
    if deed.action == "seize":
        kept = piece.notes
        raw = piece.card.magic + total_value_change(table, piece, "magic")
        piece.notes = (*kept, TemporaryChange("magic", _UNBOUNDED_CHANGE, "", "round"))
        bonus = influence(table, piece, table.pieces[deed.target_token]) - raw - _UNBOUNDED_CHANGE
        piece.notes = kept
        return CharacterContribution(piece.token, raw, bonus)
    raw = piece.card.strength + total_value_change(table, piece, "strength")
    return CharacterContribution(piece.token, raw, 0, _versus(table, piece))


def _versus(table: ImajicaTable, piece: Piece) -> VersusBonuses:
    if "traits" in lost_abilities(table, piece):
        return ()
    return tuple(
        (
            effect.number,
            frozenset(
                other.token
                for other in table.characters()
                if other.controller != piece.controller
                and has_name_or_affiliation(table, other, effect.word("name"))
            ),
        )
        for effect in piece.card.continuous_effects
        if effect.verb == "versus"
    )
