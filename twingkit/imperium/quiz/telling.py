"""The texts of questions on battles: sides, dice, assignments and chances in words."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import attrs

from twingkit.imperium.box.units import Unit
from twingkit.imperium.rules.assign import Taken
from twingkit.imperium.rules.counted import counted
from twingkit.imperium.rules.questions import Throw
from twingkit.imperium.rules.rulebook import rulebook
from twingkit.imperium.rules.table import BattleTable
from twingkit.quiz import phrases
from twingkit.quiz.phrases import PhraseBook, Said
from twingkit.rulebook import Texts, Words
from twingkit.words import percent

BOOK = PhraseBook(files("twingkit.imperium.quiz"), ("words",), rulebook)
"""The sentences of the questions."""

SAY = phrases.Phrases("battles", BOOK)
"""A sentence by its key."""


def plain(fact: object) -> Texts:
    """A fact alone: a number, a unit, an effect."""
    return phrases.plain(fact, rulebook().words)


@attrs.frozen
class Faces:
    """The dice of a throw by kind of unit, without what they need: `dreadnought 5, 9; fighter 2`."""

    throw: Throw
    faces: Sequence[int]

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """All groups in their order."""
        texts, start = [], 0
        for group in self.throw.volley.dice:
            fell = self.faces[start : start + group.count]
            start += group.count
            texts.append(f"{words.label(group.unit, lang)} {', '.join(map(str, fell))}")
        return "; ".join(texts)


@attrs.frozen
class Share:
    """A chance in percent."""

    share: float

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """`71%`."""
        return percent(self.share, lang)


def units(kinds: Sequence[tuple[Unit, int]]) -> Said:
    """Units with their counts."""
    return Said(plain(tuple(_Count(unit, count) for unit, count in kinds)))


@attrs.frozen
class _Count:
    """A number of units of a kind."""

    unit: Unit
    n: int

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """`2 fighters`."""
        return f"{self.n} {self.unit.label(words, lang, 'many' if self.n > 1 else '')}"


def taken(table: BattleTable, player: int, losses: Taken) -> Texts:
    """An assignment of hits: what is destroyed, and what sustains damage."""
    roster = table.rosters[player]
    parts = [
        SAY(f"taken.{name}", units=tuple(counted(roster, numbers)))
        for name, numbers in (("destroyed", losses.destroyed), ("sustained", losses.sustained))
        if any(numbers)
    ]
    return phrases.joined(*parts) if parts else SAY("taken.nothing")
