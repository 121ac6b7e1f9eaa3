"""The topics of questions on Imajica, in the best order for learning."""

from __future__ import annotations

from twingkit.learn.quiz.deal import load_topics

LESSONS = {
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

LATER = {
    "securing": ("maneuver", "maestro"),
    "alliances": ("idle", "acting", "again", "limit", "reserve"),
    "challenges": ("last-call", "gone", "oviate"),
    "damage": ("icon", "versus", "pivoted"),
    "seizing": ("lapses", "versus-site"),
    "powers": ("follows",),
}
"""Kinds of questions that need something from a later lesson than their topic's, by topic."""

TOPICS = load_topics(__name__, LESSONS, LATER)
"""The topics by name."""
