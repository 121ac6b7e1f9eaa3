"""The words of the page of a class."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("class_words.toml"))
"""The sentences of lists, results and their table."""


def counted(key: str, n: int) -> str:
    """The key of a sentence that counts `n` things: it has another one for a single thing.

    >>> counted("results.taken", 1), counted("results.taken", 2)
    ('results.taken_one', 'results.taken')
    """
    return f"{key}_one" if n == 1 else key
