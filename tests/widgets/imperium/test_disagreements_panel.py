"""Doubts in the rules of battles: the panel and the page, both stories, how to play the alternative."""

from __future__ import annotations

import re

from twingkit import imperium
from twingkit.imperium.battle.disagreements import DISAGREEMENTS
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import SWITCHES
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.site.page import page as open_page


def test_every_switch_has_its_reading_and_its_rule() -> None:
    assert [switch.interpretation_rule for switch in SWITCHES.all_switches] == [
        reading.rule for reading in DISAGREEMENTS
    ]
    for switch, reading in zip(SWITCHES.all_switches, DISAGREEMENTS, strict=True):
        assert reading.first_change is not None
        assert reading.first_change.switch.key == switch.key
        assert all(rule in rulebook() for rule in switch.rules)
        assert re.search(rf"“{switch.key}(=\w+)?”", rulebook()[reading.rule].note())
        assert reading.kind in DISAGREEMENTS.kinds


def test_the_page_opens_the_question_of_the_address() -> None:
    panel = open_page("imperium-readings", "rule=IM-VAR-2&lang=de")[0]
    assert panel.state == "IM-VAR-2"
    assert "No question has the number" in open_page("imperium-readings", "rule=IM-VAR-99")[0].html


def test_a_link_plays_the_other_reading() -> None:
    panel = open_page("imperium-play", "variant=volley%3Dany")[0]
    assert panel.match.game.start.variant == panel.match.settings.variant == imperium.Variant(volley="any")
    assert "variant=volley%3Dany" in open_page("imperium-play", "variant=volley%3Dany").frame.place
    usual = open_page("imperium-play", "variant=volley%3Dhalf")[0]
    assert usual.match.game.start.variant is imperium.BOX


def test_the_play_panel_takes_a_variant() -> None:
    panel = ImperiumPlayPanel("space: 1 cruiser vs 1 cruiser 2 pds", seat=1, seed=1, variant="volley=any")
    assert panel.match.game.start.variant == imperium.Variant(volley="any")
    assert "1 × " in panel.html
    panel.do("answer", f"{len(panel.match.game)}:play 1 pds")
    assert panel.error is None
    assert panel.match.game.transcript[0].answer == "play 1 pds"
