"""The glossary of Imajica: every word is there in both languages, leads to rules, and is found in texts."""

from __future__ import annotations

import pytest

from twingkit.imajica.glossary import words
from twingkit.imajica.rules.rulebook import rulebook


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_word_is_found_by_its_name_and_leads_on(lang: str) -> None:
    glossary = words()
    for entry in glossary.entries.values():
        assert entry in glossary.found_in(f"… {entry.name(lang)} …", lang)
        assert all(rule in rulebook() for rule in entry.rules), entry.id
        assert entry.rules
        assert all(name in glossary.entries for name in entry.see), entry.id


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_rules_use_every_word(lang: str) -> None:
    texts = " ".join(f"{rule.title(lang)} {rule.text(lang)}" for rule in rulebook())
    used = {entry.id for entry in words().found_in(texts, lang)}
    assert set(words().entries) - used <= {"autarch"}
