"""What the pages say, from `page_words.toml`: read once for the frame, its help and the start page."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.wording import Words

WORDS = Words(Path(__file__).with_name("page_words.toml"))
"""The sentences of the pages."""
