"""Disagreements of the rulebooks: each one as a short scene in both readings (section 13, TW-VAR).

    found = reading("TW-VAR-9")
    print(found.question())                # Can a Cross still be changed once it is rolled?
    default, second = found.play()         # two games from the same position
    for line in found.difference()[1]:     # what only the second one says
        print(line)

The scenes are in `readings.toml`; the rules say what the books say and why the box plays as it does.
"""

from __future__ import annotations

from twingkit.core.variants.disagreements import (
    FORBIDDEN,
    Comparison,
    Disagreement,
    Disagreements,
    Story,
    StoryLine,
)
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.starts import GameStart
from twingkit.twing.variants.variant import Variant

__all__ = [
    "BOOKS",
    "FORBIDDEN",
    "READINGS",
    "Comparison",
    "Disagreement",
    "Story",
    "StoryLine",
    "reading",
    "readings",
]

BOOKS = ("each_other", "itself", "silent", "english")
"""The kinds of disagreement: between the books, within one, one is silent, only the English rules say it."""

READINGS = Disagreements("twingkit.twing.variants", GameStart, Variant, rulebook)
"""All disagreements of `readings.toml`."""


def readings() -> tuple[Disagreement, ...]:
    """Return all rules on which the rulebooks disagree, in rule order."""
    return tuple(READINGS)


def reading(rule: str) -> Disagreement:
    """Return the disagreement of a rule (`TW-VAR-9`). Raises `UnknownRule` naming the nearest."""
    return READINGS[rule]
