"""The words of a search in a text: marked, and a short piece of text around the first of them.

A search minds neither capitals nor accents, and takes a typed-out umlaut for the letter (`hoeschen` finds
`Höschen`), as the rulebook does. The marks are set in the text as it is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from twingkit.messages import message
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.wording import LANGUAGES

Span = tuple[int, int]
"""The beginning and end of a matching word in a text."""

BEFORE, LENGTH = 40, 150
"""The number of characters before the first match, and the length of a snippet."""

GAP = "\N{NO-BREAK SPACE}"

SHORTEST, LETTERS = 2, 3
"""A word shorter than the first is not marked, one longer than the second may be a plural."""


def folded(text: str) -> tuple[str, list[int]]:
    """Return the text in small letters without accents, and for each of its letters the place in `text`.

    >>> folded("Öl")
    ('ol', [0, 1])
    """
    letters: list[str] = []
    positions: list[int] = []
    for position, letter in enumerate(text):
        for part in unicodedata.normalize("NFKD", letter.casefold()):
            if not unicodedata.combining(part):
                letters.append(part)
                positions.append(position)
    return "".join(letters), positions


def terms(searched: str) -> list[tuple[str, ...]]:
    """Return the words of a search, each in the forms that are looked for, the likeliest first.

    Words that only make a question of it are left out where others remain.

    >>> terms("what about Hoeschen and cats?")[1:]
    [('hoeschen', 'hoschen'), ('cats', 'cat')]
    """
    words = [folded(word)[0] for word in re.findall(r"[\w-]+", searched)]
    words = [word for word in words if word not in _fillers()] or words
    return [_forms(word) for word in dict.fromkeys(words) if len(word) >= SHORTEST]


def _forms(word: str) -> tuple[str, ...]:
    """A word as typed, with each typed-out umlaut as one letter, and without its plural's s."""
    short = word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
    forms = (word, short, word.removesuffix("s") if len(word) > LETTERS else word)
    return tuple(dict.fromkeys(forms))


@cache
def _fillers() -> frozenset[str]:
    return frozenset(folded(word)[0] for lang in LANGUAGES for word in message("search.filler", lang).split())


def spans(text: str, searched: str) -> list[Span]:
    """Return the places of the words of a search in a text, in order and without overlaps.

    >>> spans("Das Höschen", "hoeschen")
    [(4, 11)]
    """
    plain, positions = folded(text)
    matches: list[Span] = []
    for forms in terms(searched):
        form = next((form for form in forms if form in plain), None)
        if form is not None:
            matches += [
                (positions[start], positions[start + len(form) - 1] + 1) for start in _all(plain, form)
            ]
    merged: list[Span] = []
    for begin, end in sorted(matches):
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return merged


def _all(text: str, term: str) -> Iterator[int]:
    """Every place where a term begins."""
    position = text.find(term)
    while position >= 0:
        yield position
        position = text.find(term, position + 1)


def marked(text: str, searched: str) -> Markup:
    """Return the text with the words of a search in `<mark>`."""
    return _with_marks(text, spans(text, searched), 0, len(text))


def snippet(text: str, searched: str) -> Markup | None:
    """Return a piece of the text around the first found word, whole words only; None if there is none."""
    matches = spans(text, searched)
    if not matches:
        return None
    begin = _word_after(text, matches[0][0] - BEFORE) if matches[0][0] > BEFORE else 0
    end = _word_before(text, begin + LENGTH) if len(text) > begin + LENGTH else len(text)
    end = max(end, matches[0][1])
    head, tail = f"…{GAP}" if begin else "", f"{GAP}…" if end < len(text) else ""
    return join(head, _with_marks(text, matches, begin, end), tail)


def _word_after(text: str, position: int) -> int:
    """The beginning of the first word after a place."""
    gap = text.find(" ", position)
    return 0 if gap < 0 else gap + 1


def _word_before(text: str, position: int) -> int:
    """The end of the last whole word before a place."""
    gap = text.rfind(" ", 0, position + 1)
    return position if gap < 0 else gap


def _with_marks(text: str, matches: Sequence[Span], begin: int, end: int) -> Markup:
    parts: list[Child] = []
    position = begin
    for first, last in matches:
        if first < begin or last > end:
            continue
        parts += [text[position:first], el("mark", text[first:last])]
        position = last
    return join(*parts, text[position:end])
