"""The registry: what an entry must be, and that a broken one is left out without taking the kit down."""

from __future__ import annotations

import warnings

import pytest

from twingkit.core import games as registry
from twingkit.core.games import (
    GameEntry,
    UnusableGameWarning,
    game_of_line,
    game_of_rule,
    likely_game_of_line,
)
from twingkit.core.messages import Fault
from twingkit.core.notation import NotationError
from twingkit.core.starts import closest_game_of_line, parse_start

GOOD = {
    "id": "dice",
    "titles": {"en": "Dice", "de": "Würfel"},
    "rule_prefix": "DI",
    "line_prefixes": ("dice:",),
}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "Dice game"),
        ("titles", {"en": "Dice"}),
        ("titles", {"en": "Dice", "de": ""}),
        ("rule_prefix", "d"),
        ("line_prefixes", "dice:"),
        ("line_prefixes", ("",)),
        ("rules", "no path"),
        ("starts", "module:a:b"),
    ],
)
def test_a_field_that_cannot_be_is_named_in_both_languages(field, value):
    with pytest.raises(Fault, match=field) as bad:
        GameEntry(**{**GOOD, field: value})
    assert bad.value.text("en") != bad.value.text("de")


class Point:
    """A stand-in for the entry point of a distribution."""

    def __init__(self, name, entry):
        self.name, self.value, self.entry = name, f"{name}:GAME", entry

    def load(self):
        if isinstance(self.entry, Exception):
            raise self.entry
        return self.entry


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (Point("broken", ModuleNotFoundError("no module named x")), "no module named x"),
        (Point("syntax", SyntaxError("bad line")), "bad line"),
        (Point("text", "no entry"), "GameEntry"),
        (Point("same", GameEntry(**GOOD | {"id": "twing"})), "id twing"),
        (Point("prefix", GameEntry(**GOOD | {"rule_prefix": "TW"})), "rule_prefix TW"),
        (Point("lines", GameEntry(**GOOD | {"line_prefixes": ("space: odd",)})), "space"),
        (Point("short", GameEntry(**GOOD | {"line_prefixes": ("s",)})), "line_prefixes s"),
    ],
)
def test_an_entry_that_cannot_be_used_is_left_out_and_named(monkeypatch, bad, words):
    good = [Point(entry.id, entry) for entry in registry.games()]
    monkeypatch.setattr(registry, "entry_points", lambda group: [bad, *good])
    with pytest.warns(UnusableGameWarning, match=words):
        kept = registry.installed_games.__wrapped__()
    assert kept == registry.games()


def test_the_games_that_are_offered_are_named_with_blanks_or_without(monkeypatch):
    monkeypatch.setenv(registry.OFFERED_GAMES_ENV_VARIABLE, " ember, twing ,")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [entry.id for entry in registry.games()] == ["ember", "twing"]


def test_a_name_that_no_game_has_is_left_out_of_those_that_are_offered_and_named(monkeypatch):
    monkeypatch.setenv(registry.OFFERED_GAMES_ENV_VARIABLE, "ember,twng")
    with pytest.warns(UnusableGameWarning, match=r"TWINGKIT_GAMES.*'twng'.*twing"):
        assert [entry.id for entry in registry.games()] == ["ember"]
    monkeypatch.setenv(registry.OFFERED_GAMES_ENV_VARIABLE, "twng")
    with pytest.warns(UnusableGameWarning, match="'twng'"):
        assert registry.games() == registry.installed_games(), "a misspelt name stops no site"


def test_a_good_entry_takes_its_place(monkeypatch):
    mine = GameEntry(**GOOD, sort_order=0)
    points = [Point(entry.id, entry) for entry in (*registry.games(), mine)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert registry.installed_games.__wrapped__() == (mine, *registry.games())


def test_a_part_that_cannot_be_loaded_is_named():
    entry = GameEntry(**GOOD, rules="dice_that_are_not_there:rulebook", odds="twingkit.odds.odds:nothing")
    for part in ("rules", "odds"):
        with pytest.raises(Fault, match=part):
            entry.load(part)
    assert entry.load("views") is None


def test_rules_and_lines_find_their_game():
    assert game_of_rule("tw-bat-1").id == "twing"
    with pytest.raises(LookupError, match="TW-…"):
        game_of_rule("XY-1")
    assert game_of_line("duel_F:_F5").id == "twing", "as it stands in a link"
    assert game_of_line("space 1 cruiser") is None
    assert likely_game_of_line("space 1 cruiser").id == "imperium"


def test_a_line_that_nobody_owns_gets_one_error_that_says_how_lines_begin():
    for read in (closest_game_of_line, parse_start):
        with pytest.raises(Fault, match="expected a line that begins") as bad:
            read("chess: e4")
        for text in (bad.value.text("en"), bad.value.text("de")):
            assert "space: …" in text
            assert "duel …" in text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("F: F5 vs W: W6", "twing.battle"),
        ("battle F: F5 vs W: W6", "twing.battle"),
        ("endgame F: F5 vs W: W4 vs L: L9", "twing.endgame"),
        ("players F W\nvariant short", "twing"),
        ("space: 1 cruiser vs 1 cruiser", "imperium.battle"),
        ("battle space: 1 cruiser vs 1 cruiser", "imperium.battle"),
    ],
)
def test_a_line_or_set_up_lines_find_their_start(text, name):
    assert parse_start(text).name == name


@pytest.mark.parametrize("first", ["Space:", "SPACE:", "spce:", "sapce:"])
def test_a_line_that_begins_nearly_as_one_of_a_game_is_answered_by_that_game(first: str) -> None:
    assert closest_game_of_line(f"{first} 1 cruiser vs 1 cruiser").id == "imperium"
    with pytest.raises(NotationError, match="space:"):
        parse_start(f"{first} 1 cruiser vs 1 cruiser")


@pytest.mark.parametrize("line", ["", "   ", "x: y", "hello there"])
def test_a_line_that_begins_like_none_says_how_they_begin(line: str) -> None:
    with pytest.raises(Fault, match=r"space: …"):
        closest_game_of_line(line)
