"""A learner's result as one word without blanks, which chats and mails carry unchanged.

    twingkit-result.1;Ida;1c7a90d4;2026-11-24T10:30;practice:twing:duels=done,8,9,9,20261124;TW-BAT-4=5/2;9f…

The name is followed by the checksum of the list, the time (UTC), each task (state, right, answered, wanted,
day), each rule (answered/missed), and a checksum of all that. Editing a result by hand changes its checksum.
The checksum does not prove who wrote the result: anyone can compute it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from urllib.parse import unquote

import attrs

from twingkit.core.messages import Fault
from twingkit.learn.classroom.task_list import (
    TASK_KEY_PATTERN,
    TextKindName,
    checksum,
    length_checked_text,
    printable_excerpt,
)
from twingkit.learn.quiz.tally import MAX_COUNT, RULE_ID_PATTERN

RESULT_PREFIX = "twingkit-result"
"""The start of every result."""
FORMAT_VERSION = 1
"""The format version that this module reads and writes."""
STATES = ("done", "said", "begun", "open")
"""The states of a task: done, marked as done by the learner, started, not started."""
MAX_NAME_LENGTH = 60
"""The largest number of characters in a learner's name."""
RESULT_PATTERN = re.compile(rf"{RESULT_PREFIX}\.(\d{{1,9}});\S*", re.ASCII)
"""Matches a result within other text."""
TIME = "%Y-%m-%dT%H:%M"
"""The format of times."""

_PARTS = 6
_ITEM = re.compile(
    rf"(?P<key>{TASK_KEY_PATTERN.pattern})=(?P<state>{'|'.join(STATES)})"
    r",(\d{1,4}),(\d{1,4}),(\d{1,4}),(\d{8}|0)",
    re.ASCII,
)
_RULE = re.compile(
    rf"(?P<rule>{RULE_ID_PATTERN.pattern})=(?P<answered>\d{{1,4}})/(?P<missed>\d{{1,4}})", re.ASCII
)
_SIGN = re.compile(r"[0-9a-f]{8}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d", re.ASCII)


def clean_name(text: str) -> str:
    """Return a name as one line without invisible characters. Raises `Fault` if it is empty or too long."""
    normal = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in normal).split())
    if not plain:
        raise Fault("class.no_name")
    return length_checked_text("name", plain, MAX_NAME_LENGTH)


@attrs.frozen
class TaskState:
    """The state of one task in a result: its `key`, its `state` (one of `STATES`), three numbers of questions
    (`right_count`, `answered_count`, and `wanted_count`, 0 if the task has none), and the day on which it was
    done (`day_done`, such as 20261124; 0 if it is not done).
    """

    key: str
    state: str
    right_count: int = 0
    answered_count: int = 0
    wanted_count: int = 0
    day_done: int = 0

    @property
    def notation(self) -> str:
        """The task as written in a result: `key=state,right,answered,wanted,day`."""
        return (
            f"{self.key}={self.state},{self.right_count},{self.answered_count},{self.wanted_count}"
            f",{self.day_done}"
        )

    @property
    def is_done(self) -> bool:
        """True if the task is done, or the learner has marked it as done."""
        return self.state in ("done", "said")


@attrs.frozen
class RuleQuestionCounts:
    """The numbers of questions about a rule that were answered and missed."""

    rule: str
    answered_count: int
    missed_count: int

    @property
    def notation(self) -> str:
        """The rule as written in a result: `rule=answered/missed`."""
        return f"{self.rule}={self.answered_count}/{self.missed_count}"


@attrs.frozen(kw_only=True)
class TaskListResult:
    """A learner's results on a task list, which `token` encodes as one word to hand in; `when` is in UTC.

    `is_altered` is True if the result was parsed and its checksum does not match.

    >>> when = datetime(2026, 11, 24, 10, 30)
    >>> said = (TaskState("first:ember", "said"),)
    >>> result = TaskListResult(name="Ida M", list_checksum="1c7a90d4", when=when, task_states=said)
    >>> TaskListResult.from_token(result.token) == result
    True
    >>> TaskListResult.from_token(result.token.replace("said", "done")).is_altered
    True
    """

    name: str = attrs.field(converter=clean_name)
    list_checksum: str
    when: datetime
    task_states: tuple[TaskState, ...] = ()
    rule_counts: tuple[RuleQuestionCounts, ...] = ()
    is_altered: bool = False

    @property
    def name_key(self) -> str:
        """The name in lower case and one Unicode form, to recognize results of the same learner."""
        return unicodedata.normalize("NFKC", self.name).casefold()

    @property
    def done_count(self) -> int:
        """The number of tasks that are done."""
        return sum(item.is_done for item in self.task_states)

    @property
    def token(self) -> str:
        """The result as one word; `from_token` returns an equal result."""
        parts = (
            f"{RESULT_PREFIX}.{FORMAT_VERSION}",
            _encode_name(self.name),
            self.list_checksum,
            self.when.strftime(TIME),
            "|".join(item.notation for item in self.task_states),
            "|".join(count.notation for count in self.rule_counts),
        )
        body = ";".join(parts)
        return f"{body};{checksum(body)}"

    @classmethod
    def from_token(cls, token: str) -> TaskListResult:
        """Parse a result. Raises a `Fault` that says what is expected.

        A result with a wrong checksum is accepted, with `is_altered` set.
        """
        match = RESULT_PATTERN.fullmatch(token.strip())
        if match is None:
            raise Fault(
                "class.no_result",
                found=printable_excerpt(token.strip()),
                expected=f"{RESULT_PREFIX}.{FORMAT_VERSION};",
            )
        if int(match[1]) != FORMAT_VERSION:
            raise Fault("class.newer", found=int(match[1]), known=FORMAT_VERSION)
        head, *parts = token.strip().split(";")
        if len(parts) != _PARTS:
            raise Fault("class.cut", expected=_PARTS, found=len(parts))
        name, of_list, when, items, rules, check = parts
        if not _SIGN.fullmatch(check):
            raise _format_fault("sum", check)
        if not _SIGN.fullmatch(of_list):
            raise _format_fault("list", of_list)
        return cls(
            name=_decode_name(name),
            list_checksum=of_list,
            when=_parse_time(when),
            task_states=tuple(_items(items)),
            rule_counts=tuple(_rules(rules)),
            is_altered=check != checksum(";".join([head, *parts[:-1]])),
        )


def _format_fault(part: str, text: str) -> Fault:
    return Fault("class.part", found=printable_excerpt(text), expected=TextKindName(f"as.{part}"))


def _encode_name(name: str) -> str:
    for plain in "%_;":
        name = name.replace(plain, f"%{ord(plain):02X}")
    return name.replace(" ", "_")


def _decode_name(text: str) -> str:
    try:
        return clean_name(unquote(text.replace("_", " ")))
    except Fault as why:
        raise _format_fault("name", text) from why


def _parse_time(text: str) -> datetime:
    try:
        if _TIME.fullmatch(text):
            return datetime.strptime(text, TIME)
    except ValueError:
        pass  # not a day of any month
    raise _format_fault("time", text)


def _items(text: str) -> Iterable[TaskState]:
    seen = set()
    for word in text.split("|") if text else ():
        match = _ITEM.fullmatch(word)
        if match is None or match["key"] in seen:
            raise _format_fault("item", word)
        seen.add(match["key"])
        right, answered, wanted, day = (int(number) for number in match.groups()[2:6])
        if right > answered:
            raise _format_fault("item", word)
        yield TaskState(match["key"], match["state"], right, answered, wanted, day)


def _rules(text: str) -> Iterable[RuleQuestionCounts]:
    seen = set()
    for word in text.split("|") if text else ():
        match = _RULE.fullmatch(word)
        if match is None or match["rule"] in seen:
            raise _format_fault("rule", word)
        seen.add(match["rule"])
        answered, missed = int(match["answered"]), int(match["missed"])
        if missed > answered or answered > MAX_COUNT:
            raise _format_fault("rule", word)
        yield RuleQuestionCounts(match["rule"], answered, missed)
