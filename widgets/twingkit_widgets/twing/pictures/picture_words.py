"""The words of Imperial Twing's pictures, with the words of all panels behind it."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel import wording
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("picture_words.toml"), fallback=wording.words())
"""The sentences of the pictures."""


def say(key: str, **facts: object) -> str:
    """A sentence of the pictures, or of all panels. KeyError: no such key, language or fact."""
    return WORDS.say(key, **facts)
