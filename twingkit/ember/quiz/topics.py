"""The topics of questions on Ember, in the order in which they are best learned."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from twingkit.core.words import read_texts
from twingkit.ember.quiz import abilities, archmage, calls, conjuring, drawing, piles, sets, setup, windows
from twingkit.learn.quiz.deal import Maker, Topic

KINDS: Mapping[str, Mapping[str, Maker]] = {
    "sets-and-runs": sets.KINDS,
    "draw-or-refresh": drawing.KINDS,
    "piles": piles.KINDS,
    "conjuring": conjuring.KINDS,
    "abilities": abilities.KINDS,
    "windows": windows.KINDS,
    "archmage": archmage.KINDS,
    "the-call": calls.KINDS,
    "setting-up": setup.KINDS,
}
"""The makers by topic and kind."""

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
"""The lesson that teaches a topic, where there is one."""

LATER = {"draw-or-refresh": ("limited", "limit", "refreshed", "by-ability", "down-changed", "phase")}
"""The kinds that rest on abilities, which come two lessons later."""

_TITLES = read_texts(files("twingkit.ember.quiz").joinpath("topics.toml"))

TOPICS = {
    topic: Topic(_TITLES[topic], kinds, lesson=LESSONS.get(topic, ""), later=LATER.get(topic, ()))
    for topic, kinds in KINDS.items()
}
"""The topics by name."""
