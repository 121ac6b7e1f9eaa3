"""The texts of the play page for any game, from `common_words.toml`, and its errors."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.sentences import CatalogueFault
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("common_words.toml"))
"""The texts of every play page; those of a game take precedence (`PanelTexts(path, WORDS)`)."""


def key_for_count(key: str, n: int) -> str:
    """Return the key of a text about `n` things: `key_one` if `n` is 1, else `key`."""
    return f"{key}_one" if n == 1 else key


def chance_text_key(key: str, only_cards: bool) -> str:
    """Return the key of a text about chance: `key` with the suffix `_cards` if only cards were drawn,
    otherwise `key`.
    """
    return f"{key}_cards" if only_cards else key


_INNER = str.maketrans("„“”", "‚‘’")


def nest_quotes(text: str) -> str:
    """Return a text with its double quotation marks replaced by single ones, so that it can stand inside
    quotation marks.

    >>> nest_quotes("play “Trade”"), nest_quotes("„Handel“ spielen")
    ('play ‘Trade’', '‚Handel‘ spielen')
    """
    return text.translate(_INNER)


class PlayFault(CatalogueFault):
    """An error on the play page, with the message `fault.` plus its key; games subclass it."""

    catalogue = WORDS

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"fault.{key}", **facts)
