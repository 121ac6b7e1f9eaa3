"""The topics of questions on Imajica, in the order in which they are best learned."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from twingkit.core.words import read_texts
from twingkit.imajica.quiz import (
    alliances,
    autarch,
    cards,
    challenges,
    damage,
    ending,
    holding,
    powers,
    securing,
    seizing,
    setup,
    timing,
)
from twingkit.learn.quiz.deal import Maker, Topic

KINDS: Mapping[str, Mapping[str, Maker]] = {
    "cards": cards.KINDS,
    "setting-up": setup.KINDS,
    "autarch-phase": autarch.KINDS,
    "alliances": alliances.KINDS,
    "challenges": challenges.KINDS,
    "damage": damage.KINDS,
    "seizing": seizing.KINDS,
    "securing": securing.KINDS,
    "paths": securing.PATHS,
    "holding": holding.KINDS,
    "powers": powers.KINDS,
    "timing": timing.KINDS,
    "ending": ending.KINDS,
}
"""The makers by topic and kind."""

_TITLES = read_texts(files("twingkit.imajica.quiz").joinpath("topics.toml"))

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

TOPICS = {
    topic: Topic(_TITLES[topic], kinds, lesson=LESSONS.get(topic, ""), later=LATER.get(topic, ()))
    for topic, kinds in KINDS.items()
}
"""The topics by name."""
