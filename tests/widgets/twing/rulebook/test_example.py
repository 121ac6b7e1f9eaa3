"""The example of a rule: what is played, the ruling, the table, and a link to try it."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from widgets.read_pages import words

from twingkit import Game, twing
from twingkit.core.links import line_from_link_value, unpack_text
from twingkit.core.words import LANGUAGES
from twingkit.twing.examples import examples
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.read.rulebook.rule_example import AFTER, BEFORE
from twingkit_widgets.twing.rulebook.example import (
    WORDS,
    TwingExampleView,
    example_answer_text,
    example_notation,
    example_table_html,
)

ALL = examples()


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.rule)
def test_the_way_to_try_leads_to_a_table_that_can_be_played(each) -> None:
    html = TwingExampleView(each.rule, "en", is_site_page=True).try_example_html()
    [link] = [unescape(found) for found in re.findall(r'href="([^"]*)"', html)]
    query = parse_qs(urlsplit(link).query, keep_blank_values=True)
    if " vs " in each.open:
        assert link.startswith("battle-lab.ipynb?")
        raw = urlsplit(link).query.split("battle=")[1].split("&")[0]
        assert line_from_link_value(raw) == each.open.strip()
        assert not Game.begin(line_from_link_value(raw)).over
    else:
        assert link.startswith("play.ipynb?")
        game = Game.replay(unpack_text(query["game"][0]), seed=1)
        assert isinstance(game.start, twing.GameStart)
        assert str(game.start.position) == str(Game.begin(each.open).start.position)
        assert not game.over


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.rule)
def test_in_a_notebook_the_text_stands_there_to_be_copied(each) -> None:
    html = TwingExampleView(each.rule, "de").try_example_html()
    assert "href=" not in html
    [field] = re.findall(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)
    text = unescape(field)
    assert text == example_notation(each.rule)
    assert not (Game.begin(text) if " vs " in each.open else Game.replay(text)).over


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_played_and_what_the_rule_says_stand_in_words(lang: str) -> None:
    for each in ALL:
        view = TwingExampleView(each.rule, lang)
        html = view.html()
        assert view.try_example_html() in html
        assert "href=" not in html
        assert esc(each.statement.text()) in html
        done = example_answer_text(each.rule, lang)
        assert bool(done) == bool(each.answer)
        assert esc(done) in html
        label = WORDS.say("example.tried" if each.is_refused else "example.done")
        assert (label in html) == bool(each.answer)


def test_TW_BAT_16_the_table_before_has_one_die_and_after_both() -> None:
    before, after = (words(example_table_html("TW-BAT-16", step, "en")) for step in (BEFORE, AFTER))
    assert "One die has not been rolled yet." in before
    assert "The attacker wins. The Sun decides, not the points." in after


def test_TW_BAT_6_the_battle_of_a_whole_game_names_who_supports() -> None:
    assert "The Sorceress supports the Witch with Water 2." in words(
        example_table_html("TW-BAT-6", AFTER, "en")
    )
    assert "Die Zauberin unterstützt die Hexe mit Wasser 2." in words(
        example_table_html("TW-BAT-6", AFTER, "de")
    )
    assert "supports" not in words(example_table_html("TW-BAT-6", BEFORE, "en"))


def test_TW_END_3_every_pairing_is_shown_with_its_names() -> None:
    shown = words(example_table_html("TW-END-4", AFTER, "en"))
    for other in ("Witch", "Sorceress"):
        assert f"The Mage against the {other}" in shown


def test_TW_TURN_1_outside_a_battle_the_players_lie_there_with_what_they_have() -> None:
    shown = example_table_html("TW-TURN-1", AFTER, "en")
    assert "tk-small-table" in shown
    assert "tk-score" not in shown


def test_a_table_that_cannot_be_shows_one_that_can() -> None:
    refused = [each for each in ALL if each.is_refused and not each.answer]
    assert refused
    for each in refused:
        html = TwingExampleView(each.rule, "en").html()
        assert WORDS.say("example.allowed") in html
        assert 'data-act="step"' not in html


def test_another_rule_that_speaks_can_be_opened() -> None:
    others = [each for each in ALL if each.shown_rule != each.rule]
    assert others
    for other in others:
        html = TwingExampleView(other.rule, "en").html()
        assert f'data-act="open" data-value="{other.shown_rule}" data-key="example:rule"' in html
