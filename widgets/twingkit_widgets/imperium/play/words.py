"""The texts and faults of the play page: whole games from `words.toml`, battles from `battle/words.toml`, and
the questions of both from `battle/questions.toml`.
"""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.wording import Words
from twingkit_widgets.table.play.words import WORDS as COMMON
from twingkit_widgets.table.play.words import PlayFault

HERE = Path(__file__).parent

QUESTIONS = Words(HERE / "battle" / "questions.toml", COMMON)
"""The sentences of the questions of battles, on top of those of every play page."""

WORDS = Words(HERE / "words.toml", QUESTIONS)
"""The sentences of whole games."""

BATTLE = Words(HERE / "battle" / "words.toml", QUESTIONS)
"""The sentences of battles on their own."""


class ImperiumFault(PlayFault):
    """Something that cannot be done or read, in the words of whole games."""

    catalogue = WORDS


class BattleFault(PlayFault):
    """Something that cannot be done or read, in the words of battles."""

    catalogue = BATTLE
