"""The page of readings of Imajica: every switch has its question, what the book says, and its scenes."""

from __future__ import annotations

import pytest

from twingkit import Game
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.variants.disagreements import DISAGREEMENTS
from twingkit.imajica.variants.variant import SWITCHES
from twingkit_widgets.imajica.disagreements_panel import ImajicaRuleDisagreementsPanel
from twingkit_widgets.imajica.rulebook.panel import ImajicaRulebook
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.panel.panel import Panel

NO_SCENE = {"IJ-DECK-2", "IJ-DECK-3"}
"""What is about decks, before a table is laid."""


def test_every_switch_is_asked_once() -> None:
    switches = [reading.change.switch for reading in DISAGREEMENTS if reading.change]
    assert sorted(switch.key for switch in switches) == sorted(SWITCHES.values)
    for reading, switch in zip(DISAGREEMENTS, switches, strict=True):
        assert switch.interpretation_rule == reading.rule
        assert reading.rule in switch.rules
        assert rulebook()[reading.rule].sources or reading.kind == "silent"


@pytest.mark.parametrize("rule", [reading.rule for reading in DISAGREEMENTS])
def test_all_readings_are_played_and_differ(rule: str) -> None:
    reading = DISAGREEMENTS[rule]
    comparison = reading.compare()
    assert bool(comparison.scenes) == (rule not in NO_SCENE)
    told = [tuple(map(str, story.lines)) for story in comparison.scenes]
    assert len(set(told)) == len(told)
    assert len(told) in (0, 1 + len(reading.variants))
    for story in comparison.scenes:
        assert Game.replay(story.game.record).table.key() == story.game.table.key()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_reading_is_shown_with_the_book_and_its_stories(lang: str) -> None:
    panel = ImajicaRuleDisagreementsPanel(lang, site=True)
    for reading in DISAGREEMENTS:
        panel.do("open", reading.rule)
        assert panel.error is None
        shown = Panel.static_html(panel)
        assert esc(reading.sources_text()) in shown
        assert esc(rulebook()[reading.rule].text()) in shown
        assert all(esc(line.text()) in shown for story in reading.compare().scenes for line in story.lines)
        assert all(f"variant {variant}" in shown for variant in reading.variants)


def test_the_forms_that_set_a_switch_are_named() -> None:
    shown = ImajicaRuleDisagreementsPanel(rule="IJ-HOLD-1", site=True).html
    assert "Simple Three (simple_three), the tournament finals (finals)" in shown
    assert "No form of the game" in ImajicaRuleDisagreementsPanel(rule="IJ-SEIZE-7").html


def test_a_rule_with_several_readings_leads_to_them_on_the_site_only() -> None:
    link = 'href="imajica-readings.ipynb?rule=IJ-SEIZE-7&amp;lang=de"'
    assert link in ImajicaRulebook("de", game="imajica", rule="IJ-SEIZE-7", site=True).html
    assert link not in ImajicaRulebook("de", game="imajica", rule="IJ-SEIZE-7").html
    assert "imajica-readings" not in ImajicaRulebook("de", game="imajica", rule="IJ-SEIZE-1", site=True).html
