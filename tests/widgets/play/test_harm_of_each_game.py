"""An answer that certainly harms its own player needs a confirmation on the play pages."""

from __future__ import annotations

import pytest
from widgets.play_tables import panel as twing_panel

from twingkit.core.language import language
from twingkit_widgets.ember.play.panel import EmberPlayPanel
from twingkit_widgets.table.play.panel import MatchPanel

EMBER = "ember: p1 hand A5 E5 F5 A9 *; p2 hand 3; to move p1 draw"


def ember() -> MatchPanel:
    """Return a page with a hand in which an Archmage can be thrown away."""
    return EmberPlayPanel(record=EMBER, seat=0, seed=3, lang=language())


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "discard an Archmage"), ("de", "einen Erzmagier abwerfen")]
)
def test_a_harm_is_asked_back_once_in_both_languages(lang: str, said: str):
    panel = ember()
    before = len(panel.match.game)
    panel.do("answer", "draw *")
    assert panel.error is None
    assert len(panel.match.game) == before
    assert said in panel.html
    panel.do("answer", "draw *")
    assert panel.match.game.transcript[before].answer == "draw *"


@pytest.mark.parametrize(("lang", "said"), [("en", "Sun, the best result"), ("de", "Sonne, das beste")])
def test_a_card_against_the_own_die_is_asked_back_once(lang: str, said: str):
    seats = "p1 hand F6 F3 cat", "p2 hand W6 W4"
    answers = "p1: attack p2", "p1: lay F6", "p2: lay W6", "p1: roll Sun", "p2: roll 1"
    panel = twing_panel(*seats, *answers)
    assert panel.match.question.kind == "respond"
    before = len(panel.match.game)
    panel.do("answer", "cat")
    assert panel.error is None
    assert said in panel.html
    assert len(panel.match.game) == before
    panel.do("answer", "cat")
    assert panel.match.game.transcript[before].answer == "cat"
