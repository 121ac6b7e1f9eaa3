"""The texts of the pages of a class."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("class_words.toml"))
"""The texts of lists, results and their table."""


def counted_key(key: str, n: int) -> str:
    """Return the key of a sentence about `n` things; the key for a single thing has a suffix.

    >>> counted_key("results.taken", 1), counted_key("results.taken", 2)
    ('results.taken_one', 'results.taken')
    """
    return f"{key}_one" if n == 1 else key
