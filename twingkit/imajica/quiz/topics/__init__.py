"""The topics of questions on Imajica, in the order in which they are best learned."""

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
"""The lesson that teaches a topic, where there is one."""

LATER = {
    "securing": ("maneuver", "maestro"),
    "alliances": ("idle", "acting", "again", "limit", "reserve"),
    "challenges": ("last-call", "gone", "oviate"),
    "damage": ("icon", "versus", "pivoted"),
    "seizing": ("lapses", "versus-site"),
    "powers": ("follows",),
}
"""The kinds that rest on what comes in later lessons."""

TOPICS = load_topics(__name__, LESSONS, LATER)
"""The topics by name."""
