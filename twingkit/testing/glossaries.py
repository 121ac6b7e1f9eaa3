"""Tests of a glossary: its terms are complete in both languages, link to existing ids, and are found in
texts."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from twingkit.core.glossary import Glossary, GlossaryEntry
from twingkit.core.language import call_in_language
from twingkit.core.rulebook import Rulebook
from twingkit.core.words import BUILTIN_LANGUAGES, LANGUAGES

SHORTEST, LONGEST = 20, 195
"""The minimum and maximum length of an explanation, in characters."""


def name_and_forms(entry: GlossaryEntry) -> tuple[str, ...]:
    """Return the name of a term and its other forms."""
    return (entry.name(), *entry.other_forms())


def _term_ids_in_text(glossary: Glossary, text: str) -> list[str]:
    return [entry.id for entry in glossary.entries_in(text)]


def assert_terms_complete(glossary: Glossary) -> None:
    """Assert that every term has its names and text in both languages, and shares no form with another."""
    for entry in glossary.entries.values():
        for part in (entry.names, entry.texts):
            assert set(part) == set(LANGUAGES), f"{entry.id}: is in {sorted(part)}, expected {LANGUAGES}"
        strange = sorted((set(entry.forms) | set(entry.exclusions)) - set(LANGUAGES))
        assert not strange, f"{entry.id}: has forms in {strange}, expected {LANGUAGES}"
        small = f"{entry.id!r}: is no id; expected small letters with hyphens between"
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", entry.id), small
        texts = {entry.text(lang) for lang in BUILTIN_LANGUAGES}
        assert len(texts) == len(BUILTIN_LANGUAGES), f"{entry.id}: says the same in two languages: {texts}"
        for lang in LANGUAGES:
            name = call_in_language(lang, entry.name)
            assert name == name.strip() != "", f"{entry.id}: has no name, or one with blanks around: {name!r}"
    for lang in LANGUAGES:
        entries = glossary.entries.values()
        count = Counter(
            form
            for entry in entries
            for form in (*call_in_language(lang, name_and_forms, entry), *entry.excluded_phrases(lang))
        )
        twice = [form for form, times in count.items() if times > 1]
        assert not twice, f"{twice} are forms of more than one word, or listed twice ({lang})"


def assert_short_explanations(glossary: Glossary) -> None:
    """Assert that each term is explained in one or two short sentences.

    They must not contain the term itself or rule ids.
    """
    for entry, lang in product(glossary.entries.values(), LANGUAGES):
        text = entry.text(lang)
        place = f"{entry.id} ({lang}), {text!r}"
        assert text.endswith("."), f"{place}: expected a full stop at its end"
        assert "'" not in text, f"{place}: has a straight apostrophe, expected ’"
        assert not re.search(r"[A-Z]{2,}-[A-Z0-9]", text), f"{place}: names the id of a rule"
        sentences = len(re.findall(r"[.!?](?= |$)", text))
        assert 1 <= sentences <= 2, f"{place}: has {sentences} sentences, expected one or two"
        length = f"{place}: has {len(text)} characters, expected {SHORTEST} to {LONGEST}"
        assert SHORTEST <= len(text) <= LONGEST, length
        assert entry.id not in entry.related_entries, f"{entry.id}: leads to itself"
        assert entry.id not in call_in_language(lang, _term_ids_in_text, glossary, text), (
            f"{place}: uses the word that it explains"
        )


def assert_links_valid(glossary: Glossary, rulebook: Rulebook) -> None:
    """Assert that the rules and related terms of each term exist, each listed once."""
    for entry in glossary.entries.values():
        for name, named, known in (
            ("rules", entry.rules, rulebook),
            ("see", entry.related_entries, glossary.entries),
        ):
            unknown = [other for other in named if other not in known]
            assert not unknown, f"{entry.id}: {name} names {unknown}, which are not there"
            assert len(set(named)) == len(named), f"{entry.id}: {name} names one twice: {named}"


def assert_forms_found(glossary: Glossary) -> None:
    """Assert that a glossary marks every form of its terms in texts, but not inside another word.

    Each form is tried alone, in a sentence and across a line break.
    """
    for entry, lang in product(glossary.entries.values(), LANGUAGES):
        for form in call_in_language(lang, name_and_forms, entry):
            broken = form.replace(" ", "\n ")
            for text in (form, f"– {form}, {form[0].upper()}{form[1:]}!", f"({broken})"):
                found = call_in_language(lang, _term_ids_in_text, glossary, text)
                assert found == [entry.id], f"{entry.id} ({lang}): in {text!r} {found} are found"
            for text in (f"x{form}", f"{form}xq", f"{form}-xq", f"xq-{form}", f"7{form}"):
                begin = text.index(form)
                spans = [(start, end) for start, end, _ in call_in_language(lang, glossary.matches_in, text)]
                inside = f"{entry.id} ({lang}): is found within {text!r}"
                assert (begin, begin + len(form)) not in spans, inside


def unused_terms(glossary: Glossary, rulebook: Rulebook) -> set[str]:
    """Return the ids of the terms that occur in no title or text of the rules."""
    texts = " ".join(f"{rule.title()} {rule.text()}" for rule in rulebook)
    return set(glossary.entries) - set(_term_ids_in_text(glossary, texts))
