"""The topics of questions on Twilight Imperium, in the order in which they are best learned."""

from __future__ import annotations

from twingkit.learn.quiz.deal import load_topics

LESSONS = {
    "combat-rolls": "space-battle",
    "assigning-hits": "space-battle",
    "before-the-battle": "space-battle",
    "planets": "landing",
    "galaxy": "map",
    "turns": "your-turn",
    "movement": "rough-space",
    "fleets": "moving",
    "space": "meeting",
    "invasion": "taking-planets",
    "paying": "building",
    "production": "building",
    "technologies": "technology",
    "trade": "trade",
    "action-cards": "action-cards",
    "strategy-cards": "strategy-cards",
    "secondary-abilities": "strategy-cards",
    "scoring": "status",
    "agendas": "council",
    "game-end": "goal",
}
"""The lesson that teaches a topic, if there is one."""

LATER = {
    "galaxy": ("ban",),
    "fleets": ("armada", "upgraded"),
    "scoring": ("home",),
}
"""Kinds that need cards or factions which a first game may leave out."""

TOPICS = load_topics(__name__, LESSONS, LATER)
"""The topics by name."""
