"""Counted units ("2 cruisers") and rolled dice ("cruiser (7+) 9, 3") as facts of rulings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from twingkit.core.rulebook import NamesByLanguage
from twingkit.imperium.battle.rules.dice.volley import Volley
from twingkit.imperium.battle.rules.force import Roster
from twingkit.imperium.box.units import Unit


@attrs.frozen
class UnitCount:
    """A number of units of one kind, which a ruling's text shows as words such as "2 cruisers".

    >>> from twingkit.imperium.texts.rulebook import rulebook
    >>> from twingkit.imperium.box.units import unit
    >>> UnitCount(unit("cruiser"), 2).label(rulebook().words)
    '2 cruisers'
    """

    unit: Unit
    n: int

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the number and the unit's name; `form` may be `dat` or `acc` for a grammatical case."""
        several = "many_dat" if form == "dat" else "many"
        return f"{self.n} {self.unit.label(words, several if self.n > 1 else form)}"


@attrs.frozen
class VolleyFaces:
    """The rolled dice of a volley, as a fact of a ruling: for each kind of unit, the face its dice need and
    the faces shown.

    >>> from twingkit.imperium.texts.rulebook import rulebook
    >>> from twingkit.imperium.battle.rules.dice.volley import DiceGroup
    >>> volley = Volley(0, (DiceGroup("cruiser", 2, hits_on=7), DiceGroup("warsun", 3, hits_on=3)))
    >>> VolleyFaces(volley, (9, 3, 1, 3, 10)).label(rulebook().words)
    'cruiser (7+) 9, 3; war sun (3+) 1, 3, 10'
    """

    volley: Volley
    faces: tuple[int, ...]

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return each kind of unit with the face its dice need and the faces shown.

        A needed face below 1 is shown as 1, since every die reaches both.
        """
        texts, start = [], 0
        for group in self.volley.groups:
            faces = self.faces[start : start + group.count]
            start += group.count
            flagship = group.unit.endswith("_flagship")
            name = words.format_fact("flagship" if flagship else group.unit)
            texts.append(f"{name} ({max(1, group.hits_on)}+) {', '.join(map(str, faces))}")
        return "; ".join(texts)


def unit_counts(roster: Roster, counts: Iterable[int]) -> Sequence[UnitCount]:
    """Return a `UnitCount` for each kind of unit with a count above 0.

    `counts` are in the order of the roster.
    """
    return [UnitCount(unit, n) for unit, n in zip(roster.units, counts, strict=True) if n]
