"""The topics of questions on Twilight Imperium, in the order in which they are best learned."""

from __future__ import annotations

from twingkit.learn.quiz.deal import load_topics

LESSON_BY_TOPIC = {
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
"""The lesson that teaches each topic, for topics that have one."""

_ADVANCED_KINDS = {
    "galaxy": ("ban",),
    "fleets": ("armada", "upgraded"),
    "scoring": ("home",),
}
"""The kinds of questions about cards or factions that a first game may leave out, by topic."""

TOPICS = load_topics(__name__, LESSON_BY_TOPIC, _ADVANCED_KINDS)
"""The topics of questions, by name."""
