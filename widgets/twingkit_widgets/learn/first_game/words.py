"""The words of the teacher beside a first game, from `first_words.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("first_words.toml"))
"""The sentences of the teacher, whatever the game."""
