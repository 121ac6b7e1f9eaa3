"""Build the options of a question, the forgotten rule behind each wrong one, and the question itself.

options = value_options(3, [Mistake(4, "TW-BAT-18"), Mistake(2)])
question = make_item(table, before, after, texts=…, choices=options, why=rulings)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic

import attrs
from typing_extensions import TypeVar

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import TextByLanguage
from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz.item import AnswerOption, QuizItem, Reason
from twingkit.learn.quiz.phrases import COMMON, fact_text

T = TypeVar("T")
ValueT = TypeVar("ValueT", bound=Hashable)
ValueT_co = TypeVar("ValueT_co", bound=Hashable, covariant=True, default=Any)

MAX_OPTIONS = 4
"""The largest number of options of a question."""

MIN_OPTIONS = 3
"""The smallest number of options, except for yes-no questions."""

MAX_REASONS = 8
"""The largest number of reasons of a question; the first ones decide."""


@attrs.frozen
class Mistake(Generic[ValueT_co]):
    """A wrong value to offer as an option, the forgotten rule that leads to it ("" if none), and the reasons
    why it is wrong (empty if it is merely plausible).
    """

    value: ValueT_co
    forgotten_rule: str = ""
    reasons: tuple[Reason, ...] = ()

    @property
    def is_known(self) -> bool:
        """True if a forgotten rule or a reason explains why somebody would choose the wrong value."""
        return bool(self.forgotten_rule or self.reasons)

    @classmethod
    def from_forgotten(cls, rule_by_value: Mapping[ValueT, str]) -> Sequence[Mistake[ValueT]]:
        """Return mistakes from wrong values, each with the rule whose omission leads to it."""
        return [Mistake(value, forgot) for value, forgot in rule_by_value.items()]


def value_options(
    right: ValueT,
    mistakes: Iterable[Mistake[ValueT]],
    say: Callable[[ValueT], TextByLanguage] = fact_text,
    *,
    min_options: int = MIN_OPTIONS,
    key: Callable[[ValueT], str] = str,
    cards: Callable[[ValueT], str] = lambda value: "",
) -> tuple[AnswerOption, ...]:
    """Return answer options for the right value and up to three distinct wrong ones, preferring those that a
    forgotten rule explains.

    Numbers are sorted. Returns an empty tuple if there are fewer than `min_options` options. `cards` names
    the cards to show with a value.
    """
    offered = {right: AnswerOption(key(right), say(right), is_right=True, cards=cards(right))}
    for option in sorted(mistakes, key=lambda option: not option.is_known):
        if option.value in offered or len(offered) == MAX_OPTIONS:
            continue
        texts = say(option.value)
        if not any(texts[lang] == choice.texts[lang] for choice in offered.values() for lang in LANGUAGES):
            offered[option.value] = AnswerOption(
                key(option.value),
                texts,
                forgotten_rule=option.forgotten_rule,
                cards=cards(option.value),
                reasons=option.reasons,
            )
    if len(offered) < min_options:
        return ()
    if isinstance(right, int):
        return tuple(offered[value] for value in sorted(offered, key=lambda value: int(str(value))))
    return tuple(offered.values())


def number_options(
    rng: random.Random, right: int, mistakes: Iterable[Mistake], minimum: int = 0, maximum: int | None = None
) -> tuple[AnswerOption, ...]:
    """Return options for up to four sorted numbers from `minimum` to `maximum`: the right one, `mistakes`,
    and neighbours.

    The right number can be at any position; at least two known mistakes remain, or all of them. If only two
    numbers are possible, both are returned.
    """
    steps = [1, -1, 2, -2, 3, -3]
    rng.shuffle(steps)
    known: dict[int, Mistake] = {}
    for option in sorted(mistakes, key=lambda option: not option.is_known):
        known.setdefault(int(str(option.value)), option)
    near = dict.fromkeys(right + step for step in steps)
    wrong = [n for n in (known | near) if n >= minimum and n != right and (maximum is None or n <= maximum)]
    lower, higher = [n for n in wrong if n < right], [n for n in wrong if n > right]
    if not wrong:
        return ()
    others = min(MAX_OPTIONS - 1, len(wrong))
    splits = [
        [*lower[:index], *higher[: others - index]]
        for index in range(others + 1)
        if index <= len(lower) and others - index <= len(higher)
    ]
    kept = [sum(1 for n in split if n in known and known[n].is_known) for split in splits]
    goal = min(2, max(kept))
    chosen = rng.choice([split for split, count in zip(splits, kept, strict=True) if count >= goal])
    return value_options(
        right, [known.get(n, Mistake(n)) for n in chosen], min_options=min(MIN_OPTIONS, others + 1)
    )


def yes_no_options(right: bool, forgotten_rule: str = "") -> tuple[AnswerOption, ...]:
    """Return the answer options "yes" and "no" of a quiz question; a learner who forgets the rule
    `forgotten_rule` picks the wrong one.
    """
    return tuple(
        AnswerOption(
            name,
            COMMON(f"answer.{name}"),
            is_right=right is answer,
            forgotten_rule="" if right is answer else forgotten_rule,
        )
        for name, answer in (("yes", True), ("no", False))
    )


def make_item(
    table: str,
    answers_before: Sequence[str],
    answers_after: Sequence[str],
    *,
    texts: TextByLanguage,
    choices: Sequence[AnswerOption],
    why: Iterable[Reason],
    rules: Iterable[str] = (),
    seat: int = 0,
    cards: str = "",
    shown_reasons: int = 0,
) -> QuizItem | None:
    """Build a quiz question from a position and its texts, answer options and reasons; return None without
    options or reasons.

    `rules` are the rules that take part besides those cited or forgotten; `shown_reasons` is the number of
    reasons to show at once (0: as many as the page likes).
    """
    reasons = tuple(_different(why))[:MAX_REASONS]
    if not choices or not reasons:
        return None
    named = [*(reason.rule for reason in reasons), *rules, *(choice.forgotten_rule for choice in choices)]
    named += [reason.rule for choice in choices for reason in choice.reasons]
    return QuizItem(
        table=table,
        answers_before=tuple(answers_before),
        answers_after=tuple(answers_after),
        prompt_texts=texts,
        choices=tuple(choices),
        reasons=reasons,
        rules=tuple(dict.fromkeys(rule for rule in named if rule)),
        seat=seat,
        cards=cards,
        shown_reasons=shown_reasons,
    )


def _different(why: Iterable[Reason]) -> Iterable[Reason]:
    reasons: dict[tuple[str, str], Reason] = {}
    for reason in why:
        reasons.setdefault((reason.rule, reason.text()), reason)
    return reasons.values()


def sort_refused_by_variety(refused: Sequence[tuple[T, Refusal]]) -> list[tuple[T, Refusal]]:
    """Return (answer, refusal) pairs sorted for variety: the first refusal by each rule, then the first of
    each case of a rule, then the rest.
    """
    by_rule = {refusal.rule: (option, refusal) for option, refusal in refused[::-1]}
    by_case = {(refusal.rule, refusal.case): (option, refusal) for option, refusal in refused[::-1]}
    firsts = [*by_rule.values(), *by_case.values()]
    pairs: list[tuple[T, Refusal]] = []
    for pair in (*firsts, *refused):
        if pair not in pairs:
            pairs.append(pair)
    return pairs
