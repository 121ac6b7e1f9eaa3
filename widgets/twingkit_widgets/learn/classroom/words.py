"""The texts of the pages of a class."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("class_words.toml"))
"""The texts of lists, results and their table."""


def key_for_count(key: str, n: int) -> str:
    """Return the key of a sentence about `n` things: `key` with the suffix `_one` if `n` is 1, otherwise
    `key`.

    >>> key_for_count("results.taken", 1), key_for_count("results.taken", 2)
    ('results.taken_one', 'results.taken')
    """
    return f"{key}_one" if n == 1 else key
