"""The questions of Twilight Imperium: on its battles, then on whole games."""

from __future__ import annotations

from twingkit.imperium.battle.quiz.topics import TOPICS as BATTLE_TOPICS
from twingkit.imperium.galaxy.quiz.topics import TOPICS as GAME_TOPICS

TOPICS = {**BATTLE_TOPICS, **GAME_TOPICS}
"""The topics by name."""

__all__ = ["BATTLE_TOPICS", "GAME_TOPICS", "TOPICS"]
