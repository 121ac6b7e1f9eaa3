"""Sentences of the rules when the reader plays a seat: the reader is "you"."""

from __future__ import annotations

import pytest
from addressed import filled, sentences, wrong

from twingkit import twing
from twingkit.core.language import call_in_language
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import READER_KEY, FormattableFact, Ruling
from twingkit.twing.rules.player import Player, reader_names_as_you

ROLES = ("side", "enemy", "owner", "seat")
"""The placeholders of a sentence that stand for a player."""
NEVER_ADDRESSED = ("ask.", "notation.", "fault.")
"""Sentences that never say "you": questions name the player who answers, and a line is read before play
begins."""

WITCH = reader_names_as_you(Player(1, character="W"))


def ruling(rule: str, case: str, **facts: object) -> Ruling:
    return Ruling(rule, case, facts, twing.rulebook())


def test_TW_TURN_1_says_you_draw() -> None:
    said = ruling("TW-TURN-1", "drawn", side="witch", card="cat").for_reader(WITCH)
    assert said.text() == "You draw: black cat."
    assert said.text("de") == "Du ziehst: schwarze Katze."
    other = ruling("TW-TURN-1", "drawn", side="mage", card="a_card").for_reader(WITCH)
    assert other.text() == "The Mage draws: a card."
    assert other.text("de") == "Der Magier zieht: eine Karte."


def test_TW_BAT_1_says_whom_an_attack_meets() -> None:
    said = ruling("TW-BAT-1", "declared", side="mage", enemy="witch").for_reader(WITCH)
    assert (said.text(), said.text("de")) == ("The Mage attacks you.", "Der Magier greift dich an.")
    said = ruling("TW-BAT-1", "declared", side="witch", enemy="mage").for_reader(WITCH)
    assert (said.text(), said.text("de")) == ("You attack the Mage.", "Du greifst den Magier an.")


@pytest.mark.parametrize(
    ("reader", "en", "de"),
    [
        (Player(1, character="W"), "You play the Witch.", "Du spielst die Hexe."),
        (Player(0, character="F"), "Player 2 plays the Witch.", "Platz 2 spielt die Hexe."),
    ],
)
def test_TW_SET_1_tells_the_reader_which_character_it_is(reader: Player, en: str, de: str) -> None:
    said = ruling("TW-SET-1", "character", side="witch", seat="p2").for_reader(reader_names_as_you(reader))
    assert (said.text(), said.text("de")) == (en, de)


def test_TW_BAT_20_brings_creatures_home_to_you() -> None:
    cards = (twing.Creature("W", 4), twing.Creature("W", 2))
    said = ruling("TW-BAT-20", "home", side="witch", cards=cards).for_reader(WITCH)
    assert said.text() == "Your creatures return to the entourage: Water 4 and Water 2."
    assert said.text("de") == "In deine Entourage kehren zurück: Wasser 4 und Wasser 2."
    assert said.for_reader({}).text("de") == "In die Entourage der Hexe kehren zurück: Wasser 4 und Wasser 2."


def test_TW_SET_4_lists_the_reader_among_those_who_are_level() -> None:
    said = ruling("TW-SET-4", "tie", cards=("witch", "mage")).for_reader(WITCH)
    assert said.text() == "You and the Mage are tied and roll again."
    assert said.text("de") == "Gleichstand zwischen dir und dem Magier: Es wird noch einmal gewürfelt."


def test_TW_OBJ_1_refuses_the_reader_by_you() -> None:
    said = Refusal("TW-OBJ-1", "price", {"side": "witch", "n": 2, "limit": 5}, twing.rulebook())
    assert said.for_reader(WITCH).text() == "An object costs 5 Ornicles; you have 2."
    assert said.for_reader(WITCH).text("de") == "Ein Objekt kostet 5 Ornikel; du hast 2."


@pytest.mark.parametrize("reader", ["side", "enemy", "owner", "seat", "nobody"])
def test_no_verb_behind_you_stands_in_the_third_person(reader: str) -> None:
    names = {"side": "mage", "enemy": "witch", "owner": "sorceress", "seat": "p4"}
    words = twing.rulebook().words.for_reader({names.get(reader, reader): READER_KEY})
    told = 0
    for place, lang, text in sentences(twing.rulebook(), ROLES, NEVER_ADDRESSED):
        said = filled(
            text, {gap: call_in_language(lang, FormattableFact, name, words) for gap, name in names.items()}
        )
        assert not wrong(said, lang), (place, said)
        told += 1
    assert told > 300
