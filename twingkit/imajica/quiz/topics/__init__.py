"""The topics of questions on Imajica, in the best order for learning."""

from __future__ import annotations

from twingkit.learn.quiz.deal import load_topics

TOPICS = load_topics(__name__)
"""The topics by name."""
