"""The texts of the page of a review."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("review_words.toml"))
"""The texts of the page of a review."""
