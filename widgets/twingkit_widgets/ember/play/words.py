"""The sentences and errors of the play page of Ember, from `play_words.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.table.play.words import WORDS as COMMON
from twingkit_widgets.table.play.words import PlayFault

WORDS = PanelTexts(Path(__file__).with_name("play_words.toml"), COMMON)
"""The sentences of the play page of Ember."""


class EmberPlayFault(PlayFault):
    """The error for input on the play page of Ember that is invalid or cannot be carried out."""

    catalogue = WORDS
