"""Rulings: each leads to its rule, and each rule to its relatives."""

from __future__ import annotations

import re

import pytest

from twingkit import twing
from twingkit.core.games import games
from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.read.rulebook.rulings import RulingsPanel, rule_html, rule_note_text, rulings_html


@pytest.fixture
def panel() -> RulingsPanel:
    """Return a panel with the rulings of a short battle."""
    game = twing.battle_game("F: F5 vs W: W6")
    for answer in ("lay F5", "lay W6", "roll Sun", "roll 2"):
        game.answer(answer)
    return RulingsPanel(game.rulings)


def test_every_ruling_is_a_button_with_its_rule(panel: RulingsPanel) -> None:
    assert panel.html.count('class="tk-ruling"') == len(panel.rulings)
    for ruling in panel.rulings:
        assert f'data-value="{ruling.rule}"' in panel.html


def test_a_rule_opens_and_closes(panel: RulingsPanel) -> None:
    rule = twing.rulebook()["TW-BAT-16"]
    panel.do("rule", "TW-BAT-16")
    assert rule.title("en") in panel.status
    assert "tk-opened" in panel.html
    assert 'aria-pressed="true"' in panel.html
    panel.do("rule", rule.related_rules[0])
    assert f'data-key="opened:{rule.related_rules[0]}"' in panel.html
    panel.do("rule", "")
    assert "tk-opened" not in panel.html


def test_an_unknown_rule_opens_nothing(panel: RulingsPanel) -> None:
    panel.do("rule", "TW-NO-1")
    assert panel.open_rule_id == ""
    assert panel.error is None


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_rule_can_be_opened(lang: str) -> None:
    book = twing.rulebook()
    for rule in book:
        html = rule_html(rule, book)
        assert rule.id in html
        assert html.count('class="tk-link"') == len(rule.related_rules)


def test_no_rulings() -> None:
    with in_language("de"):
        assert "Bisher wurde keine Regel gebraucht." in rulings_html([])
    panel = RulingsPanel([])
    panel.do("rule", "TW-BAT-1")
    assert panel.error is None
    assert panel.open_rule_id == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_note_calls_switches_by_their_titles(lang: str) -> None:
    titled = 0
    for game in games():
        variants = game.load("variants")
        for rule in game.load("rules")() if variants else ():
            titles = [switch.title() for switch in variants.switches.all_switches]
            for sign, called in re.findall(r"(?:switch|Schalter) (\S)([^“”]*)", rule_note_text(rule)):
                assert sign in "„“", (rule.id, called)
                assert called in titles, (rule.id, called)
                titled += 1
    assert titled >= 50


def test_what_an_opened_rule_adds_to_its_text_folds_on_a_phone() -> None:
    book = twing.rulebook()
    text, _, more = rule_html(book["TW-BAT-7"], book).partition("<details")
    assert "A Sun wins the battle" in re.sub("<[^>]+>", "", text)
    assert "data-fold" in more
    assert 'class="tk-link"' not in text
    assert 'class="tk-link"' in more
