"""The words of Imajica in its lessons."""

from __future__ import annotations

from twingkit.imajica.lessons import COURSE
from twingkit.testing.lessons import assert_words_explained_first


def test_the_words_of_a_lesson_are_explained_before_they_are_used() -> None:
    """Each term of the game appears, with its meaning, no later than the lesson in which it is first used."""
    homes = {
        "Resistance": "first-site", "Holder": "first-site", "Prime": "alliances", "reserve": "alliances",
        "unique": "alliances", "Path": "autarch-phase", "Dictate": "autarch-phase",
        "reassign": "autarch-phase", "Border Site": "autarch-phase", "influence": "first-site",
        "Maestro": "contest", "challenge": "challenges", "defend": "challenges", "damage": "challenges",
        "Aphrodyte": "challenges", "Vassal": "challenges", "In Ovo": "first-site", "Flash": "damage",
        "instant": "paths", "on credit": "holding", "window": "timing", "counter": "timing",
        "Destiny": "first-site", "Realm": "first-site", "shorter game": "victory", "icon": "powers",
            "Tabula Rasa": "powers",
    }  # fmt: skip
    assert_words_explained_first(COURSE, homes)
