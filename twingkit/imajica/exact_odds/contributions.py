"""What each character contributes to its side's total in a fight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

import attrs

from twingkit.imajica.exact_odds.announced_deed import AnnouncedFight
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
    >>> irish.points_for_side(-3), irish.points_for_side()
    (0, 1)
    >>> CharacterContribution("celestine", 4, 0, ((4, frozenset({"dowd"})),)).value(-6, ["dowd", "irish"])
    2
    """

    token: str
    raw_value: int
    bonus: int
    versus_bonuses: VersusBonuses = ()

    def versus_bonus(self, other_side: Collection[str]) -> int:
        """Return the total “versus” bonus that counts against the characters `other_side`."""
        return sum(number for number, called in self.versus_bonuses if not called.isdisjoint(other_side))

    def value(self, change: int = 0, other_side: Collection[str] = ()) -> int:
        """Return the character's value after a further change, against `other_side`."""
        return max(0, self.raw_value + change + self.versus_bonus(other_side))

    def points_for_side(self, change: int = 0, other_side: Collection[str] = ()) -> int:
        """Return the points added to the side's total after a further change, against `other_side`."""
        return max(0, self.value(change, other_side) + self.bonus)


@contextmanager
def without_abilities(table: ImajicaTable, lost: Iterable[tuple[str, str]]) -> Iterator[None]:
    """Treat these abilities ("powers", "traits" or an affiliation) as lost inside the block."""
    kept = {token: table.pieces[token].temporary_changes for token, _ in lost}
    for token, word in sorted(lost):
        piece = table.pieces[token]
        piece.temporary_changes = (*piece.temporary_changes, TemporaryChange("lose", 0, word, "round"))
    try:
        yield
    finally:
        for token, notes in kept.items():
            table.pieces[token].temporary_changes = notes


def fight_contribution(deed: AnnouncedFight, table: ImajicaTable, piece: Piece) -> CharacterContribution:
    """Return what a character contributes to its side's total in a seizure or challenge, on a table where
    that is set up.
    """
    if deed.action == "seize":
        kept = piece.temporary_changes
        raw = piece.card.magic + total_value_change(table, piece, "magic")
        piece.temporary_changes = (*kept, TemporaryChange("magic", _UNBOUNDED_CHANGE, "", "round"))
        bonus = influence(table, piece, table.pieces[deed.target_token]) - raw - _UNBOUNDED_CHANGE
        piece.temporary_changes = kept
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
