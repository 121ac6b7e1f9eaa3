"""The texts of the pictures of Imperial Twing, with the texts of all panels as a fallback."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel import wording
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("picture_words.toml"), fallback=wording.words())
"""The texts of the pictures."""

say = WORDS.say
"""Return a text of the pictures or of all panels."""
