"""What a game's sentences have to hold where they are said to the one who plays a side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from twingkit.core.rulebook import FormattableFact, Rulebook

THIRD = {
    "en": r"\byou (alone )?(has|is|\w+s)\b(?<!pass)",
    "de": r"\b[Dd]u (hat|ist|kann|muss|wird|\w+iert|spielt|verliert|erhält|braucht|gibt|zieht|legt|nimmt"
    r"|greift|würfelt|wirft|hält|gewinnt|bekommt|beginnt|kauft|zahlt|wählt)\b"
    r"|\b(hat|ist|kann|muss|wird|nimmt|greift|gewinnt|bekommt|spielt|nennt|macht|zieht) du\b",
}
"""Verbs in the third person beside "you"."""

CLUMSY = r"\bof you\b(?! can)|\byour (has|is)\b|\b(creature|object|stake) of your\b(?! own)"
"""What is English in no sentence about the reader."""


def sentences(
    book: Rulebook, gaps: tuple[str, ...], never: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    """Every sentence that names a side by one of `gaps`: where it stands, its language, the text with its
    gaps; places that begin with one of `never` are left out."""
    for rule, cases in book.sentences.items():
        for case, texts in cases.items():
            for lang, text in texts.items():
                place = f"{rule}.{case}"
                if any(f"{{{gap}" in text for gap in gaps) and not place.startswith(never):
                    yield place, lang, text


def wrong(said: str, lang: str) -> bool:
    """True if a sentence has a verb in the third person beside the reader, or a possessive that is none."""
    return bool(re.search(THIRD[lang], said) or re.search(CLUMSY, said))


class Gaps(dict[str, object]):
    """The facts of a sentence: those that are given, and for all else a sign."""

    def __missing__(self, key: str) -> object:
        return _Sign()


class _Sign:
    def __format__(self, form: str) -> str:
        return form.partition("|")[2] or "#"


def filled(text: str, facts: Mapping[str, FormattableFact]) -> str:
    """The sentence with these facts, and a sign for what else it says."""
    return text.format_map(Gaps(facts))
