"""The rulebook page of Ember plays an example for every rule, in both languages, before and after."""

from __future__ import annotations

import pytest

from twingkit.core.words import LANGUAGES
from twingkit.ember.examples import example
from twingkit.ember.rules.rulebook import rulebook
from twingkit_widgets.ember.disagreements_panel import EmberRuleDisagreementsPanel
from twingkit_widgets.read.rulebook.panel import RulebookPanel


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_shows_its_example(lang: str) -> None:
    panel = RulebookPanel(lang, game="ember")
    for rule in rulebook():
        panel.do("open", rule.id)
        assert panel.error is None
        assert 'data-key="told"' in panel.html, rule.id
        refused = "tk-book-refused" in panel.html
        assert refused is example(rule.id).is_refused, rule.id


def test_the_table_before_and_after_are_two() -> None:
    panel = RulebookPanel("en", game="ember", rule="EM-CONJ-2")
    after = panel.html
    panel.do("step", "before")
    assert panel.html != after
    panel.do("step", "after")
    assert panel.html == after


@pytest.mark.parametrize(
    ("lang", "sign", "told"), [("en", "VP", "Victory Points"), ("de", "SP", "Siegpunkte")]
)
def test_the_sign_for_victory_points_is_spelled_out_wherever_it_stands(
    lang: str, sign: str, told: str
) -> None:
    panel = RulebookPanel(lang, game="ember")
    for rule in rulebook():
        panel.do("open", rule.id)
        if f" {sign}, " in panel.html:
            assert f"{sign}: {told}." in panel.html, rule.id
    readings = EmberRuleDisagreementsPanel(lang, rule="EM-ABIL-6")
    assert f" {sign}, " in readings.html
    assert f"{sign}: {told}." in readings.html
    gallery = RulebookPanel(lang, game="ember", show="gallery")
    assert f" {sign}<" not in gallery.html
    assert f"13 {told}" in gallery.html
