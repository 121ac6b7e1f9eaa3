"""The sentences of analyses: in both languages, each used somewhere, none that a rule already says."""

from __future__ import annotations

import string

import pytest

from twingkit import twing
from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit.twing.analysis.reasons import analysis_rulebook, capitalized_label, reason_ruling

BOOK = analysis_rulebook()
CASES = [(rule, case) for rule, cases in BOOK.sentences.items() for case in cases]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_every_sentence_exists_in_both_languages_with_the_same_facts(rule, case):
    texts = BOOK.sentences[rule][case]
    assert rule in twing.rulebook() or rule in ("label", "fault")
    assert set(texts) == set(LANGUAGES)
    assert placeholders(texts["en"]) == placeholders(texts["de"])
    assert not set("".join(texts.values())) & set("'\"")


def test_no_sentence_stands_beside_one_of_the_rulebook():
    for rule, case in CASES:
        assert case not in twing.rulebook().sentences.get(rule, {}), (rule, case)


def test_the_games_own_sentence_is_used_where_there_is_one():
    said = reason_ruling("TW-POW-bra", "sun", side="attacker", enemy="defender")
    assert said.book is twing.rulebook()
    assert said.text(
        "de"
    ) == "Der BH des Schicksals lässt die Sonne des Angreifers gegen den Verteidiger " + ("nur als 0 zählen.")


def test_names_have_a_capital_only_where_they_begin():
    assert capitalized_label("answer", side="attacker", answer="cat") == "The attacker: black cat"
    with in_language("de"):
        assert capitalized_label("pass") == "Passen"
