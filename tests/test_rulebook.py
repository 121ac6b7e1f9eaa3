"""Rules as data: look-up, search, rulings, and that every text is there in both languages."""

from __future__ import annotations

import re
import string
from importlib.resources import files

import pytest

from twingkit import Ruling, UnknownRule, twing
from twingkit.rulebook import LANGUAGES, STATUSES

BOOK = twing.rulebook()


def test_a_rule_is_found_by_its_id():
    rule = BOOK["TW-BAT-16"]
    assert rule.title("en")
    assert rule.title("de") != rule.title("en")
    assert rule.chapter == "battle"


@pytest.mark.parametrize(("wanted", "near"), [("TW-BTA-16", "TW-BAT-16"), ("tw-bat-16", "TW-BAT-16")])
def test_an_unknown_id_names_the_nearest(wanted, near):
    with pytest.raises(UnknownRule) as unknown:
        BOOK[wanted]
    assert near in unknown.value.near
    assert near in str(unknown.value)


def test_an_unknown_id_without_a_likeness_says_so_in_one_line():
    with pytest.raises(UnknownRule) as unknown:
        BOOK["<script>" * 500]
    assert len(str(unknown.value)) < 120


@pytest.mark.parametrize("wanted", ["Höschen", "hoschen", "HOESCHEN", "panties protection", "TW-POW-panties"])
def test_search_ignores_capitals_and_umlauts_and_reads_both_languages(wanted):
    assert "TW-POW-panties" in [rule.id for rule in BOOK.search(wanted)]


def test_search_wants_every_word_and_puts_titles_first():
    assert BOOK.search("miromon")[0].title("en").startswith("Miromon")
    assert {rule.id for rule in BOOK.search("miromon spiral")} < {rule.id for rule in BOOK.search("miromon")}
    assert BOOK.search("xyzzy") == []
    assert BOOK.search("  ") == []


@pytest.mark.parametrize(
    ("wanted", "rule"),
    [
        ("two suns", "TW-BAT-16"),
        ("what happens when both roll a Sun", "TW-BAT-16"),
        ("ornicel", "TW-BAT-18"),
        ("mounts", "TW-BAT-3"),
    ],
)
def test_search_forgives_filler_words_plurals_and_slips(wanted, rule):
    assert rule in [found.id for found in BOOK.search(wanted)]


def test_chapters_hold_every_rule_once_in_order():
    by_chapter = [rule.id for chapter in BOOK.chapters for rule in BOOK.chapter(chapter.id)]
    assert by_chapter == [rule.id for rule in BOOK]
    assert len(BOOK) == len(set(by_chapter)) >= 60


def test_every_rule_is_complete():
    for rule in BOOK:
        assert rule.status in STATUSES, rule.id
        assert set(rule.titles) == set(rule.texts) == set(LANGUAGES), rule.id
        assert set(rule.notes) in (set(), set(LANGUAGES)), rule.id
        assert all(other in BOOK and other != rule.id for other in rule.see), rule.id
        assert rule.sources or rule.status != "printed" or rule.notes, rule.id


@pytest.mark.parametrize("chapter", ["BOX", "BAT", "POW", "ODDS"])
def test_the_chapters_of_a_battle_are_there(chapter):
    assert any(rule.id.startswith(f"TW-{chapter}-") for rule in BOOK)
    assert "TW-OBJ-2" in BOOK


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_sentence_exists_in_both_languages_with_the_same_facts():
    for rule, cases in BOOK.sentences.items():
        assert rule in BOOK or rule in ("ask", "notation", "fault"), rule
        for case, texts in cases.items():
            assert set(texts) == set(LANGUAGES), (rule, case)
            assert placeholders(texts["en"]) == placeholders(texts["de"]), (rule, case)


def test_every_sentence_is_said_somewhere_in_the_scripts():
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in files("twingkit.twing").iterdir()
        if path.name.endswith(".py")
    )
    quoted = set(re.findall(r'"([a-z_]+)"', source))
    for rule, cases in BOOK.sentences.items():
        for case in cases:
            assert case in quoted, f"{rule}.{case} is never said"


def test_a_ruling_speaks_in_the_readers_language_and_shows_its_rule():
    ruling = Ruling("TW-BAT-16", "sun", {"side": "attacker", "enemy": "defender"}, BOOK)
    assert ruling.text("en").startswith("The attacker wins with the Sun")
    assert ruling.text("de").startswith("Der Angreifer gewinnt mit der Sonne")
    assert str(ruling).endswith("[TW-BAT-16]")
    assert "TW-BAT-16" in ruling._repr_html_()


def test_facts_are_escaped_in_html():
    ruling = Ruling("TW-BAT-1", "not_in_hand", {"card": "<script>"}, BOOK)
    assert "<script>" not in ruling._repr_html_()


def test_german_forms_and_numbers():
    words = BOOK.words
    assert words.label("attacker", "de", "gen") == "des Angreifers"
    assert words.label("attacker", "en", "acc") == "the attacker"
    assert words.label(-3, "en", "+") == "−3"
    assert words.label(3, "en", "+") == "+3"
    assert words.label(0, "en", "+") == "0"
    assert words.label(("F", "W", "L"), "de") == "Feuer, Wasser und Leben"
    assert words.label(("F",), "en") == "Fire"


@pytest.mark.parametrize(
    "value",
    [
        BOOK,
        BOOK["TW-BAT-1"],
        twing.odds("F: F5 vs W: W6"),
        twing.odds("F: F5 vs W: W6").margin,
        twing.Battle.parse("F: F6 + F6M>F5 vs W: W6"),
        twing.Battle.parse("F: F6 + F6M>F5 vs W: W6").attacker,
        twing.Battle.parse("F: F6 + F6M>F5 vs W: W6").attacker.lay,
        twing.Battle.parse("F: F6 W1 vs W: W6").problems()[0],
        twing.battle_game("F: F5 vs W: W6", seed=1).play(twing.best_answer),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_value_shows_itself_in_a_notebook_without_a_kernel(value):
    shown = value._repr_html_()
    assert shown.startswith("<")
    assert not re.search(r"[A-Z]\d+M>[A-Z]", shown), "signs of the notation are escaped"
