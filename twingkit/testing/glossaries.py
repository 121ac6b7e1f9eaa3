"""Tests of a glossary: its words are complete in both languages, lead on, and are found in texts."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from twingkit.glossary import Entry, Glossary
from twingkit.rulebook import Rulebook
from twingkit.words import LANGUAGES, WRITTEN

SHORTEST, LONGEST = 20, 195
"""The length of what explains a word, in characters."""


def forms(entry: Entry, lang: str) -> tuple[str, ...]:
    """The name of a word and what else it is called."""
    return (entry.name(lang), *entry.also(lang))


def ids(glossary: Glossary, text: str, lang: str) -> list[str]:
    """The words that are found in a text, by their ids."""
    return [entry.id for entry in glossary.found_in(text, lang)]


def assert_complete(glossary: Glossary) -> None:
    """Every word has its names and its text in both languages, and no form belongs to two words."""
    for entry in glossary.entries.values():
        assert set(entry.names) == set(entry.texts) == set(LANGUAGES), entry.id
        assert set(entry.forms) | set(entry.others) <= set(LANGUAGES), entry.id
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", entry.id)
        assert len({entry.text(lang) for lang in WRITTEN}) == len(WRITTEN), entry.id
        for lang in LANGUAGES:
            assert entry.name(lang) == entry.name(lang).strip() != ""
    for lang in LANGUAGES:
        entries = glossary.entries.values()
        count = Counter(form for entry in entries for form in (*forms(entry, lang), *entry.but(lang)))
        assert [form for form, times in count.items() if times > 1] == []


def assert_plain(glossary: Glossary) -> None:
    """A word is explained in one or two short sentences, without itself and without ids of rules."""
    for entry, lang in product(glossary.entries.values(), LANGUAGES):
        text = entry.text(lang)
        assert text.endswith("."), (entry.id, lang)
        assert "'" not in text, (entry.id, lang)
        assert not re.search(r"[A-Z]{2,}-[A-Z0-9]", text), (entry.id, lang)
        assert 1 <= len(re.findall(r"[.!?](?= |$)", text)) <= 2, (entry.id, lang)
        assert SHORTEST <= len(text) <= LONGEST, (entry.id, lang)
        assert entry.id not in (*entry.see, *ids(glossary, text, lang)), (entry.id, lang)


def assert_leads_on(glossary: Glossary, rulebook: Rulebook) -> None:
    """The rules and the other words that a word names are there, each named once."""
    for entry in glossary.entries.values():
        assert all(rule in rulebook for rule in entry.rules), entry.id
        assert all(glossary.entry(other).id == other for other in entry.see), entry.id
        assert len(set(entry.rules)) == len(entry.rules), entry.id
        assert len(set(entry.see)) == len(entry.see), entry.id


def assert_found(glossary: Glossary) -> None:
    """Every form is found alone, in a sentence and over a line break, and not within another word."""
    for entry, lang in product(glossary.entries.values(), LANGUAGES):
        for form in forms(entry, lang):
            broken = form.replace(" ", "\n ")
            for text in (form, f"– {form}, {form[0].upper()}{form[1:]}!", f"({broken})"):
                assert ids(glossary, text, lang) == [entry.id], (text, lang)
            for text in (f"x{form}", f"{form}xq", f"{form}-xq", f"xq-{form}", f"7{form}"):
                begin = text.index(form)
                spans = [(start, end) for start, end, _ in glossary.places_in(text, lang)]
                assert (begin, begin + len(form)) not in spans, (text, lang)


def unused(glossary: Glossary, rulebook: Rulebook, lang: str) -> set[str]:
    """The words, by their ids, that stand in no title and no text of the rules."""
    texts = " ".join(f"{rule.title(lang)} {rule.text(lang)}" for rule in rulebook)
    return set(glossary.entries) - set(ids(glossary, texts, lang))
