"""The words of the page of a class."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("class_words.toml"))
"""The sentences of lists, results and their table."""
