"""The search of the reference: the names that answer what somebody looks for, the best first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from math import log
from pathlib import Path

from twingkit.rulebooks.rule_search import fold, terms
from twingkit_widgets.panel.wording import LANGUAGES, Words
from twingkit_widgets.reference.names import Entry, entries

SAME = ("odds", "many", "game", "worth")
"""Words of the kit that have others beside them in `reference_words.toml`."""

WORDS = Words(Path(__file__).with_name("reference_words.toml"))

QUESTION = 3
"""The number of words from which on a search is a question: not all of them must occur in the text."""

TELLING = 0.6
"""The share of the best entry's score that an entry must reach to be listed for a question."""

CLOSENESS = (4, 3, 1, 1, 3)
"""The weights of a match in the name, the summary, the text, the members, the group's title."""

LETTERS = 5
"""The number of letters above which a word is also searched for without its ending."""


def search(searched: str, titles: Mapping[str, str]) -> list[Entry]:
    """The entries with every word of a search, the best first: in the name, the summary, then the text.

    `titles` are the names of the groups in the reader's language: they count as words of their entries. A
    word beside others counts in its other forms too (`computed`, `computing`). In a question of many words,
    or if no entry has every word, those are found that have the most telling ones, and where they tell most.

    >>> [entry.name for entry in search("odds many", {})][0]
    'twing.odds_many'
    >>> [entry.name for entry in search("compute many battles at once", {"many": "Many battles"})][0]
    'twing.odds_many'
    """
    words = terms(searched)
    if not words:
        return []
    if len(words) > 1:
        words = [tuple(dict.fromkeys((*forms, *map(_stem, forms), *_same(forms)))) for forms in words]
    matches = [_first_texts(words, entry, titles) for entry in entries().values()]
    frequencies = [sum(places[index] is not None for places in matches) for index in range(len(words))]
    complete, some = [], []
    for order, (entry, places) in enumerate(zip(entries().values(), matches, strict=True)):
        matched = [place for place in places if place is not None]
        if len(matched) == len(places):
            exact = searched.strip().lower() not in (entry.name.lower(), entry.short.lower())
            complete.append((exact, sum(matched), order, entry))
        weight = sum(
            CLOSENESS[place] * log(len(matches) / frequencies[index])
            for index, place in enumerate(places)
            if place is not None
        )
        some.append((-weight, order, entry))
    if complete and len(words) < QUESTION:
        return [entry for *_, entry in sorted(complete, key=lambda match: match[:3])]
    most = min(weight for weight, *_ in some)
    found_some = [match for match in some if match[0] < 0 and match[0] <= TELLING * most]
    return [entry for *_, entry in sorted(found_some, key=lambda match: match[:2])]


def _same(forms: Sequence[str]) -> list[str]:
    """The words of the kit for what a person calls otherwise, in any language."""
    return [
        word
        for word in SAME
        if any(
            form in fold(WORDS.say(lang, f"alias.{word}"))[0].split() for lang in LANGUAGES for form in forms
        )
    ]


def _stem(word: str) -> str:
    """A longer word without its commonest English ending."""
    return re.sub("(?:ing|ed|es|e|s)$", "", word) if len(word) > LETTERS else word


def _members_text(entry: Entry) -> str:
    return " ".join(f"{member.name} {member.summary}" for member in entry.members)


@cache
def _own_texts() -> Mapping[str, tuple[str, ...]]:
    """The texts of every entry as they are searched, by its name."""
    return {
        name: tuple(fold(text)[0] for text in (entry.name, entry.summary, entry.doc, _members_text(entry)))
        for name, entry in entries().items()
    }


def _first_texts(
    words: Sequence[tuple[str, ...]], entry: Entry, titles: Mapping[str, str]
) -> list[int | None]:
    """The index of the first text of an entry that contains each word; None if none does."""
    texts = (*_own_texts()[entry.name], fold(titles.get(entry.group, ""))[0])
    return [
        next((index for index, text in enumerate(texts) if any(form in text for form in forms)), None)
        for forms in words
    ]
