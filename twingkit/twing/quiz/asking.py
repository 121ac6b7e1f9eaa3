"""The question put together with the words of the rulebook: see `twingkit.learn.quiz.asking`."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import attrs

from twingkit.core.asking import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.learn.quiz import asking
from twingkit.learn.quiz.asking import LEAST, MOST_OPTIONS, REASONS, Mistake, made, varied, yes_no
from twingkit.learn.quiz.item import AnswerOption, Reason, Remark, Texts
from twingkit.twing.quiz.phrases import Phrases, catalogue, plain

__all__ = [
    "LEAST",
    "MOST_OPTIONS",
    "REASONS",
    "Mistake",
    "Reason",
    "about",
    "choices",
    "made",
    "numbers",
    "refused",
    "told",
    "varied",
    "yes_no",
]


def choices(
    right: Hashable,
    mistakes: Iterable[Mistake],
    say: Callable[[Any], Texts] = plain,  # it says options of its own type
    **more: Any,
) -> tuple[AnswerOption, ...]:
    """The right value and up to three others, named by the rulebook unless `say` names them."""
    return asking.choices(right, map(told, mistakes), say, **more)


def numbers(
    rng: random.Random, right: int, mistakes: Iterable[Mistake], **more: Any
) -> tuple[AnswerOption, ...]:
    """Up to four numbers in order: see `twingkit.learn.quiz.asking.numbers`."""
    return asking.numbers(rng, right, map(told, mistakes), **more)


# -- the chosen answer beside the right one

MISTAKES = Phrases("mistakes")
"""The sentences on a wrong option: it leaves a rule out (`off`), or reads it in another way."""


def told(option: Mistake) -> Mistake:
    """A wrong value with the sentence that holds it against the right one.

    `TW-BAT-15` stands for an answer that the engine gives where that rule does not act; `TW-BAT-15/foreign`
    for one that it gives where the rule is read in another way: such an answer would not be right without
    the rule, and nothing says so.
    """
    rule, _, case = option.forgot.partition("/")
    sentences = catalogue().sentences
    group = rule if f"mistakes.{rule}" in sentences else rule.rpartition("-")[0]  # one for all readings
    said = sentences.get(f"mistakes.{group}", {}) if rule else {}
    whole, case = case in ("", "off"), "off" if case in ("", "side") else case
    mistake = (Remark(MISTAKES(f"{group}.{case}"), rule),) if case in said and not option.because else ()
    return attrs.evolve(option, forgot=rule if whole else "", because=(*option.because, *mistake))


def about(rulings: Iterable[Ruling], name: str) -> list[Ruling]:
    """The rulings without those by which somebody other than `name` found the middle empty (TW-TURN-6): these
    explain nothing of what `name` has."""
    return [ruling for ruling in rulings if ruling.rule != "TW-TURN-6" or ruling.facts["side"] == name]


def refused(value: Hashable, refusal: Refusal, alone: bool) -> Mistake:
    """A wrong value that a rule forbids; `alone` tells whether it would be allowed without that rule."""
    return Mistake(value, refusal.rule if alone else "", (refusal,))
