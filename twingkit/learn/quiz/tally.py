"""The counts of the practice ledger: the state of a topic or a rule, and the lines of the ledger."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files

import attrs

from twingkit.core.errors import KitError
from twingkit.core.language import localized
from twingkit.core.words import SentenceCatalogue

WORDS = SentenceCatalogue(files("twingkit.learn.quiz").joinpath("words.toml"))
"""The error messages about invalid ledgers."""

WAIT_DAYS = (0, 1, 3, 7, 16, 35, 80)
"""The number of days for which a topic or rule waits in each box."""
QUESTIONS_UNTIL_RETURN = 2
"""The number of other questions between a missed one and its return."""
MAX_COUNT = 9_999
"""The largest count of questions about a topic or a rule."""
LAST_DAY = 9_999_999
"""The largest day number, and the largest total number of questions."""

RULE_ID_PATTERN = re.compile(r"[A-Z][A-Z0-9]{0,7}(-[A-Za-z0-9]{1,12})?-[A-Za-z0-9_]{1,40}")
"""Matches the ids of rules that a ledger can contain: `TW-BAT-4`, `IM-ACT-s_retreat`."""
_KIND, _SEED = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}"), re.compile("[0-9]{1,9}")
_WIDEST, _OPTIONS, _TALLY_WORDS = 40, 9, 5

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


class LedgerError(KitError, ValueError):
    """The error for a text that is not a practice ledger or is damaged: `.line` is the number of the bad line
    (from 1; 0 for none).
    """

    def __init__(self, key: str, line: int = 0, **facts: object) -> None:
        super().__init__(key, line, facts)
        self.key, self.line, self.facts = key, line, facts

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the error message: the fault, its line, and what is expected."""
        return WORDS.say(f"ledger.{self.key}", line=self.line, **self.facts)

    def __str__(self) -> str:
        return self.text()


@attrs.frozen(order=True)
class AnswerTally:
    """The counts of one topic or rule: the questions asked and answered right, its `leitner_box` (0: missed
    last), the day when it is due, and the day when it was last asked.
    """

    asked_count: int = 0
    right_count: int = 0
    leitner_box: int = 0
    due_day: int = 0
    last_day: int = 0

    @property
    def missed_count(self) -> int:
        """The number of wrong answers."""
        return self.asked_count - self.right_count

    @property
    def share_right(self) -> float:
        """The share of right answers, 0 to 1."""
        return self.right_count / self.asked_count if self.asked_count else 0.0

    def after_answer(self, right: bool, day: int) -> AnswerTally:
        """Return the tally after one more answer."""
        room = self.asked_count < MAX_COUNT
        counted = attrs.evolve(
            self,
            asked_count=self.asked_count + room,
            right_count=self.right_count + (room and right),
            last_day=day,
        )
        return counted.promoted_if_due(day) if right else attrs.evolve(counted, leitner_box=0, due_day=day)

    def promoted_if_due(self, day: int) -> AnswerTally:
        """Return the tally moved up one box, if it was due."""
        if self.due_day > day:
            return self
        box = min(self.leitner_box + 1, len(WAIT_DAYS) - 1)
        return attrs.evolve(self, leitner_box=box, due_day=min(day + WAIT_DAYS[box], LAST_DAY))

    def format_fields(self) -> str:
        """Return the tally as fields of a ledger line."""
        return f"{self.asked_count} {self.right_count} {self.leitner_box} {self.due_day} {self.last_day}"


@attrs.frozen(order=True)
class RuleTally:
    """The tally of a rule, and the kind of question (`topic:kind`) that asks about it again."""

    tally: AnswerTally
    question_kind: str


@attrs.frozen
class TopicStatus:
    """The status of a topic in the summary: its tally (None: never asked), and the missed rules to repeat.

    `advice` is "new", "again" (missed last), "due", "more" (too few questions yet), "some" (too many missed,
    or none of the hardest yet) or "good".
    """

    topic: str
    tally: AnswerTally | None
    is_due: bool
    missed_rules: tuple[str, ...]
    advice: str

    @property
    def asked_count(self) -> int:
        """The number of questions about this topic so far."""
        return self.tally.asked_count if self.tally else 0

    @property
    def share_right(self) -> float | None:
        """The share of right answers, 0 to 1; None if nothing was asked."""
        return self.tally.share_right if self.tally else None


def topic_of(question_kind: str) -> str:
    """Return the topic in a kind of question written as `topic:kind`."""
    return question_kind.partition(":")[0]


def checked_topic(question_kind: str, topics: Sequence[str]) -> str:
    """Return the topic in a kind of question written as `topic:kind`. Raises `ValueError` if it is not one of
    `topics`.
    """
    topic, _, kind = question_kind.partition(":")
    if topic not in topics or not _KIND.fullmatch(kind):
        raise ValueError(f"{question_kind!r} is not a topic:kind; the topics are {', '.join(topics)}")
    return topic


def parse_name_and_value(words: Sequence[str], topics: Sequence[str]) -> tuple[str, object]:
    """Parse a line of a practice ledger, split into words: return the name in it (such as a rule or topic; ""
    if the entry needs none) and its value.

    The value of `rule` is a `RuleTally`, of `topic` an `AnswerTally`, of `today` a day with its numbers of
    questions and right answers, of `last` a topic, of the others a number. Raises `ValueError` for a line
    that is not valid or does not fit these topics.

    >>> parse_name_and_value("again shield:winner 59".split(), ["shield"])
    ('shield:winner', 59)
    """
    match words:
        case ["asked", count] if asked := _parse_number(count, MAX_QUESTIONS_ASKED):
            return "", asked
        case ["today", day, total, right]:
            return "", (_parse_number(day, LAST_DAY), *_parse_counts(total, right))
        case ["last", topic]:
            return "", checked_topic(f"{topic}:any", topics)
        case ["topic", topic, *tally] if len(tally) == _TALLY_WORDS:
            return checked_topic(f"{topic}:any", topics), _parse_tally(tally)
        case ["rule", rule, *tally, home] if len(tally) == _TALLY_WORDS and RULE_ID_PATTERN.fullmatch(rule):
            checked_topic(home, topics)
            return rule, RuleTally(_parse_tally(tally), home)
        case ["again", home, turn]:
            checked_topic(home, topics)
            return home, _parse_number(turn, LAST_DAY)
        case ["given", name, option] if _SEED.fullmatch(name.rpartition(":")[2]):
            checked_topic(name.rpartition(":")[0], topics)
            return name, _parse_number(option, _OPTIONS)
    raise ValueError(words)


def _parse_number(word: str, maximum: int) -> int:
    if not (word.isascii() and word.isdecimal()) or len(word) > 7 or int(word) > maximum:
        raise ValueError(word)
    return int(word)


def _parse_counts(total: str, right: str) -> tuple[int, int]:
    """Parse the number of questions and the number of right answers, which cannot be greater than the
    first.
    """
    count = _parse_number(total, MAX_COUNT)
    return count, _parse_number(right, count)


def _parse_tally(words: Sequence[str]) -> AnswerTally:
    """Parse a tally written by `AnswerTally.format_fields`."""
    count, right = _parse_counts(*words[:2])
    if not count:
        raise ValueError(words)
    limits = len(WAIT_DAYS) - 1, LAST_DAY, LAST_DAY
    return AnswerTally(count, right, *map(_parse_number, words[2:], limits))


def damaged_line_excerpt(words: Sequence[str]) -> str:
    """Shorten a damaged line for a message."""
    text = "".join(letter if letter.isprintable() else "?" for letter in " ".join(words))
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"
