"""Helpers for question makers: their kinds, and dealing until a question is good.

Makers are marked with `@question_kind("name")`, or with `@question_kind("name", deal)` if they ask about a
scene that the function `deal` draws.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar, overload

from twingkit.learn.quiz.deal import MAKERS_BY_HOME, YES_NO, Maker, NoQuestion, make_or_none
from twingkit.learn.quiz.item import QuizItem

T = TypeVar("T")
SceneT = TypeVar("SceneT")

_DEALS_PER_AIM = 60
"""The number of deals that a maker tries for one aim before it chooses another."""


@overload
def question_kind(name: str, *, balanced: bool = False, topic: str = "") -> Callable[[Maker], Maker]: ...


@overload
def question_kind(
    name: str, deal: Callable[[random.Random], SceneT], *, balanced: bool = False, topic: str = ""
) -> Callable[[Callable[[random.Random, SceneT], QuizItem | None]], Maker]: ...


def question_kind(
    name: str, deal: Callable[[random.Random], Any] | None = None, *, balanced: bool = False, topic: str = ""
) -> Callable[[Callable[..., QuizItem | None]], Maker]:
    """Return a decorator that registers a function as the maker of the question kind `name` in the topic of
    its module, or in `topic` if the module has several.

    With `deal`, the function is also given what `deal` draws for each question: a scene, or a dealer of
    cards. If `balanced`, yes and no are the right answer equally often.
    """

    def of(make: Callable[..., QuizItem | None]) -> Maker:
        @wraps(make)
        def dealt(rng: random.Random) -> QuizItem | None:
            return make(rng, deal(rng)) if deal else make(rng)

        maker = balance_right_keys(dealt) if balanced else dealt
        MAKERS_BY_HOME[topic or make.__module__][name] = maker
        return maker

    return of


def first_result(make: Callable[[], T | None], tries: int = _DEALS_PER_AIM) -> T | None:
    """Return the first result of `make` that is not None, or None after `tries` calls."""
    for _ in range(tries):
        result = make_or_none(make)
        if result is not None:
            return result
    return None


def require(condition: object) -> None:
    """Raise `NoQuestion` unless the condition is true."""
    if not condition:
        raise NoQuestion


def require_value(value: T | None) -> T:
    """Return the value if it is not None; raise `NoQuestion` otherwise."""
    if value is None:
        raise NoQuestion
    return value


def draw_arguments_once(
    *aims: Sequence[object] | Callable[[random.Random], Any],  # any arguments
) -> Callable[[Callable[..., QuizItem | None]], Maker]:
    """Return a decorator that draws a question maker's further arguments once and retries the maker until it
    makes a question for them. Used like `@draw_arguments_once(YES_NO)`.
    """

    def of(make: Callable[..., QuizItem | None]) -> Maker:
        @wraps(make)
        def dealt(rng: random.Random) -> QuizItem | None:
            drawn = [aim(rng) if callable(aim) else rng.choice(aim) for aim in aims]
            return first_result(lambda: make(rng, *drawn))

        return dealt

    return of


def balance_right_keys(make: Maker, *keys: str) -> Maker:
    """Return a maker of questions in which each of these option keys (default: yes and no) is the right one
    equally often.
    """

    @draw_arguments_once(keys or YES_NO)
    @wraps(make)
    def of(rng: random.Random, key: str) -> QuizItem | None:
        return item_if_right(make(rng), key)

    return of


def true_with_probability(chance: float) -> Callable[[random.Random], bool]:
    """Return a function that draws True with this probability, for `draw_arguments_once`."""
    return lambda rng: rng.random() < chance


def item_if_right(item: QuizItem | None, key: str) -> QuizItem | None:
    """Return the question if its option with that key is the right one, else None."""
    return item if item and item.right_option.key == key else None


def item_if_mistake(item: QuizItem | None, *rules: str) -> QuizItem | None:
    """Return the question if one of its options results from forgetting or misreading one of these rules,
    else None.
    """
    if item is None:
        return None
    known = [{choice.forgotten_rule, *(reason.rule for reason in choice.reasons)} for choice in item.choices]
    return item if any(rules_of_choice & set(rules) for rules_of_choice in known) else None


def prefer_forgotten_rule_options(tries: int = 4) -> Callable[[Maker], Maker]:
    """Return a decorator for a maker that prefers questions in which a wrong option results from a forgotten
    rule.
    """

    def of(make: Maker) -> Maker:
        @wraps(make)
        def dealt(rng: random.Random) -> QuizItem | None:
            item = None
            for _ in range(tries):
                item = make_or_none(make, rng) or item
                if item and any(choice.forgotten_rule or choice.reasons for choice in item.choices):
                    break
            return item

        return dealt

    return of
