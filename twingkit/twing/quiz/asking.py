"""The question put together with the words of the rulebook: see `twingkit.quiz.asking`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from twingkit.quiz import asking
from twingkit.quiz.asking import (
    LEAST,
    MOST,
    REASONS,
    Miss,
    made,
    numbers,
    varied,
    yes_no,
)
from twingkit.quiz.item import Choice, Reason, Texts
from twingkit.twing.quiz.phrases import plain

__all__ = [
    "LEAST",
    "MOST",
    "REASONS",
    "Miss",
    "Reason",
    "choices",
    "made",
    "numbers",
    "varied",
    "yes_no",
]


def choices(
    right: Hashable,
    misses: Iterable[Miss],
    say: Callable[[Any], Texts] = plain,
    **more: Any,
) -> tuple[Choice, ...]:
    """The right value and up to three others, named by the rulebook unless `say` names them."""
    return asking.choices(right, misses, say, **more)
