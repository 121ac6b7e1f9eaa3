"""Parse the lines of a practice ledger (see `ledger`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

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

_SEED, _OPTIONS, _TALLY_WORDS = re.compile("[0-9]{1,9}"), 9, 5


def parse_name_and_value(words: Sequence[str], topics: Sequence[str]) -> tuple[str, object]:
    """Parse a line of a ledger: return the name in it ("" if there can be only one) and its value.

    The value of `rule` is a `RuleTally`, of `topic` a `Tally`, of `today` a day with its numbers of questions
    and right answers, of `last` a topic, of the others a number. Raises `ValueError` for a line that is not
    valid or does not fit these topics.

    >>> parse_name_and_value("again shield:winner 59".split(), ["shield"])
    ('shield:winner', 59)
    """
    match words:
        case ["asked", count] if asked := parse_number(count, MAX_QUESTIONS_ASKED):
            return "", asked
        case ["today", day, total, right]:
            return "", (parse_number(day, LAST_DAY), *parse_counts(total, right))
        case ["last", topic]:
            return "", checked_topic(f"{topic}:any", topics)
        case ["topic", topic, *tally] if len(tally) == _TALLY_WORDS:
            return checked_topic(f"{topic}:any", topics), parse_tally(tally)
        case ["rule", rule, *tally, home] if len(tally) == _TALLY_WORDS and RULE_ID_PATTERN.fullmatch(rule):
            checked_topic(home, topics)
            return rule, RuleTally(parse_tally(tally), home)
        case ["again", home, turn]:
            checked_topic(home, topics)
            return home, parse_number(turn, LAST_DAY)
        case ["given", name, option] if _SEED.fullmatch(name.rpartition(":")[2]):
            checked_topic(name.rpartition(":")[0], topics)
            return name, parse_number(option, _OPTIONS)
    raise ValueError(words)
