"""Helpers for makers: deal until a question is good."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

from twingkit.learn.quiz.deal import YES_NO, Maker, NoQuestion, attempt
from twingkit.learn.quiz.item import Item

T = TypeVar("T")

DEALS = 60
"""How often a maker deals for one aim before it chooses another."""


def first_result(make: Callable[[], T | None], tries: int = DEALS) -> T | None:
    """Return the first result of `make` that is not None, or None after `tries` calls."""
    for _ in range(tries):
        result = attempt(make)
        if result is not None:
            return result
    return None


def require(value: T | None) -> T:
    """Return the value. Raises `NoQuestion` if it is None."""
    if value is None:
        raise NoQuestion
    return value


def with_aims(
    *aims: Sequence[object] | Callable[[random.Random], Any],  # any arguments
) -> Callable[[Callable[..., Item | None]], Maker]:
    """Decorate a maker that takes aims: each is drawn once, from values or by a function, and the maker then
    deals until there is a question for them. Used like `@with_aims(YES_NO)`.
    """

    def of(make: Callable[..., Item | None]) -> Maker:
        @wraps(make)
        def dealt(rng: random.Random) -> Item | None:
            drawn = [aim(rng) if callable(aim) else rng.choice(aim) for aim in aims]
            return first_result(lambda: make(rng, *drawn))

        return dealt

    return of


def balanced(make: Maker, *keys: str) -> Maker:
    """Return a maker in which each of these keys (default: yes and no) is right equally often."""
    return with_aims(keys or YES_NO)(lambda rng, key: if_right(make(rng), key))


def with_probability(chance: float) -> Callable[[random.Random], bool]:
    """Return an aim that is true with this probability."""
    return lambda rng: rng.random() < chance


def if_right(item: Item | None, key: str) -> Item | None:
    """Return the question if the option with that key is right, else None."""
    return item if item and item.right.key == key else None


def if_mistake_from(item: Item | None, *rules: str) -> Item | None:
    """Return the question if an option results from forgetting or misreading one of these rules, else
    None.
    """
    if item is None:
        return None
    known = [{choice.forgotten_rule, *(reason.rule for reason in choice.reasons)} for choice in item.choices]
    return item if any(rules_of_choice & set(rules) for rules_of_choice in known) else None


def prefer_known_mistakes(make: Maker, tries: int = 4) -> Maker:
    """Return a maker that prefers questions with a wrong option from a forgotten rule."""

    def dealt(rng: random.Random) -> Item | None:
        item = None
        for _ in range(tries):
            item = attempt(make, rng) or item
            if item and any(choice.forgotten_rule or choice.reasons for choice in item.choices):
                break
        return item

    return dealt
