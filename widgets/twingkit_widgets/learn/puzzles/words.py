"""The texts of puzzles, from `puzzle_words.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("puzzle_words.toml"))
"""The texts of puzzles, for any game."""
