"""The texts of the gallery, and the names of its pieces."""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("gallery_words.toml"))

say = WORDS.say
"""Return the text of a key of the gallery, filled with facts."""


def component_name(card: str) -> str:
    """Return the name of a card, an ability or a technology."""
    return rulebook().words.name(f"card_{card}")


def rule_text(rule: str) -> str:
    """Return the text of a rule; "" if the rulebook lacks it."""
    return rulebook()[rule].text() if rule in rulebook() else ""
