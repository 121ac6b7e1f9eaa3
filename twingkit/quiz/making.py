"""Dealing until a question is good: what a maker does where a deal makes no good one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from twingkit.quiz.deal import Maker
from twingkit.quiz.item import Item

T = TypeVar("T")

DEALS = 60
"""The number of deals that a maker tries for what it has set out to find; then it is called again."""


def until(make: Callable[[], T | None], tries: int = DEALS) -> T | None:
    """Return the first result of `make` that is not None; None if there is none in `tries` calls."""
    for _ in range(tries):
        result = make()
        if result is not None:
            return result
    return None


def keyed(item: Item | None, key: str) -> Item | None:
    """The question, if the option with that key is the right one."""
    return item if item and item.right.key == key else None


def hinges(item: Item | None, *rules: str) -> Item | None:
    """The question, if an option comes of one of these rules, forgotten or misread."""
    if item is None:
        return None
    known = [{choice.forgot, *(reason.rule for reason in choice.because)} for choice in item.choices]
    return item if any(found & set(rules) for found in known) else None


def keen(make: Maker, tries: int = 4) -> Maker:
    """The same questions, those first where a wrong option comes of a forgotten rule."""

    def dealt(rng: random.Random) -> Item | None:
        item = None
        for _ in range(tries):
            item = make(rng) or item
            if item and any(choice.forgot or choice.because for choice in item.choices):
                break
        return item

    return dealt
