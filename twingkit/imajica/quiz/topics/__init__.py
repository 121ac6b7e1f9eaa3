"""The topics of questions on Imajica, in the best order for learning."""

from __future__ import annotations

from twingkit.learn.quiz.deal import load_topics

LESSON_BY_TOPIC = {
    "cards": "cards-and-rounds",
    "setting-up": "cards-and-rounds",
    "autarch-phase": "autarch-phase",
    "alliances": "alliances",
    "challenges": "challenges",
    "damage": "damage",
    "seizing": "contest",
    "securing": "first-site",
    "paths": "paths",
    "holding": "holding",
    "powers": "powers",
    "timing": "timing",
    "ending": "victory",
}
"""The lesson that teaches each topic."""

LATER_KINDS_BY_TOPIC = {
    "securing": ("maneuver", "maestro"),
    "alliances": ("idle", "acting", "again", "limit", "reserve"),
    "challenges": ("last-call", "gone", "oviate"),
    "damage": ("icon", "versus", "pivoted"),
    "seizing": ("lapses", "versus-site"),
    "powers": ("follows",),
}
"""Kinds of questions that need a later lesson than their topic's, by topic."""

TOPICS = load_topics(__name__, LESSON_BY_TOPIC, LATER_KINDS_BY_TOPIC)
"""The topics by name."""
