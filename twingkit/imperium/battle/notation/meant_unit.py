"""The unit that a wrong word of a line may mean, for the error that says so (IM-NOTE-1)."""

from __future__ import annotations

import difflib
import re
from functools import cache

from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.notation.side import NAMES
from twingkit.imperium.box.units import CLASSES
from twingkit.imperium.texts.rulebook import rulebook

_SPOKEN = re.compile(r"[^\W\d_]+( (?!II\b)[^\W\d_]+)?")
_UPGRADED = re.compile(r"(?:\+| II\b| 2(?= |$)(?! [a-z]))")


@cache
def _spoken() -> dict[str, str]:
    """The names that people give to units, in every language and number, with the name that a line has for
    each."""
    words = rulebook().words
    forms = [(lang, form) for lang in LANGUAGES for form in ("", "many", "many_dat")]
    names = {words.name(name, lang, form).casefold(): name for name in CLASSES for lang, form in forms}
    return {**names, **{name: name for name in CLASSES}}


def meant_unit(line: str, place: int) -> str:
    """The expected word in place of the one at this position, as a key of the words catalogue: the unit that
    it names in a reader's language, the unit that it resembles, or any unit.

    >>> meant_unit("space: 2 Zerstörer vs 1 cruiser", 9), meant_unit("space: 2 elephants", 9)
    ('unit_near_destroyer', 'unit')
    >>> meant_unit("space: 2 destroyers+ vs 1 cruiser", 9), meant_unit("space: 2 destroyer II", 9)
    ('unit_near_destroyer+', 'unit_near_destroyer+')
    """
    spoken = _SPOKEN.match(line, place)
    if spoken is None:
        return "unit"
    both = spoken.group().casefold()
    word = both.partition(" ")[0]
    near = next((spelling for spelling in (both, word) if spelling in _spoken()), None)
    near = near or next(iter(difflib.get_close_matches(word, _spoken(), n=1, cutoff=0.75)), None)
    if near is None:
        return "unit"
    end = place + len(near if both.startswith(near) else word)
    plus = "+" if _UPGRADED.match(line, end) and f"{_spoken()[near]}+" in NAMES else ""
    return f"unit_near_{_spoken()[near]}{plus}"
