"""The texts of the page of a real table, from `referee_words.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("referee_words.toml"))
"""The texts of the page for any game."""
