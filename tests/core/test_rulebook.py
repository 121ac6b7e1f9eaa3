"""Rules as data: look-up, search, rulings, and every text of all games in both languages."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from twingkit import Ruling, UnknownRule, imperium, twing
from twingkit.core.games import games
from twingkit.core.language import in_language
from twingkit.core.rulebook import CAPITALIZED_FORM, KEEP_NAME_PREFIX, RULE_STATUSES, Rulebook
from twingkit.core.words import LANGUAGES

BOOK = twing.rulebook()
ENTRIES = {entry.id: entry for entry in games()}
BOOKS: dict[str, Rulebook] = {name: entry.load("rules")() for name, entry in ENTRIES.items()}
PREFIXES = "|".join(entry.rule_prefix for entry in ENTRIES.values())
CHAPTERS = {
    "twing": ("BOX", "BAT", "POW", "OBJ", "ODDS"),
    "imperium": ("UNIT", "SPACE", "INV", "TECH", "ACT", "ODDS"),
    "ember": ("DECK", "COST", "TURN", "CONJ", "ABIL", "ODDS"),
    "imajica": ("CARD", "AREA", "SEIZE", "CHAL", "TIME"),
}
"""The second part of the ids of a game's rules, on which readers and lessons build."""

FEWEST = {"ember": 50}
"""The least number of rules, for books that have fewer than the others."""

NO_RULE = ("ask", "notation", "fault", "effect", "worth", "whenever")
"""Tables of sentences that do not belong to a single rule: questions, faults, shared sentences."""

OWN_TABLES = {"ember": ("command", "effect_of"), "imajica": ("command", "icon", "name", "who")}
"""Such tables that only one game has: the output of a command, and parts of card texts."""

OWN_FORMS = {"ember": {"deed"}}
"""Forms of words that only one game has: the description of what a creature does, in the form "deed"."""

every_game = pytest.mark.parametrize("game", list(BOOKS))


@cache
def tables(game: str) -> dict[str, dict[str, Any]]:
    """Return all data files of a game, by name."""
    folders = ("", "rules", "texts", "box", "variants")
    there = (files(f"twingkit.{game}").joinpath(folder) for folder in folders)
    paths = [path for folder in there if folder.is_dir() for path in folder.iterdir()]
    found = (path for path in paths if path.name.endswith(".toml"))
    return {path.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in found}


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


@every_game
def test_chapters_hold_every_rule_once_in_order(game):
    book = BOOKS[game]
    by_chapter = [rule.id for chapter in book.chapters for rule in book.rules_of_chapter(chapter.id)]
    assert by_chapter == [rule.id for rule in book]
    assert len(book) == len(set(by_chapter)) >= FEWEST.get(game, 60)
    assert all(set(chapter.titles) == set(LANGUAGES) for chapter in book.chapters)
    assert all(book.rules_of_chapter(chapter.id) for chapter in book.chapters)


@every_game
def test_every_rule_is_complete(game):
    book = BOOKS[game]
    for rule in book:
        assert rule.status in RULE_STATUSES, rule.id
        assert set(rule.titles) == set(rule.texts) == set(LANGUAGES), rule.id
        assert set(rule.notes) in (set(), set(LANGUAGES)), rule.id
        assert all(other in book and other != rule.id for other in rule.related_rules), rule.id
        assert len(rule.related_rules) == len(set(rule.related_rules)), rule.id
        assert all(set(each.texts) == set(each.answers) == set(LANGUAGES) for each in rule.player_questions)
        assert rule.sources or rule.status != "printed" or rule.notes, rule.id


@every_game
def test_rules_that_a_text_names_are_there(game):
    book = BOOKS[game]
    for rule in book:
        for lang in LANGUAGES:
            for named in re.findall(rf"\b(?:{PREFIXES})-[A-Z]+-\w+", f"{rule.text(lang)} {rule.note(lang)}"):
                assert named in book, (rule.id, named)


@pytest.mark.parametrize(("game", "chapter"), [(game, each) for game in BOOKS for each in CHAPTERS[game]])
def test_the_rules_that_much_is_built_on_are_there(game, chapter):
    assert any(rule.id.startswith(f"{ENTRIES[game].rule_prefix}-{chapter}-") for rule in BOOKS[game])


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def texts_of(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """Yield every text of a book: its location, its language, the text."""
    for rule in book:
        for lang in LANGUAGES:
            yield f"{rule.id} title", lang, rule.title(lang)
            yield f"{rule.id} text", lang, rule.text(lang)
            yield f"{rule.id} note", lang, rule.note(lang)
            for asked in rule.player_questions:
                yield f"{rule.id} question", lang, asked.text(lang)
                yield f"{rule.id} answer", lang, asked.answer(lang)
    for rule_id, cases in book.sentences.items():
        for case, texts in cases.items():
            for lang, text in texts.items():
                yield f"{rule_id}.{case}", lang, text


@every_game
def test_every_sentence_exists_in_both_languages_with_the_same_facts(game):
    book = BOOKS[game]
    for rule, cases in book.sentences.items():
        assert rule in book or rule in (*NO_RULE, *OWN_TABLES.get(game, ())), rule
        for case, texts in cases.items():
            assert set(texts) == set(LANGUAGES), (rule, case)
            assert placeholders(texts["en"]) == placeholders(texts["de"]), (rule, case)


@every_game
def test_every_text_is_set_as_it_is_printed(game):
    for place, lang, text in texts_of(BOOKS[game]):
        assert "  " not in text, (place, lang)
        assert text == text.strip(), (place, lang)
        assert not re.search(r"\w'\w", text), (place, lang)


@every_game
def test_every_word_is_there_in_both_languages(game):
    names = tables(game)["words.toml"]
    for word, entry in names.items():
        assert set(LANGUAGES) <= set(entry), word
        forms = {form: texts for form, texts in entry.items() if form not in LANGUAGES}
        assert all(set(texts) == set(LANGUAGES) for texts in forms.values()), word


@every_game
def test_every_form_that_a_sentence_asks_for_is_a_form(game):
    forms = {form for entry in tables(game)["words.toml"].values() for form in entry if form not in LANGUAGES}
    forms |= OWN_FORMS.get(game, set())
    for place, lang, text in texts_of(BOOKS[game]):
        if "{" not in text or place.split()[-1] in ("title", "text", "note", "question", "answer"):
            continue
        asked = {form for _, name, form, _ in string.Formatter().parse(text) if name and form}
        asked = {form.removeprefix(KEEP_NAME_PREFIX) for form in asked if "|" not in form}
        assert asked <= {*forms, "", "+", CAPITALIZED_FORM}, (place, lang)


def test_a_ruling_speaks_in_the_readers_language_and_shows_its_rule():
    ruling = Ruling("TW-BAT-16", "sun", {"side": "attacker", "enemy": "defender"}, BOOK)
    assert ruling.text("en").startswith("The attacker beats the defender with the Sun")
    assert ruling.text("de").startswith("Der Angreifer besiegt den Verteidiger mit der Sonne")
    assert str(ruling).endswith("[TW-BAT-16]")
    assert "TW-BAT-16" in ruling._repr_html_()


def test_facts_are_escaped_in_html():
    ruling = Ruling("TW-BAT-1", "not_in_hand", {"card": "<script>"}, BOOK)
    assert "<script>" not in ruling._repr_html_()


def test_german_forms_and_numbers():
    words = BOOK.words
    with in_language("de"):
        assert words.format_fact("attacker", "gen") == "des Angreifers"
    assert words.format_fact("attacker", "acc") == "the attacker"
    assert words.format_fact(-3, "+") == "−3"
    assert words.format_fact(3, "+") == "+3"
    assert words.format_fact(0, "+") == "0"
    with in_language("de"):
        assert words.format_fact(("F", "W", "L")) == "Feuer, Wasser und Leben"
    assert words.format_fact(("F",)) == "Fire"


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
        twing.battle_game("F: F5 vs W: W6", seed=1).play(twing.best_battle_answer),
        BOOKS["imperium"],
        BOOKS["imperium"]["IM-UNIT-3"],
        imperium.odds("space: 1 cruiser vs 1 carrier"),
        imperium.Battle.parse("space: 1 flagship @ l1z1x vs 3 fighter"),
        imperium.battle_game("space: 1 cruiser vs 1 carrier", seed=1).play(imperium.assumed_answer),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_value_shows_itself_in_a_notebook_without_a_kernel(value):
    shown = value._repr_html_()
    assert shown.startswith("<")
    assert not re.search(r"[A-Z]\d+M>[A-Z]", shown), "signs of the notation are escaped"


RULES = """[[chapter]]
id = "one"
title = { en = "One", de = "Eins" }
[[rule]]
id = "XX-1"
chapter = "one"
status = "printed"
title = { en = "Title", de = "Titel" }
text = { en = "Text", de = "Satz" }
"""


def written_book(folder: Path, rules: str = RULES) -> Rulebook:
    """Write a rulebook of one rule and one sentence, which has no German text and names a fact."""
    (folder / "rules.toml").write_text(rules)
    (folder / "rulings.toml").write_text('[XX-1]\nwon = { en = "{side} wins" }\n')
    (folder / "words.toml").write_text("")
    return Rulebook.load(folder)


@pytest.mark.parametrize("part", ["title", "text"])
def test_a_title_or_text_without_a_language_is_named_when_the_book_is_read(tmp_path: Path, part: str) -> None:
    german = {"title": ', de = "Titel"', "text": ', de = "Satz"'}[part]
    with pytest.raises(ValueError, match=f"XX-1 has no {part} in 'de'"):
        written_book(tmp_path, RULES.replace(german, ""))


def test_a_question_of_players_without_an_answer_is_named_when_the_book_is_read(tmp_path: Path) -> None:
    asked = '[[rule.asked]]\nquestion = { en = "Why?", de = "Warum?" }\nanswer = { en = "So." }\n'
    with pytest.raises(ValueError, match="XX-1 has a player’s question without answer in 'de'"):
        written_book(tmp_path, RULES + asked)


@pytest.mark.parametrize(
    ("rule", "case", "lang", "said"),
    [
        ("XX-2", "won", "en", r"no sentence \[XX-2.won\] in 'en'"),
        ("XX-1", "lost", "en", r"no sentence \[XX-1.lost\] in 'en'"),
        ("XX-1", "won", "de", r"no sentence \[XX-1.won\] in 'de'"),
        ("XX-1", "won", "en", r"\[XX-1.won\] in 'en' needs 'side'; its facts: player"),
    ],
)
def test_a_sentence_that_cannot_be_built_says_what_its_files_lack(
    tmp_path: Path, rule: str, case: str, lang: str, said: str
) -> None:
    with pytest.raises(KeyError, match=said):
        written_book(tmp_path).sentence(rule, case, {"player": "she"})
