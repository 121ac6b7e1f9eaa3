"""The topics of questions about Ember, in the best order for learning."""

from __future__ import annotations

from twingkit.learn.quiz.deal import load_topics

LESSON_BY_TOPIC = {
    "sets-and-runs": "sets-and-runs",
    "draw-or-refresh": "draw-or-refresh",
    "piles": "draw-or-refresh",
    "conjuring": "conjuring",
    "abilities": "abilities",
    "windows": "abilities",
    "archmage": "archmage",
    "the-call": "the-call",
}
"""The lesson that teaches each topic, if there is one."""

LATER_KINDS_BY_TOPIC = {
    "draw-or-refresh": ("limited", "limit", "refreshed", "by-ability", "down-changed", "phase")
}
"""Kinds of questions that need a later lesson than their topic's, by topic."""

TOPICS = load_topics(__name__, LESSON_BY_TOPIC, LATER_KINDS_BY_TOPIC)
"""The topics by name."""
