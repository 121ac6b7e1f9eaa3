"""Counted units: how a ruling names several units of one kind ("2 cruisers")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from twingkit.imperium.force import Roster
from twingkit.imperium.units import Unit
from twingkit.rulebook import Words


@attrs.frozen
class Counted:
    """`n` units of one kind, as a fact of a ruling.

    >>> from twingkit.imperium.rules import rulebook
    >>> from twingkit.imperium.units import unit
    >>> Counted(unit("cruiser"), 2).label(rulebook().words, "en")
    '2 cruisers'
    """

    unit: Unit
    n: int

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The number and the name; `dat` asks for the dative where there are several."""
        several = "many_dat" if form == "dat" else "many"
        return f"{self.n} {self.unit.label(words, lang, several if self.n > 1 else form)}"


def counted(roster: Roster, counts: Iterable[int]) -> Sequence[Counted]:
    """The units of a side of which there are any, `counts` by place in its roster."""
    return [Counted(unit, n) for unit, n in zip(roster.units, counts, strict=True) if n]
