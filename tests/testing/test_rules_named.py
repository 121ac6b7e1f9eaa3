"""A rulebook or a first game that names missing things is refused, with the file and the id."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.glossary import Glossary
from twingkit.core.rulebook import Chapter, NamesByLanguage, Rule, Rulebook
from twingkit.learn.first_game.first_game import FirstGameSettings
from twingkit.testing.glossaries import assert_links_valid
from twingkit.testing.rules import assert_first_game_loads, assert_rulebook_complete

RULES = """
[[chapter]]
id = "one"
title = { en = "One", de = "Eins" }
[[rule]]
id = "XX-1"
chapter = "one"
status = "printed"
title = { en = "Title", de = "Titel" }
text = { en = "Text", de = "Satz" }
see = ["XX-2"]
[[rule]]
id = "XX-2"
chapter = "one"
status = "ruling"
title = { en = "Other", de = "Andere" }
text = { en = "Text", de = "Satz" }
"""
RULINGS = '[XX-1.won]\nen = "won"\nde = "gewonnen"\n[ask.bid]\nen = "?"\nde = "?"\n'


def book(folder: Path, rules: str = RULES, rulings: str = RULINGS) -> Rulebook:
    for name, text in (("rules.toml", rules), ("rulings.toml", rulings), ("words.toml", "")):
        (folder / name).write_text(text, encoding="utf-8")
    return Rulebook.load(folder)


def test_a_whole_rulebook_holds(tmp_path: Path) -> None:
    assert_rulebook_complete(book(tmp_path))


@pytest.mark.parametrize(
    ("whole", "broken", "said"),
    [
        ('id = "XX-2"', 'id = "XX-1"', "rules.toml: XX-1 is given twice"),
        ('see = ["XX-2"]', 'see = ["XX-3"]', "rules.toml: XX-1 links to 'XX-3', which is not a rule"),
        ('see = ["XX-2"]', 'see = ["one"]', "rules.toml: XX-1 links to 'one', which is not a rule"),
        (
            'chapter = "one"',
            'chapter = "two"',
            "rules.toml: XX-1 is in the chapter 'two', which does not exist",
        ),
        (
            'status = "ruling"',
            'status = "house"',
            "XX-2 has the status 'house', expected one of printed, reference, ruling",
        ),
    ],
)
def test_files_are_refused_when_they_are_read(tmp_path: Path, whole: str, broken: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        book(tmp_path, RULES.replace(whole, broken, 1))


@pytest.mark.parametrize(
    ("rulings", "said"),
    [
        (RULINGS.replace("XX-1", "XX-7"), r"rulings.toml: \['XX-7'\] are named, which are no rules"),
        (RULINGS.replace('de = "?"\n', ""), r"rulings.toml: \[ask.bid\] is missing in \['de'\]"),
    ],
)
def test_sentences_of_no_rule_and_in_one_language_are_found(tmp_path: Path, rulings: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        assert_rulebook_complete(book(tmp_path, rulings=rulings))


BOTH = {"en": "One", "de": "Eins"}
RULE = Rule("XX-1", "one", "printed", BOTH, BOTH)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"related_rules": ("XX-3",)}, r"XX-1: see: \['XX-3'\] are named, which are no rules"),
        ({"related_rules": ("XX-1",)}, "XX-1: see leads to the rule itself"),
        ({"chapter": "two"}, "XX-1: there is no chapter 'two'"),
        ({"status": "house"}, "XX-1: its status is 'house'"),
        ({"texts": {"en": "One"}}, r"XX-1: its text is missing in \['de'\]"),
        ({"notes": {"de": "Eins"}}, r"XX-1: its note is missing in \['en'\]"),
    ],
)
def test_a_rulebook_made_in_another_way_is_checked_too(change: dict[str, object], said: str) -> None:
    chapters = [Chapter("one", BOTH)]
    assert_rulebook_complete(Rulebook([RULE], chapters, {}, NamesByLanguage({})))
    with pytest.raises(AssertionError, match=said):
        assert_rulebook_complete(
            Rulebook([RULE, attrs.evolve(RULE, **change)], chapters, {}, NamesByLanguage({}))
        )


def test_a_word_that_names_no_rule_is_found(tmp_path: Path) -> None:
    text = '[[entry]]\nid = "coin"\nname = { en = "coin", de = "Münze" }\ntext = { en = "A.", de = "B." }\n'
    assert_links_valid(Glossary.parse(text + 'rules = ["XX-1"]'), book(tmp_path))
    with pytest.raises(AssertionError, match=r"coin: rules names \['XX-9'\]"):
        assert_links_valid(Glossary.parse(text + 'rules = ["XX-9"]'), book(tmp_path))


FIRST = (
    "".join(
        f'[screen.{part}]\ntitle = {{ en = "A", de = "B" }}\ntext = {{ en = "A", de = "B" }}\n'
        for part in ("table", "aim", "turn", "end")
    )
    + '[answer.draw]\nen = "draws"\nde = "zieht"\n[tell.EM-TURN-1]\ntext = { en = "A", de = "B" }\n'
)


@pytest.fixture
def first_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that checks a first game of Ember with these texts: `first_game(texts, **parts)`."""

    def check(texts: str, **parts: object) -> None:
        (tmp_path / "first.toml").write_text(texts, encoding="utf-8")
        load = GameEntry.load

        def loaded(entry: GameEntry, part: str) -> object:
            read = FirstGameSettings.load
            files = tmp_path / "first.toml", tmp_path / "deals.toml"
            return read(*files, **parts) if part == "first_game" else load(entry, part)

        monkeypatch.setattr(GameEntry, "load", loaded)
        assert_first_game_loads("ember")

    return check


def test_a_whole_first_game_holds(first_game) -> None:
    first_game(FIRST, first_screen_rules=("EM-TURN-1",))


@pytest.mark.parametrize(
    ("whole", "broken", "said"),
    [
        ("[screen.end]", "[screen.ende]", r"ember: first\.toml lacks the text screen\.end\.title; "),
        ("[tell.EM-TURN-1]", "[tell.EM-TURN-99]", r"ember: \[tell\] of its first game: \['EM-TURN-99'\]"),
        ('de = "zieht"', "", r"what is said of the answer 'draw' is missing in \['de'\]"),
        ('text = { en = "A", de = "B" }', 'text = { en = "A" }', r"the text of \[screen.table\] is missing"),
    ],
)
def test_what_a_first_game_lacks_is_found(first_game, whole: str, broken: str, said: str) -> None:
    assert whole in FIRST
    with pytest.raises(AssertionError, match=said):
        first_game(FIRST.replace(whole, broken, 1))


def test_rules_that_a_first_game_names_and_are_not_there_are_found(first_game) -> None:
    with pytest.raises(AssertionError, match=r"ember: quiet of its first game: \['EM-NO-1'\]"):
        first_game(FIRST, filler_rules={"draw": ("EM-NO-1",)})


def test_a_game_without_a_first_game_of_its_own_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game_by_id("ember").load("rules")
    monkeypatch.setattr(GameEntry, "load", lambda entry, part: rules if part == "rules" else None)
    with pytest.raises(AssertionError, match="ember: names no first game in its entry"):
        assert_first_game_loads("ember")
