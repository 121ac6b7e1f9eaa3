"""The rulebook of Imperial Twing, read once, and the one way its chapters say no."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from twingkit.asking import Refusal
from twingkit.rulebook import Rulebook

POWER = "TW-POW-"
"""The beginning of the id of a rule on an object's power; the object's token follows."""


@cache
def rulebook() -> Rulebook:
    """The rules of Imperial Twing, their sentences and words; objects are named by their rules' titles.

    >>> print(rulebook()["TW-BAT-1"].title())
    Declaring the attack
    """
    book = Rulebook.load(files("twingkit.twing.rules"))
    powers = (rule for rule in book if rule.id.startswith(POWER))
    book.words.add({rule.id.removeprefix(POWER): rule.titles for rule in powers})
    return book


def refuse(rule: str, case: str, **facts: object) -> Refusal:
    """A refusal by a rule, with the facts that its sentence needs."""
    return Refusal(rule, case, facts, rulebook())
