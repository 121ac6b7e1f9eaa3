"""What the play panel says, from `play_words.toml`, and what can go wrong in it."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.sentences import SaidFault
from twingkit_widgets.wording import Words

WORDS = Words(Path(__file__).with_name("play_words.toml"))
"""The sentences of the play panel."""


def numbered(key: str, n: int) -> str:
    """The key of the sentence for `n` things: `key_one` for a single one."""
    return f"{key}_one" if n == 1 else key


class PlayFault(SaidFault):
    """Something that cannot be done or read, in the words `fault.` and its key."""

    catalogue = WORDS

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"fault.{key}", **facts)
