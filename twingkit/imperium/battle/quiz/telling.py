"""The texts of questions on battles: sides, dice, assignments and chances in words."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import attrs

from twingkit.core.rulebook import Texts, Words
from twingkit.core.words import LANGUAGES, number, percent, rounded
from twingkit.imperium.battle.rules.counted import counted
from twingkit.imperium.battle.rules.losses.assign import Taken
from twingkit.imperium.battle.rules.questions import Throw
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz.item import Reason
from twingkit.learn.quiz.phrases import PhraseBook, Phrases, Said, joined
from twingkit.learn.quiz.telling import Telling

BOOK = PhraseBook(files("twingkit.imperium.battle.quiz"), ("words",), rulebook)
"""The catalogue."""

TELLING = Telling(rulebook, Phrases("battles", BOOK), {})
"""The sentences and reasons of the questions; nobody sits at a battle."""

SAY, plain, remark, slip = TELLING.say, TELLING.plain_fact, TELLING.remark, TELLING.slip


def in_words(reason: Reason) -> Texts:
    """The text of a reason in every language."""
    return {lang: reason.text(lang) for lang in LANGUAGES}


@attrs.frozen
class DiceSum:
    """The units that bring dice or room: `3 fighters (3) and 1 war sun (3)`, without numbers where every unit
    brings one; an entry is a unit, how many of them, and what they bring."""

    rows: Sequence[tuple[Unit, int, int]]

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """All rows."""
        numbered = len(self.rows) > 1 and any(n != dice for _, n, dice in self.rows)
        parts = [
            _Count(unit, n).label(words, lang) + (f" ({dice})" if numbered else "")
            for unit, n, dice in self.rows
        ]
        return words.label(tuple(parts), lang)


@attrs.frozen
class Decimal:
    """A number with one digit behind the point."""

    value: float

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """`1.4`."""
        return number(self.value, lang, 1)


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
    """A chance in percent, with so many digits behind the point."""

    share: float
    digits: int = 0

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """`71%`."""
        return percent(self.share, lang, self.digits)


@attrs.frozen
class _Percent:
    """A whole number of percent."""

    n: int
    share: float

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """`71%`; what is possible never shows as 0, what is not certain never as 100."""
        certain = self.n in (0, 100)
        return percent(self.share if certain else self.n / 100, lang)


def whole(*shares: float) -> list[_Percent]:
    """Chances that add up to 1, in whole percent that add up to 100: those cut off most are rounded up.

    >>> [str(part.n) for part in whole(0.124, 0.868, 0.008)]
    ['12', '87', '1']
    """
    return [_Percent(round(100 * part), share) for part, share in zip(rounded(shares), shares, strict=True)]


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
    return joined(*parts) if parts else SAY("taken.nothing")
