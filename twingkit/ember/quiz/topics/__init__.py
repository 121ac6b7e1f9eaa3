"""The topics of questions about Ember, in the order in which they are best learned."""

from __future__ import annotations

from twingkit.learn.quiz.deal import load_topics

LESSONS = {
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

LATER = {"draw-or-refresh": ("limited", "limit", "refreshed", "by-ability", "down-changed", "phase")}
"""Kinds of questions that need abilities, which are taught two lessons later."""

TOPICS = load_topics(__name__, LESSONS, LATER)
"""The topics by name."""
