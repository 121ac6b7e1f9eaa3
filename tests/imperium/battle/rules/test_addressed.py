"""Sentences of the rules addressed to one side: verbs, possessives, and the name of the other side."""

from __future__ import annotations

import re

import pytest
from addressed import filled, sentences, wrong

from twingkit.core.language import call_in_language
from twingkit.core.rulebook import FormattableFact, Ruling
from twingkit.imperium.battle.rules.address_reader import address_as_you, side_words_for_reader
from twingkit.imperium.texts.rulebook import rule_refusal, rulebook

ROLES = ("side", "enemy", "attacker", "defender")
"""The placeholders of a sentence that stand for a side."""
NEVER_ADDRESSED = ("notation.", "fault.", "IM-TRADE-1.own_note", "IM-UNIT-3.never", "IM-UNIT-3.cannot")
"""Sentences about parsing a line, before anybody plays a side."""


def ruling(rule: str, case: str, **facts: object) -> Ruling:
    return Ruling(rule, case, facts, rulebook())


@pytest.mark.parametrize(
    ("you", "lang", "text"),
    [
        (
            0,
            "en",
            "You announce a retreat for the end of this round, so the computer cannot announce one.",
        ),
        (
            1,
            "en",
            "The computer announces a retreat for the end of this round, so you cannot announce one.",
        ),
        (
            0,
            "de",
            "Du sagst für das Ende dieser Runde einen Rückzug an; "
            "der Computer kann darum keinen Rückzug ansagen.",
        ),
        (
            1,
            "de",
            "Der Computer sagt für das Ende dieser Runde einen Rückzug an; "
            "du kannst darum keinen Rückzug ansagen.",
        ),
    ],
)
def test_IM_SPACE_5_is_said_to_the_side_that_reads_it(you: int, lang: str, text: str) -> None:
    said = ruling("IM-SPACE-5", "announced_first", side="attacker", enemy="defender")
    assert address_as_you(said, you, "computer").text() == text


def test_who_plays_no_side_hears_of_both() -> None:
    said = ruling("IM-SPACE-9", "left", side="defender")
    assert said.text() == "The defender retreats with all ships into an adjacent system."
    assert address_as_you(said, 1, "opponent").text("de") == (
        "Du ziehst dich mit allen Schiffen in ein Nachbarsystem zurück."
    )
    assert address_as_you(said, 0, "opponent").text("de").startswith("Die andere Seite zieht sich")


def test_a_refusal_is_said_to_its_reader_too() -> None:
    said = address_as_you(
        rule_refusal("IM-SPACE-7", "not_there", side="attacker", unit="cruiser", n=2, m=1), 0, "computer"
    )
    assert said.text().startswith("You do not have that many")
    assert said.text("de").startswith("Du hast nicht so viele")


@pytest.mark.parametrize("case", ["taken", "kept", "nobody"])
def test_IM_INV_8_names_the_side_though_no_fact_does(case: str) -> None:
    said = ruling("IM-INV-8", case)
    texts = [address_as_you(said, you, "computer").text("de") for you in (0, 1)]
    assert not any(re.search("Angreifer|Verteidiger", text) for text in texts)
    assert sum("u behältst" in text or "u übernimmst" in text for text in texts) == 1


@pytest.mark.parametrize("you", [0, 1])
def test_no_verb_behind_you_stands_in_the_third_person(you: int) -> None:
    words = rulebook().words.for_reader(side_words_for_reader(you, "computer"))
    for place, lang, text in sentences(rulebook(), ROLES, NEVER_ADDRESSED):
        sides = {
            name: call_in_language(lang, FormattableFact, name, words) for name in ("attacker", "defender")
        }
        said = filled(text, {**sides, "side": sides["attacker"], "enemy": sides["defender"]})
        assert not wrong(said, lang), (place, said)
