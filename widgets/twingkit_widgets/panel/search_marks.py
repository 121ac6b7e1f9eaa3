"""Mark the words of a search in a text, and cut a short snippet around the first of them.

Like the rulebook, a search ignores case and accents and accepts spelled-out umlauts (`hoeschen` finds
`Höschen`). The marks are placed in the original text.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.rulebook.rule_search import fold_with_positions, match_positions, search_terms
from twingkit.core.words import NO_BREAK
from twingkit_widgets.panel.markup import Child, Markup, el, join

Span = tuple[int, int]
"""The start and end of a matching word in a text."""

BEFORE, LENGTH = 40, 150
"""The number of characters before the first match, and the length of a snippet."""


def spans(text: str, searched: str) -> list[Span]:
    """Return the spans of the words of a search in a text, in order and without overlaps.

    >>> spans("Das Höschen", "hoeschen")
    [(4, 11)]
    """
    plain, positions = fold_with_positions(text)
    marks: list[Span] = []
    for forms in search_terms(searched):
        form = next((form for form in forms if next(match_positions(plain, form), None) is not None), None)
        if form is not None:
            marks += [
                (positions[start], positions[start + len(form) - 1] + 1)
                for start in match_positions(plain, form)
            ]
    merged: list[Span] = []
    for begin, end in sorted(marks):
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return merged


def mark_words(text: str, searched: str) -> Markup:
    """Return the text with the words of a search in `<mark>`."""
    return _with_marks(text, spans(text, searched), 0, len(text))


def snippet(text: str, searched: str) -> Markup | None:
    """Return a snippet of whole words around the first match, or None if there is no match."""
    marks = spans(text, searched)
    if not marks:
        return None
    begin = _word_after(text, marks[0][0] - BEFORE) if marks[0][0] > BEFORE else 0
    end = _word_before(text, begin + LENGTH) if len(text) > begin + LENGTH else len(text)
    end = max(end, marks[0][1])
    head, tail = f"…{NO_BREAK}" if begin else "", f"{NO_BREAK}…" if end < len(text) else ""
    return join(head, _with_marks(text, marks, begin, end), tail)


def _word_after(text: str, position: int) -> int:
    gap = text.find(" ", position)
    return 0 if gap < 0 else gap + 1


def _word_before(text: str, position: int) -> int:
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
