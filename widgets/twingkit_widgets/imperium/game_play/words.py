"""The words of the play page of whole games, from `play_words.toml`, and its faults."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import Words
from twingkit_widgets.table.play.words import WORDS as COMMON
from twingkit_widgets.table.play.words import PlayFault

WORDS = Words(Path(__file__).with_name("play_words.toml"), COMMON)
"""The sentences of the play page of whole games."""


class GameFault(PlayFault):
    """Something that cannot be done or read, in the words of whole games."""

    catalogue = WORDS
