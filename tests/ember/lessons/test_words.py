"""The words of Ember in its lessons."""

from __future__ import annotations

from twingkit.ember.lessons import COURSE
from twingkit.testing.lessons import assert_words_explained_first


def test_the_words_of_a_lesson_are_explained_before_they_are_used() -> None:
    """Each term of the game appears, with its meaning, no later than the lesson in which it is first used."""
    homes = {
        "Pool": "sets-and-runs", "Victory Point": "sets-and-runs", "Charred Pile": "draw-or-refresh",
        "Hand Size": "draw-or-refresh", "Draw Deck": "draw-or-refresh", "replenish": "conjuring",
        "Flip ability": "abilities", "Ongoing": "abilities", "revive": "abilities", "lesser": "abilities",
        "wild card": "archmage", "last round": "the-call", "wrong call": "the-call",
    }  # fmt: skip
    assert_words_explained_first(COURSE, homes)
