"""The options and reasons of quiz questions, in the words of the rulebook (see
`twingkit.learn.quiz.options`).
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Hashable, Iterable, Mapping
from importlib.resources import files
from typing import Any

import attrs

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.learn.quiz import options as question_options
from twingkit.learn.quiz.item import AnswerOption, QuizReason, Texts
from twingkit.learn.quiz.options import Mistake, ValueT
from twingkit.twing.quiz.phrases import Phrases, fact_texts, phrase_book

FORGOTTEN: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    files("twingkit.twing.quiz").joinpath("forgotten.toml").read_text(encoding="utf-8")
)
"""What learners may forget or misread: the rules that each topic teaches, and the variants without a rule."""


def answer_options(
    right: ValueT,
    mistakes: Iterable[Mistake[ValueT]],
    say: Callable[[ValueT], Texts] = fact_texts,
    **more: Any,
) -> tuple[AnswerOption, ...]:
    """Return the answer options of a quiz question: the right one and up to three wrong ones; `say` returns
    their texts.
    """
    return question_options.value_options(right, map(with_explanation, mistakes), say, **more)


def number_options(
    rng: random.Random, right: int, mistakes: Iterable[Mistake], minimum: int = 0, maximum: int | None = None
) -> tuple[AnswerOption, ...]:
    """Return up to four numbers in ascending order as answer options of a quiz question, one of them
    right.
    """
    return question_options.number_options(rng, right, map(with_explanation, mistakes), minimum, maximum)


# -- the chosen answer compared with the right one

_MISTAKE_PHRASES = Phrases("mistakes")
"""The sentences that explain a wrong option: a rule was forgotten (`off`) or misunderstood."""


def with_explanation(option: Mistake[ValueT]) -> Mistake[ValueT]:
    """Return a wrong answer with the reason added that explains the rule forgotten or misunderstood in it, if
    there is such a sentence.

    `TW-BAT-15` marks an answer that the engine gives if that rule is switched off; `TW-BAT-15/foreign` one
    that it gives if the rule is misunderstood. Such an answer would not be right without the rule either, and
    the sentence does not say that it would.
    """
    rule, _, case = option.forgotten_rule.partition("/")
    sentences = phrase_book().sentences
    group = rule if f"mistakes.{rule}" in sentences else rule.rpartition("-")[0]  # one for all misreadings
    said = sentences.get(f"mistakes.{group}", {}) if rule else {}
    whole, case = case in ("", "off"), "off" if case in ("", "side") else case
    mistake = (
        (QuizReason(_MISTAKE_PHRASES(f"{group}.{case}"), rule),)
        if case in said and not option.reasons
        else ()
    )
    return attrs.evolve(option, forgotten_rule=rule if whole else "", reasons=(*option.reasons, *mistake))


def drop_no_ornicles_rulings(rulings: Iterable[Ruling], kept_name: str) -> list[Ruling]:
    """Return these rulings except those that tell a player other than `kept_name` that no Ornicles are left
    (TW-TURN-6).
    """
    return [ruling for ruling in rulings if ruling.rule != "TW-TURN-6" or ruling.facts["side"] == kept_name]


def refused_option(answer: Hashable, refusal: Refusal, is_only_refusal: bool) -> Mistake:
    """Return a wrong answer option that is refused by a rule; it counts as forgetting this rule if no other
    rule refuses it (`is_only_refusal`).
    """
    return Mistake(answer, refusal.rule if is_only_refusal else "", (refusal,))
