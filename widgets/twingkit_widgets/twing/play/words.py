"""The texts and the error of the play page of Imperial Twing."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.table.play.words import WORDS as COMMON
from twingkit_widgets.table.play.words import PlayFault, key_for_count

WORDS = PanelTexts(Path(__file__).with_name("play_words.toml"), COMMON)
"""The texts of the play page of Imperial Twing."""


class TwingPlayFault(PlayFault):
    """The error for invalid input by the visitor on the play page, with a message in the texts of Imperial
    Twing.
    """

    catalogue = WORDS


__all__ = ["WORDS", "PlayFault", "TwingPlayFault", "key_for_count"]
