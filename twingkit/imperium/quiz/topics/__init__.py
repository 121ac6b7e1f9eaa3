"""The topics of questions on Twilight Imperium, in the order in which they are best learned."""

from __future__ import annotations

from twingkit.learn.quiz.deal import load_topics

TOPICS = load_topics(__name__)
"""The topics of questions, by name."""
