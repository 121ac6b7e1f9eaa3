"""The words of the play page for any game, from `common_words.toml`, and its faults."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.sentences import MessageFault
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("common_words.toml"))
"""The sentences of every play page; a game's own come first (`Words(path, WORDS)`)."""


def singular_key(key: str, n: int) -> str:
    """The key of the sentence for `n` things: `key_one` for a single one."""
    return f"{key}_one" if n == 1 else key


def chance_key(key: str, cards: bool) -> str:
    """The key of a sentence on what chance decided: `key_cards` where cards were drawn and no die fell."""
    return f"{key}_cards" if cards else key


_INNER = str.maketrans("„“”", "‚‘’")


def in_quotes(text: str) -> str:
    """A text to stand between quotation marks: its own become single ones.

    >>> in_quotes("play “Trade”"), in_quotes("„Handel“ spielen")
    ('play ‘Trade’', '‚Handel‘ spielen')
    """
    return text.translate(_INNER)


class PlayFault(MessageFault):
    """Something that cannot be done or read, in the words `fault.` and its key; a game's own subclass has
    its catalogue."""

    catalogue = WORDS

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"fault.{key}", **facts)
