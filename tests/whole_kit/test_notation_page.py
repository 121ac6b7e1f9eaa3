"""docs/notation.md: all its lines are canonical, legal and linkable.

And what docs/imperium-notation.md says beside its table of effects, which has a test of its own.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from twingkit import Game, ember, imajica, imperium, twing
from twingkit.core.links import line_from_link_value, to_link_value
from twingkit.core.questions import Refusal
from twingkit.imperium.box.units import BATTLE_CLASSES
from twingkit.twing.exact_odds.attack_lines import parse_attack_line
from twingkit.twing.notation.position_lines import SEAT_PART_PARSERS, TABLE_PART_PARSERS
from twingkit.twing.notation.situation import Situation

PAGE = Path(__file__).parents[2].joinpath("docs", "notation.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```line\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def read(line: str) -> object:
    return Situation.parse(line).check() if re.search("[:;] hand ", line) else parse_attack_line(line)


def test_the_page_shows_every_kind_of_line():
    assert len(LINES) >= 9
    assert len({type(read(line)) for line in LINES}) == 5


@pytest.mark.parametrize("line", LINES)
def test_a_shown_line_is_canonical_legal_and_linkable(line):
    assert str(read(line)) == line
    assert line_from_link_value(to_link_value(line)) == line


def test_the_rules_that_the_page_names_are_there():
    named = set(re.findall(r"TW-[A-Za-z]+-[0-9a-z]+", PAGE))
    assert len(named) > 10
    assert all(rule in twing.rulebook() for rule in named)


def test_the_signs_of_links_are_the_documented_ones():
    assert to_link_value("F: F5 + F6M>F3 & cat / F4*2") == "F:_F5_~_F6M-F3_!_cat_%2F_F4%2A2"


POSITION = re.findall(r"```position\n(.*?)```", PAGE, re.DOTALL)[0]


def test_the_shown_position_is_canonical_and_a_game_goes_on_from_it():
    game = twing.position_game(POSITION, seed=1)
    assert game.start.position.lines() == POSITION.splitlines()[1:]
    assert game.question.kind == "act"
    assert Game.replay(game.record).record == game.record


def test_every_part_of_a_position_is_on_the_page():
    shown = PAGE.partition("## A position of a whole game")[2]
    assert all(re.search(rf"`{part}\b", shown) for part in (*SEAT_PART_PARSERS, *TABLE_PART_PARSERS))


# -- the second game's page

FOLDER = Path(__file__).parents[2]
FLEETS = FOLDER.joinpath("docs", "imperium-notation.md").read_text(encoding="utf-8")
FLEET_LINES = [
    line for block in re.findall(r"```line\n(.*?)```", FLEETS, re.DOTALL) for line in block.splitlines()
]

REFUSED = (
    ("IM-UNIT-13", "space: 1 flagship vs 1 cruiser"),
    ("IM-UNIT-2", "space: 1 warsun+ vs 1 cruiser"),
    ("IM-UNIT-3", "space: 1 cruiser! vs 1 cruiser"),
    ("IM-MOVE-7", "space: 1 cruiser @ nebula vs 1 cruiser"),
    ("IM-TECH-1", "space: 1 cruiser @ sol,nes vs 1 cruiser"),
    ("IM-TECH-vax", "space: 1 cruiser @ sol,x=l1z1x.dreadnought vs 1 cruiser"),
    ("IM-UNIT-14", "space: 1 cruiser @ sol,munitions vs 1 cruiser"),
    ("IM-TRADE-1", "space: 1 cruiser @ letnev,war_funding vs 1 cruiser"),
    ("IM-UNIT-3", "space: 1 cruiser 1 warsun / sustain=cruiser vs 1 cruiser"),
    ("IM-ODDS-2", "space: 1 cruiser / order=infantry vs 1 cruiser"),
    ("IM-ODDS-3", "space: 1 cruiser / best vs 1 cruiser / best"),
)
"""A line for each row of the page's table of refusals."""


@pytest.mark.parametrize("line", FLEET_LINES)
def test_a_shown_line_of_fleets_is_linkable(line):
    assert imperium.Battle.parse(line_from_link_value(to_link_value(line))) == imperium.Battle.parse(line)


def test_the_signs_of_fleets_links_are_the_documented_ones():
    line = "space: 2 cruiser+ @ sol,f_prototype vs 1 carrier / sustain=never"
    assert to_link_value(line) == "space:_2_cruiser%7E_@_sol,f.prototype_vs_1_carrier_%2F_sustain%3Dnever"


def test_the_page_names_every_faction_and_class_of_units():
    named = re.search(r"Factions: (.*?)\.", FLEETS, re.DOTALL)
    assert re.findall("`([a-z0-9]+)`", named[1]) == sorted(imperium.faction_ids())
    classes = re.search(r"class   := (.*)", FLEETS)
    assert classes[1].split() == list(BATTLE_CLASSES)


def test_the_page_lists_what_is_refused_and_no_more():
    table = FLEETS.partition("| refused | by |")[2].partition("\n\n")[0]
    assert re.findall(r"\| (IM-[A-Z]+-[0-9a-z]+) \|", table) == [rule for rule, _ in REFUSED]


@pytest.mark.parametrize(("rule", "line"), REFUSED)
def test_what_the_page_says_is_refused_is(rule, line):
    assert [problem.rule for problem in imperium.Battle.parse(line).problems()] == [rule]


def test_the_map_of_the_page_is_that_of_the_short_game():
    maps = re.findall(r"^    ([0-9 ]+)$", FLEETS, re.MULTILINE)
    assert [imperium.Galaxy.parse(text) for text in maps] == [imperium.preset_board(3, "short").galaxy]


def test_the_readme_leads_to_both_pages():
    readme = FOLDER.joinpath("README.md").read_text(encoding="utf-8")
    for page in ("docs/notation.md", "docs/imperium-notation.md"):
        assert f"]({page})" in readme
        assert FOLDER.joinpath(page).is_file()


# -- the third game's page

POSITIONS = FOLDER.joinpath("docs", "ember-notation.md").read_text(encoding="utf-8")
POSITION_LINES = [
    line for block in re.findall(r"```line\n(.*?)```", POSITIONS, re.DOTALL) for line in block.splitlines()
]


@pytest.mark.parametrize("line", POSITION_LINES)
def test_a_shown_position_is_canonical_and_linkable(line):
    assert str(ember.Position.parse(line)) == line
    assert line_from_link_value(to_link_value(line)) == line


def test_the_costs_rules_and_refusals_of_the_page_of_positions_are_there():
    assert len(POSITION_LINES) == 3
    assert all(rule in ember.rulebook() for rule in re.findall(r"EM-[A-Z]+-[0-9]+", POSITIONS))
    for cost in re.findall(r"`([NERS][2-5](?:\+[NERS][2-5])?)`", POSITIONS):
        assert str(ember.Cost.parse(cost)) == cost
    for line, rule in re.findall(r"\| `(ember: .*?)` \| (EM-\S+) \|", POSITIONS):
        with pytest.raises((ValueError, Refusal), match=rule):
            ember.Position.parse(line)


# -- the fourth game's page

REALMS = FOLDER.joinpath("docs", "imajica-notation.md").read_text(encoding="utf-8")
REALM_LINES = [
    line for block in re.findall(r"```line\n(.*?)```", REALMS, re.DOTALL) for line in block.splitlines()
]


@pytest.mark.parametrize("line", REALM_LINES)
def test_a_shown_line_of_realms_is_canonical_and_linkable(line):
    assert str(imajica.Position.parse(line)) == line
    assert line_from_link_value(to_link_value(line)) == line


def test_the_rules_and_refusals_of_the_page_of_realms_are_there():
    assert len(REALM_LINES) == 4
    assert all(rule in imajica.rulebook() for rule in re.findall(r"IJ-[A-Z]+-[0-9]+", REALMS))
    refused = re.findall(r"\| `(imajica: .*?)` \| (IJ-\S+) \|", REALMS)
    assert len(refused) == 5
    for line, rule in refused:
        with pytest.raises((ValueError, Refusal), match=rule):
            imajica.Position.parse(line)


def test_the_answers_of_the_page_of_realms_begin_as_questions_read_them():
    words = set(re.findall(r"^\| `([a-z]+)", REALMS.partition("## Answers")[2], re.MULTILINE))
    assert words == {
        *("lay", "play", "call", "seize", "challenge", "damage", "use", "artist", "retreat", "advance"),
        *("hand", "choose", "pass"),
    }
