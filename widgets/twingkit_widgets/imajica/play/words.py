"""The sentences and errors of the play page of Imajica, from `play_words.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Start
from twingkit.imajica.box.cards import load_cards
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.table.play.words import WORDS as COMMON
from twingkit_widgets.table.play.words import PlayFault

WORDS = PanelTexts(Path(__file__).with_name("play_words.toml"), COMMON)
"""The sentences of the play page of Imajica."""


class ImajicaPlayFault(PlayFault):
    """The error for input on the play page of Imajica that is invalid or cannot be carried out."""

    catalogue = WORDS


def check_assumed_set(start: Start) -> Start:
    """Return the start if its cards are those of the kit's assumed card set, otherwise raise
    `ImajicaPlayFault`.
    """
    if getattr(start, "cards", load_cards()) is not load_cards():
        raise ImajicaPlayFault("own_set")
    return start
