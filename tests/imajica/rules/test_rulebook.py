"""The rulebook of Imajica: every rule in both languages, with its page or marked as a ruling."""

from __future__ import annotations

import re

from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.variants.variant import SWITCHES, Variant

SECTIONS = {
    "CARD": 6, "DECK": 3, "AREA": 5, "UNIQ": 2, "SET": 2, "ORDER": 2, "COME": 2, "AUT": 4, "ALLY": 8,
    "CHAL": 10, "DMG": 1, "SEIZE": 9, "PATH": 3, "HOLD": 5, "REC": 3, "OUT": 3, "SHORT": 1, "TOUR": 1,
    "PIV": 3, "BORDER": 1, "POWER": 4, "AFF": 9, "TIME": 8, "BOX": 4,
}  # fmt: skip
"""The number of rules in each section."""


def test_every_rule_is_there_in_both_languages_with_its_chapter_and_its_page() -> None:
    book = rulebook()
    assert {rule.id for rule in book} == {
        f"IJ-{section}-{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)
    }
    chapters = {chapter.id for chapter in book.chapters}
    for rule in book:
        assert rule.chapter in chapters
        assert rule.text("en") != rule.text("de")
        if rule.status == "printed":
            assert re.search(r"p\d", " ".join(rule.sources)), rule.id


def test_every_switch_is_named_by_the_notes_of_a_rule_it_changes() -> None:
    book = rulebook()
    for switch in SWITCHES.values:
        rules = [book[rule] for rule in SWITCHES[switch].rules]
        notes = " ".join(rule.note("en") + rule.text("en") for rule in rules)
        assert switch in notes, switch
    assert str(Variant.preset("short")) == "short"


"""The sentences that do not belong to a rule."""
