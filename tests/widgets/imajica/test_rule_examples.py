"""The examples on the rulebook page of Imajica describe the effect of the played card."""

from __future__ import annotations

import html

import pytest

from twingkit.imajica.box.cards import load_cards
from twingkit_widgets.read.rulebook.panel import RulebookPanel


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    ("rule", "card", "power"),
    [
        ("IJ-CARD-2", "ritual", False),
        ("IJ-TIME-3", "lightning", False),
        ("IJ-PIV-2", "general-rosengarten", True),
    ],
)
def test_an_example_says_what_the_played_card_or_power_does(
    rule: str, card: str, power: bool, lang: str
) -> None:
    panel = RulebookPanel(lang, game="imajica", rule=rule)
    played = load_cards()[card]
    effect = played.powers[0][0] if power else played.effects[0]
    told = panel.html.partition('data-key="told"')[2].partition("</dl>")[0]
    assert effect.text() in html.unescape(told)
