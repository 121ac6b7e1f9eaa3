"""A teacher's list of tasks (lessons, questions, puzzles, first games, positions), as text and as a link
token.

`TaskList.token` packs this text, one task per line, for a link::

    twingkit-list 1
    title Monday
    lesson twing:shield                  a lesson of a game
    practice twing:duels 10              ten questions on a topic
    first ember                          a first game with a teacher
    puzzle ember:hard                    a puzzle, a theme or a level of puzzles
    position F: F5 vs W: W6              a position string, or the address of a page that shows a position

A list contains no names and does not say who made it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.language import localized
from twingkit.core.links import pack_text, unpack_text
from twingkit.core.messages import Fault, add_messages, message
from twingkit.learn.lesson.course import course_of
from twingkit.learn.puzzles.puzzle import puzzle_set
from twingkit.learn.quiz.quiz_of import quiz_of

add_messages("twingkit.learn.classroom")

HEAD = "twingkit-list"
"""The first word of the text of a list."""
FORMAT_VERSION = 1
"""The format version that this module reads and writes."""
MAX_TASKS = 40
"""The largest number of tasks on a list."""
LONGEST_TITLE, LONGEST_POSITION, LONGEST_WORD = 80, 1500, 6000
"""The largest numbers of characters in a title, in a position, and in the token of a link."""
MAX_QUESTIONS = 100
"""The largest number of questions on one topic."""
DEFAULT_QUESTION_COUNT = 10
"""The default number of questions of a new task."""
_MAX_SHOWN_LENGTH = 60
"""The length, in characters, to which user input is cut in a message."""

_GAME, _NAME = r"[a-z][a-z0-9_]{0,39}", r"[a-z0-9][a-z0-9_-]{0,59}"
_SHAPES = {
    "lesson": re.compile(rf"({_GAME}):({_NAME})"),
    "practice": re.compile(rf"({_GAME}):({_NAME}) ([1-9]\d{{0,2}})", re.ASCII),
    "first": re.compile(rf"({_GAME})()"),
    "puzzle": re.compile(rf"({_GAME}):([A-Za-z0-9][\w:.-]{{0,79}})", re.ASCII),
    "position": re.compile(r"()(\S.*)"),
}
EXAMPLES = {
    "lesson": "lesson GAME:LESSON",
    "practice": "practice GAME:TOPIC 10",
    "first": "first GAME",
    "puzzle": "puzzle GAME:PUZZLE",
    "position": "position LINE",
}
"""An example line for each kind of task, by the kind."""
TASK_KEY_PATTERN = re.compile(
    rf"(?:lesson|practice|puzzle):{_GAME}:[\w:.-]{{1,80}}|first:{_GAME}|position:[0-9a-f]{{8}}", re.ASCII
)
"""Matches the keys by which results name tasks."""


class TextKindName:
    """The name of a kind of input, such as a title or a link, in the reader's language, for use
    in a fault message.
    """

    def __init__(self, key: str) -> None:
        self.key = key

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the name in `lang`."""
        return message(f"class.{self.key}")


def length_checked_text(text_kind: str, text: str, max_length: int) -> str:
    """Return `text`, or raise a `Fault` if it is too long; `text_kind` names the text in the message."""
    if len(text) > max_length:
        raise Fault("class.long", what=TextKindName(f"what.{text_kind}"), found=len(text), most=max_length)
    return text


def printable_excerpt(text: str) -> str:
    """Shorten user input and replace unprintable characters, for use in a message."""
    plain = "".join(letter if letter.isprintable() else "�" for letter in text)
    return plain if len(plain) <= _MAX_SHOWN_LENGTH else plain[: _MAX_SHOWN_LENGTH - 1] + "…"


@attrs.frozen
class Task:
    """One task of a list: its `kind`, its `game`, its `name` (the lesson, topic or puzzle, or the position
    string) and, for practice, its `question_count`.

    >>> Task.parse("practice twing:duels 10")
    Task(kind='practice', game='twing', name='duels', question_count=10)
    """

    kind: str
    game: str
    name: str
    question_count: int = 0

    @classmethod
    def parse(cls, line: str) -> Task:
        """Parse one line of a list. Raises a `Fault` that says what is expected."""
        kind, _, rest = line.strip().partition(" ")
        match = _SHAPES[kind].fullmatch(rest.strip()) if kind in _SHAPES else None
        if match is None or not line.isprintable():
            examples = EXAMPLES[kind] if kind in EXAMPLES else "”, “".join(EXAMPLES.values())
            raise Fault("class.item", found=printable_excerpt(line), expected=examples)
        count = int(match[3]) if kind == "practice" else 0
        if count > MAX_QUESTIONS:
            raise Fault(
                "class.item", found=printable_excerpt(line), expected=f"{EXAMPLES[kind]} (1–{MAX_QUESTIONS})"
            )
        if kind == "position":
            length_checked_text("position", match[2], LONGEST_POSITION)
        return cls(kind, match[1], match[2], count)

    @property
    def line(self) -> str:
        """The task as a line of a list."""
        named = {"first": self.game, "position": self.name}.get(self.kind, f"{self.game}:{self.name}")
        return f"{self.kind} {named}" + (f" {self.question_count}" if self.question_count else "")

    @property
    def key(self) -> str:
        """The key by which a result names the task, unique within a list.

        >>> Task.parse("lesson twing:shield").key, Task.parse("position F: F5 vs W: W6").key
        ('lesson:twing:shield', 'position:8efd53ac')
        """
        if self.kind == "position":
            return f"position:{checksum(self.name)}"
        return f"first:{self.game}" if self.kind == "first" else f"{self.kind}:{self.game}:{self.name}"

    def unavailable_reason(self) -> Fault | None:
        """Return why the installed games cannot offer this task, or None if they can."""
        if self.kind == "position":
            return None
        try:
            entry = game_by_id(self.game)
        except LookupError:
            return Fault("class.lacks.game", found=self.game)
        title = entry.title
        course = course_of(self.game) if self.kind == "lesson" else None
        if self.kind == "lesson" and (course is None or self.name not in course.lesson_entries):
            return Fault("class.lacks.lesson", game=_TitleFact(title), found=self.name)
        if self.kind == "practice" and self.name not in quiz_of(self.game).topics:
            return Fault("class.lacks.topic", game=_TitleFact(title), found=self.name)
        if self.kind == "puzzle" and not (entry.puzzles and puzzle_set(self.game, self.name)):
            return Fault("class.lacks.puzzle", game=_TitleFact(title), found=self.name)
        return None


class _TitleFact:
    """A title, used as a fact in a fault message."""

    def __init__(self, title: Callable[[], str]) -> None:
        self.title = title

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the title in `lang`."""
        return self.title()


def checksum(text: str) -> str:
    """Return a checksum of a text: eight hexadecimal digits.

    >>> checksum("twingkit")
    '753ab0cc'
    """
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _tasks(given: Sequence[Task | str]) -> tuple[Task, ...]:
    tasks = tuple(Task.parse(task) if isinstance(task, str) else Task.parse(task.line) for task in given)
    if not tasks:
        raise Fault("class.empty")
    if len(tasks) > MAX_TASKS:
        raise Fault("class.many", most=MAX_TASKS, found=len(tasks))
    keys = [task.key for task in tasks]
    for place, key in enumerate(keys):
        if key in keys[:place]:
            raise Fault("class.twice", found=printable_excerpt(tasks[place].line))
    return tasks


def clean_title(text: str) -> str:
    """Return a title as one line without invisible characters. Raises `Fault` if it is too long."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return length_checked_text("title", plain, LONGEST_TITLE)


@attrs.frozen
class TaskList:
    """A teacher's list: its title ("" for none) and its tasks, given as `Task`s or lines.

    Raises `Fault` if a line is not valid.

    >>> task = TaskList("Monday", ("lesson twing:shield", "practice twing:duels 10"))
    >>> TaskList.from_token(task.token) == task
    True
    """

    title: str = attrs.field(converter=clean_title)
    tasks: tuple[Task, ...] = attrs.field(converter=_tasks)

    @property
    def text(self) -> str:
        """The list as text, one task per line below the title; `parse` returns an equal list."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"{HEAD} {FORMAT_VERSION}"
        if self.title:
            yield f"title {self.title}"
        for task in self.tasks:
            yield task.line

    @classmethod
    def parse(cls, text: str) -> TaskList:
        """Parse the text of a list. Raises `Fault` for the first line that is not valid."""
        first, *lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
        word, _, edition = first.partition(" ")
        if word != HEAD or not (edition.isascii() and edition.isdecimal()):
            raise Fault("class.head", expected=f"{HEAD} {FORMAT_VERSION}", found=printable_excerpt(first))
        if int(edition[:9]) != FORMAT_VERSION:
            raise Fault("class.newer", found=printable_excerpt(edition), known=FORMAT_VERSION)
        title = ""
        if lines and lines[0].startswith("title "):
            title = lines.pop(0).removeprefix("title ")
        return cls(title, lines)

    @property
    def token(self) -> str:
        """The list as one word for use in a link. Raises `Fault` if it is too long."""
        return length_checked_text("link", pack_text(self.text), LONGEST_WORD)

    @classmethod
    def from_token(cls, token: str) -> TaskList:
        """Parse a link token. Raises `Fault` (`DamagedLinkError` if the token is damaged)."""
        return cls.parse(unpack_text(length_checked_text("link", token.strip(), LONGEST_WORD)))

    @property
    def checksum(self) -> str:
        """The checksum of the list's text, by which results identify the list to which they belong."""
        return checksum(self.text)
