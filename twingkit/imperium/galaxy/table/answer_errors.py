"""Errors of answers with a wrong part."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.near_names import nearest_name
from twingkit.core.questions import BadAnswer, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import TableQuestion
from twingkit.imperium.texts.rulebook import rulebook

_MAX_LISTED_NAMES = 12
"""The largest number of names that an error message lists."""


def wrong_part_error(part: str, expected: str | Sequence[str], example: str) -> BadAnswer:
    """Return the error for an answer with an invalid part; it shows the expected parts and an example."""
    names = (expected,) if isinstance(expected, str) else expected
    return BadAnswer(
        "answer_part",
        rulebook(),
        found=QuotedFact(one_line_excerpt(part, TableQuestion.max_quote_length)),
        expected=tuple(QuotedFact(name) for name in names),
        example=QuotedFact(example),
    )


def repeated_part_error(part: str) -> BadAnswer:
    """Return the error for a part that an answer names twice."""
    return BadAnswer(
        "answer_twice", rulebook(), found=QuotedFact(one_line_excerpt(part, TableQuestion.max_quote_length))
    )


def suggested_names(name: str, names: Sequence[str]) -> Sequence[str]:
    """Return the name most similar to `name`; if none is similar, all names if they are few, or else only
    the first.
    """
    near = nearest_name(name, names)
    return (near,) if near else names if len(names) <= _MAX_LISTED_NAMES else names[:1]
