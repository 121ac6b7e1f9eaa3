"""The texts and errors of the play page: whole games from `words.toml`, battles from `battle/words.toml`,
questions of both from `battle/questions.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.table.play.words import WORDS as COMMON
from twingkit_widgets.table.play.words import PlayFault

HERE = Path(__file__).parent

QUESTION_WORDS = PanelTexts(HERE / "battle" / "questions.toml", COMMON)
"""The texts of battle questions, in addition to those of every play page."""

WORDS = PanelTexts(HERE / "words.toml", QUESTION_WORDS)
"""The texts of whole games."""

BATTLE_WORDS = PanelTexts(HERE / "battle" / "words.toml", QUESTION_WORDS)
"""The texts of single battles."""


class ImperiumPlayFault(PlayFault):
    """An error of user input in a whole game."""

    catalogue = WORDS


class BattleFault(PlayFault):
    """An error of user input in a battle."""

    catalogue = BATTLE_WORDS
