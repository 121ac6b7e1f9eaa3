"""The words of the play page for Imajica, from `play_words.toml`, and its faults."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Start
from twingkit.imajica.box.cards import load_cards
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.table.play.words import WORDS as COMMON
from twingkit_widgets.table.play.words import PlayFault

WORDS = Words(Path(__file__).with_name("play_words.toml"), COMMON)
"""The sentences of the play page of Imajica."""


class ImajicaFault(PlayFault):
    """Something that cannot be done or read, in the words of Imajica."""

    catalogue = WORDS


def check_assumed_set(start: Start) -> Start:
    """Return a start whose cards the pages can show: those of the assumed set. Raises `ImajicaFault`."""
    if getattr(start, "cards", load_cards()) is not load_cards():
        raise ImajicaFault("own_set")
    return start
