"""The kinds of questions of Twilight Imperium that are about a single battle."""

from __future__ import annotations

from twingkit.learn.quiz.question_kinds import question_kinds

BATTLES = (
    "units", "combat-rolls", "assigning-hits", "before-the-battle",
    "planets", "retreat", "effects", "winners",
)  # fmt: skip
"""The topics of these questions."""

KINDS = question_kinds("imperium", BATTLES)
"""The names of these kinds."""
