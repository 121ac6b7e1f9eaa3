"""The topics of questions on battles, in the order in which they are best learned."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from twingkit.core.words import read_texts
from twingkit.imperium.battle.quiz import dice, effects, losses, openings, planets, retreats, units, winners
from twingkit.learn.quiz.deal import Maker, Topic

KINDS: Mapping[str, Mapping[str, Maker]] = {
    "units": {"dice": units.dice, "fits": units.fits, "beyond": units.beyond},
    "combat-rolls": {"hits": dice.count, "changed": dice.changed, "needs": dice.needs},
    "assigning-hits": {"may": losses.may, "which": losses.which, "fewest": losses.fewest},
    "before-the-battle": {
        "barrage-dice": openings.barrage_dice,
        "barrage-lost": openings.barrage_lost,
        "cannon": openings.cannon,
    },
    "planets": {
        "bombards": planets.bombards,
        "dice": planets.bombard_dice,
        "landed": planets.landed,
        "control": planets.control,
    },
    "retreat": {"may": retreats.may, "fires": retreats.fires, "ends": retreats.ends},
    "effects": {"useless": effects.useless, "useful": effects.useful},
    "winners": {
        "favoured": winners.favoured,
        "chance": winners.chance,
        "stronger": winners.stronger,
    },
}
"""The makers by topic and kind."""

LESSONS = {
    "combat-rolls": "space-battle",
    "assigning-hits": "space-battle",
    "before-the-battle": "space-battle",
    "planets": "landing",
}
"""The lesson that teaches a topic, where there is one."""

_TITLES = read_texts(files("twingkit.imperium.battle.quiz").joinpath("topics.toml"))

TOPICS = {
    topic: Topic(_TITLES[topic], kinds, lesson=LESSONS.get(topic, "")) for topic, kinds in KINDS.items()
}
"""The topics by name."""
