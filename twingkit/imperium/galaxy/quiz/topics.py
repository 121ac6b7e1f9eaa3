"""The topics of questions on whole games, in the order in which they are best learned."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from importlib.resources import files

from twingkit.core.words import read_texts
from twingkit.learn.quiz.deal import Maker, Topic

MODULES = {
    "galaxy": "galaxies",
    "movement": "reaches",
    "fleets": "fleets",
    "turns": "turns",
    "space": "battles",
    "invasion": "invasions",
    "paying": "payments",
    "production": "production",
    "technologies": "research",
    "strategy-cards": "primaries",
    "secondary-abilities": "secondaries",
    "scoring": "scoring",
    "agendas": "councils",
    "trade": "trades",
    "action-cards": "hands",
    "factions": "peoples",
    "game-end": "ends",
}
"""The module whose `KINDS` are the makers of a topic; it is imported when the topic is first asked for."""

LATER = {
    "galaxy": ("ban",),
    "fleets": ("armada", "upgraded"),
    "scoring": ("home",),
}
"""The kinds that rest on cards or factions which a first game may leave out."""


LESSONS = {
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
"""The lesson that teaches a topic, where there is one."""


def _kinds(module: str) -> Mapping[str, Maker]:
    kinds: Mapping[str, Maker] = import_module(f"twingkit.imperium.galaxy.quiz.{module}").KINDS
    return kinds


_TITLES = read_texts(files("twingkit.imperium.galaxy.quiz").joinpath("topics.toml"))

TOPICS = {
    topic: Topic(
        _TITLES[topic],
        partial(_kinds, module),
        lesson=LESSONS.get(topic, ""),
        later=LATER.get(topic, ()),
    )
    for topic, module in MODULES.items()
}
"""The topics by name."""
