"""The texts of practice."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("practice_words.toml"))
"""The texts in both languages."""
