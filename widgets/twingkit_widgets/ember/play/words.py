"""The texts of Ember's play page, from `play_words.toml`, and its faults."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import Words
from twingkit_widgets.table.play.words import WORDS as COMMON
from twingkit_widgets.table.play.words import PlayFault

WORDS = Words(Path(__file__).with_name("play_words.toml"), COMMON)
"""Texts of Ember's play page."""


class EmberFault(PlayFault):
    """A request that cannot be carried out or parsed, explained in Ember's texts."""

    catalogue = WORDS
