"""The texts of the move lab "What if I go there"."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.lab.lab_words import lab_text
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("strike_words.toml"))
"""The texts of the move lab."""

strike_say = partial(lab_text, WORDS, rulebook)
"""Return a text of the move lab, or one of all labs."""
