"""Checks of a game's sentences when they address the player of a side."""

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
"""Phrases that are wrong in any English sentence about the reader."""


def sentences(
    book: Rulebook, gaps: tuple[str, ...], never: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    """Yield every sentence that names a side by one of `gaps`: its location, its language, and the text with
    its gaps; locations that begin with one of `never` are left out."""
    for rule, cases in book.sentences.items():
        for case, texts in cases.items():
            for lang, text in texts.items():
                place = f"{rule}.{case}"
                if any(f"{{{gap}" in text for gap in gaps) and not place.startswith(never):
                    yield place, lang, text


def wrong(said: str, lang: str) -> bool:
    """Return whether a sentence has a verb in the third person beside "you", or a wrong possessive."""
    return bool(re.search(THIRD[lang], said) or re.search(CLUMSY, said))


class Gaps(dict[str, object]):
    """The facts of a sentence: the given ones, and a placeholder for everything else."""

    def __missing__(self, key: str) -> object:
        return _Sign()


class _Sign:
    def __format__(self, form: str) -> str:
        return form.partition("|")[2] or "#"


def filled(text: str, facts: Mapping[str, FormattableFact]) -> str:
    """Return the sentence with these facts, and a placeholder for everything else."""
    return text.format_map(Gaps(facts))
