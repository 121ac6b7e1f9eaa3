"""Puts a question together with the words of the rulebook: see `twingkit.learn.quiz.options`."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import attrs

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.learn.quiz import options as asking
from twingkit.learn.quiz.item import AnswerOption, Reason, Remark, Texts
from twingkit.learn.quiz.options import (
    MAX_OPTIONS,
    MAX_REASONS,
    MIN_OPTIONS,
    Mistake,
    make_item,
    order_by_variety,
    yes_no_options,
)
from twingkit.twing.quiz.phrases import Phrases, catalogue, fact_texts

__all__ = [
    "MAX_OPTIONS",
    "MAX_REASONS",
    "MIN_OPTIONS",
    "Mistake",
    "Reason",
    "choices",
    "make_item",
    "numbers",
    "order_by_variety",
    "refused_option",
    "rulings_for",
    "with_explanation",
    "yes_no_options",
]


def choices(
    right: Hashable,
    mistakes: Iterable[Mistake],
    say: Callable[[Any], Texts] = fact_texts,  # it names options of its own type
    **more: Any,
) -> tuple[AnswerOption, ...]:
    """Return the right value and up to three others, named as in the rulebook unless `say` names them."""
    return asking.value_options(right, map(with_explanation, mistakes), say, **more)


def numbers(
    rng: random.Random, right: int, mistakes: Iterable[Mistake], **more: Any
) -> tuple[AnswerOption, ...]:
    """Return up to four numbers in order: see `twingkit.learn.quiz.options.number_options`."""
    return asking.number_options(rng, right, map(with_explanation, mistakes), **more)


# -- the chosen answer compared with the right one

MISTAKES = Phrases("mistakes")
"""The sentences that explain a wrong option: it leaves a rule out (`off`), or misunderstands it."""


def with_explanation(option: Mistake) -> Mistake:
    """Return a wrong value with the sentence that explains why it is wrong.

    `TW-BAT-15` marks an answer that the engine gives if that rule is switched off; `TW-BAT-15/foreign` one
    that it gives if the rule is misunderstood. Such an answer would not be right without the rule either, and
    the sentence does not say that it would.
    """
    rule, _, case = option.forgotten_rule.partition("/")
    sentences = catalogue().sentences
    group = rule if f"mistakes.{rule}" in sentences else rule.rpartition("-")[0]  # one for all misreadings
    said = sentences.get(f"mistakes.{group}", {}) if rule else {}
    whole, case = case in ("", "off"), "off" if case in ("", "side") else case
    mistake = (Remark(MISTAKES(f"{group}.{case}"), rule),) if case in said and not option.reasons else ()
    return attrs.evolve(option, forgotten_rule=rule if whole else "", reasons=(*option.reasons, *mistake))


def rulings_for(rulings: Iterable[Ruling], name: str) -> list[Ruling]:
    """Return the rulings without those by which a player other than `name` found the middle empty
    (TW-TURN-6): those explain nothing about what `name` has.
    """
    return [ruling for ruling in rulings if ruling.rule != "TW-TURN-6" or ruling.facts["side"] == name]


def refused_option(value: Hashable, refusal: Refusal, alone: bool) -> Mistake:
    """Return a wrong value that a rule forbids; `alone` is True if it would be allowed without that rule."""
    return Mistake(value, refusal.rule if alone else "", (refusal,))
