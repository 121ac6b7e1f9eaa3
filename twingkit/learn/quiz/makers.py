"""Dealing until a question is good: what a maker does where a deal makes no good one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

from twingkit.learn.quiz.deal import YES_NO, Maker, NoQuestion, attempt
from twingkit.learn.quiz.item import Item

T = TypeVar("T")

DEALS = 60
"""The number of deals that a maker tries for what it has set out to find; then it is called again."""


def first_result(make: Callable[[], T | None], tries: int = DEALS) -> T | None:
    """Return the first result of `make` that is not None; None if there is none in `tries` calls."""
    for _ in range(tries):
        result = attempt(make)
        if result is not None:
            return result
    return None


def require(value: T | None) -> T:
    """The value. Raises `NoQuestion` where there is none."""
    if value is None:
        raise NoQuestion
    return value


def with_aims(
    *aims: Sequence[object] | Callable[[random.Random], Any],  # whatever is aimed at
) -> Callable[[Callable[..., Item | None]], Maker]:
    """The maker that draws its aims once, each out of some values or by a function, and then deals until
    there is a question for them: a decorator, as in `@aimed(YES_NO)`."""

    def of(make: Callable[..., Item | None]) -> Maker:
        @wraps(make)
        def dealt(rng: random.Random) -> Item | None:
            drawn = [aim(rng) if callable(aim) else rng.choice(aim) for aim in aims]
            return first_result(lambda: make(rng, *drawn))

        return dealt

    return of


def balanced(make: Maker, *keys: str) -> Maker:
    """The same questions, in which each of these keys (yes and no, without any) is as often the right one."""
    return with_aims(keys or YES_NO)(lambda rng, key: if_right(make(rng), key))


def with_probability(chance: float) -> Callable[[random.Random], bool]:
    """The aim that something holds, with this chance."""
    return lambda rng: rng.random() < chance


def if_right(item: Item | None, key: str) -> Item | None:
    """The question, if the option with that key is the right one."""
    return item if item and item.right.key == key else None


def if_mistake_from(item: Item | None, *rules: str) -> Item | None:
    """The question, if an option comes of one of these rules, forgotten or misread."""
    if item is None:
        return None
    known = [{choice.forgotten_rule, *(reason.rule for reason in choice.reasons)} for choice in item.choices]
    return item if any(rules_of_choice & set(rules) for rules_of_choice in known) else None


def prefer_known_mistakes(make: Maker, tries: int = 4) -> Maker:
    """The same questions, those first where a wrong option comes of a forgotten rule."""

    def dealt(rng: random.Random) -> Item | None:
        item = None
        for _ in range(tries):
            item = attempt(make, rng) or item
            if item and any(choice.forgotten_rule or choice.reasons for choice in item.choices):
                break
        return item

    return dealt
