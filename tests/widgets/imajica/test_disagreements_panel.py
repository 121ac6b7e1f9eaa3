"""The page of Imajica's interpretations: every switch has its question, what the book says, and its
scenes."""

from __future__ import annotations

from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.variants.disagreements import DISAGREEMENTS
from twingkit.imajica.variants.variant import SWITCHES
from twingkit_widgets.imajica.disagreements_panel import ImajicaRuleDisagreementsPanel
from twingkit_widgets.imajica.rulebook.panel import ImajicaRulebook


def test_every_switch_is_asked_once() -> None:
    switches = [reading.first_change.switch for reading in DISAGREEMENTS if reading.first_change]
    assert sorted(switch.key for switch in switches) == sorted(SWITCHES.values)
    for reading, switch in zip(DISAGREEMENTS, switches, strict=True):
        assert switch.interpretation_rule == reading.rule
        assert reading.rule in switch.rules
        assert rulebook()[reading.rule].sources or reading.kind == "silent"


def test_the_forms_that_set_a_switch_are_named() -> None:
    shown = ImajicaRuleDisagreementsPanel(rule="IJ-HOLD-1", site=True).html
    assert "Simple Three (simple_three), the tournament finals (finals)" in shown
    assert "No version of the game" in ImajicaRuleDisagreementsPanel(rule="IJ-SEIZE-7").html


def test_a_rule_with_several_readings_leads_to_them_on_the_site_only() -> None:
    link = 'href="imajica-readings.ipynb?rule=IJ-SEIZE-7&amp;lang=de"'
    assert link in ImajicaRulebook("de", game="imajica", rule="IJ-SEIZE-7", site=True).html
    assert link not in ImajicaRulebook("de", game="imajica", rule="IJ-SEIZE-7").html
    assert "imajica-readings" not in ImajicaRulebook("de", game="imajica", rule="IJ-SEIZE-1", site=True).html
