"""Parse the lines of a practice ledger (see `ledger`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from twingkit.learn.quiz.tally import (
    LAST_DAY,
    QUESTIONS_UNTIL_RETURN,
    RULE_ID_PATTERN,
    RuleTally,
    checked_topic,
    parse_counts,
    parse_number,
    parse_tally,
)

EXAMPLE_BY_FIRST_WORD = {
    "asked": "asked 57",
    "today": "today 739000 7 5",
    "last": "last {topic}",
    "topic": "topic {topic} 12 9 2 739003 739000",
    "rule": "rule AB-CDE-4 5 4 1 739001 739000 {topic}:winner",
    "again": "again {topic}:winner 59",
    "given": "given {topic}:winner:17 2",
}
"""An example of each line, by its first word."""

MAX_QUESTIONS_ASKED = LAST_DAY - QUESTIONS_UNTIL_RETURN
"""The largest number of questions that a ledger counts."""

_SEED, _OPTIONS = re.compile("[0-9]{1,9}"), 9


def parse_line(words: Sequence[str], topics: Sequence[str]) -> tuple[str, object]:
    """Parse a line of a ledger: return the name in it ("" if there can be only one) and its value.

    The value of `rule` is a `RuleTally`, of `topic` a `Tally`, of `today` a day with its numbers of questions
    and right answers, of `last` a topic, of the others a number. Raises `ValueError` for a line that is not
    valid or does not fit these topics.

    >>> parse_line("again shield:winner 59".split(), ["shield"])
    ('shield:winner', 59)
    """
    if len(words) != len(EXAMPLE_BY_FIRST_WORD[words[0]].split()):
        raise ValueError(words)
    return _READ[words[0]](words[1:], topics)


def _asked(words: Sequence[str], topics: Sequence[str]) -> tuple[str, int]:
    asked = parse_number(words[0], MAX_QUESTIONS_ASKED)
    if not asked:
        raise ValueError(words)
    return "", asked


def _today(words: Sequence[str], topics: Sequence[str]) -> tuple[str, tuple[int, ...]]:
    return "", (parse_number(words[0], LAST_DAY), *parse_counts(*words[1:]))


def _last(words: Sequence[str], topics: Sequence[str]) -> tuple[str, str]:
    return "", checked_topic(f"{words[0]}:any", topics)


def _topic(words: Sequence[str], topics: Sequence[str]) -> tuple[str, object]:
    return checked_topic(f"{words[0]}:any", topics), parse_tally(words[1:])


def _rule(words: Sequence[str], topics: Sequence[str]) -> tuple[str, object]:
    checked_topic(words[6], topics)
    if not RULE_ID_PATTERN.fullmatch(words[0]):
        raise ValueError(words)
    return words[0], RuleTally(parse_tally(words[1:6]), words[6])


def _again(words: Sequence[str], topics: Sequence[str]) -> tuple[str, int]:
    checked_topic(words[0], topics)
    return words[0], parse_number(words[1], LAST_DAY)


def _given(words: Sequence[str], topics: Sequence[str]) -> tuple[str, int]:
    home, _, seed = words[0].rpartition(":")
    checked_topic(home, topics)
    if not _SEED.fullmatch(seed):
        raise ValueError(words)
    return words[0], parse_number(words[1], _OPTIONS)


_READ: dict[str, Callable[[Sequence[str], Sequence[str]], tuple[str, object]]] = {
    "asked": _asked,
    "today": _today,
    "last": _last,
    "topic": _topic,
    "rule": _rule,
    "again": _again,
    "given": _given,
}
