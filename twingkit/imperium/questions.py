"""The questions of Twilight Imperium: on its battles, then on whole games."""

from __future__ import annotations

from twingkit.imperium.game_quiz.topics import TOPICS as GAME_TOPICS
from twingkit.imperium.quiz.topics import TOPICS as BATTLE_TOPICS

TOPICS = {**BATTLE_TOPICS, **GAME_TOPICS}
"""The topics by name."""

__all__ = ["BATTLE_TOPICS", "GAME_TOPICS", "TOPICS"]
