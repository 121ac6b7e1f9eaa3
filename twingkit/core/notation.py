"""Notation: how to parse a line of a game from left to right, and the errors of invalid lines.

A game's `notation.py` subclasses `LineParser`. Its `book` holds the sentences (`notation.side`,
`notation.line`) and the names of what was expected (`expected_…` among its words).
"""

from __future__ import annotations

import html
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Literal, NoReturn, Self, TypeVar

import attrs

from twingkit.core.arguments import custom_argument_kind, require_valid_argument
from twingkit.core.arguments.kinds import is_integer
from twingkit.core.blanks import with_plain_blanks
from twingkit.core.errors import KitError
from twingkit.core.games import game_by_id, game_of_line
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.rulebook import NamesByLanguage, QuotedFact, Rulebook

__all__ = [
    "MAX_LINE_LENGTH",
    "ROLES",
    "CheckableValue",
    "IllegalBattleError",
    "LineParser",
    "NotationError",
    "NotationValue",
    "TwoSidedValue",
    "validate_by_parsing",
]

BYTE_ORDER_MARK = "\N{BYTE ORDER MARK}"
"""The byte order mark, with which some editors begin a file."""

MAX_LINE_LENGTH = 1000
"""The maximum length of a line in characters."""

Role = Literal["attacker", "defender"]
"""The side of a battle."""

ROLES = ("attacker", "defender")
"""The sides of a battle, in the order of a line."""


def _is_line_side(value: object) -> bool:
    return value in ROLES if isinstance(value, str) else is_integer(value) and value in (0, 1)


_LINE_SIDE = custom_argument_kind("argument.line_side", _is_line_side)
"""0, 1, "attacker" or "defender"."""

_Side = TypeVar("_Side")
_NotationValueT = TypeVar("_NotationValueT")
_TOKEN = re.compile(r"[^ ]+| ")


class NotationError(KitError, ValueError):
    """A line that cannot be parsed.

    `.side` is "attacker", "defender" or "", `.token` the wrong part, `.position` its index (from 0), and
    `.expected` the key of the word for the expected part. `.text(lang)` is the whole message.

    >>> from twingkit import twing
    >>> twing.Battle.parse("F: F5 vs W: W0")
    Traceback (most recent call last):
    ...
    twingkit.core.notation.NotationError: The defender’s side, character 13: found 'W0', expected a ...
    """

    def __init__(
        self, side: str, token: str, position: int, expected: str, book: Callable[[], Rulebook]
    ) -> None:
        super().__init__(side, token, position, expected, book)
        self.side, self.token, self.position = side, one_line_excerpt(token, 24), position
        self.expected = expected
        self._book = book
        self.hint: Callable[[], str] | None = None
        """The thing that the line is instead, if it is known, as a sentence in a language."""

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the error for use inside another sentence."""
        return self.text()

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return a sentence that says where the line goes wrong and what was expected there."""
        names = {" ": "blank", "": "end_of_line"}
        facts = {
            "side": self.side,
            "token": names.get(self.token, QuotedFact(self.token)),
            "n": self.position + 1,
            "expected": f"expected_{self.expected}",
        }
        wrong = self._book().sentence("notation", "side" if self.side else "line", facts)
        return f"{wrong}. {self.hint()}" if self.hint else wrong

    def __str__(self) -> str:
        return self.text()


class IllegalBattleError(KitError, ValueError):
    """A battle that the rules forbid: `.problems` lists every rule it breaks.

    >>> from twingkit import twing
    >>> twing.Battle.parse("F: F5 W3 vs W: W6").check()
    Traceback (most recent call last):
    ...
    twingkit.core.notation.IllegalBattleError: All spells of one side must have the same element; Fire and
    Water ...
    """

    def __init__(self, problems: list[Refusal]) -> None:
        super().__init__(problems)
        self.problems = problems

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the problems, one per line."""
        return "\n".join(f"{problem.text()} [{problem.rule}]" for problem in self.problems)

    def __str__(self) -> str:
        return self.text()


class NotationValue:
    """The base class of values that can be written as a line of notation; notebooks display them as that
    line.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f"<code>{html.escape(str(self))}</code>"


def validate_by_parsing(value: _NotationValueT, parse: Callable[[str], _NotationValueT]) -> _NotationValueT:
    """Validate a value by parsing its notation again; raise if the result differs.

    A value built in code may have no valid notation, such as a spell of power 0. Raises `NotationError` if
    the line is invalid, and `Fault` if the value has no line, or if its line means another value.

    >>> from twingkit import twing
    >>> battle = twing.Battle.parse("F: F5 vs W: W6")
    >>> validate_by_parsing(battle, twing.Battle.parse) == battle
    True
    """
    try:
        line = str(value)
    except (AttributeError, LookupError, TypeError, ValueError) as fault:
        raise Fault("notation.no_line", kind=type(value).__name__) from fault
    again = parse(line)
    if again != value:
        raise Fault("notation.other_line", line=one_line_excerpt(line, 120))
    return again


class CheckableValue(NotationValue, ABC):
    """The base class of notation values that can be illegal under the rules: `problems` lists the broken
    rules, `check` raises an error.
    """

    __slots__ = ()

    @abstractmethod
    def problems(self) -> list[Refusal]:
        """Return a refusal for each broken rule; empty if the value is legal."""

    def check(self) -> Self:
        """Return this value if it is legal, else raise `IllegalBattleError` with all problems."""
        problems = self.problems()
        if problems:
            raise IllegalBattleError(problems)
        return self


class TwoSidedValue(CheckableValue):
    """The base class of attrs classes for lines with an attacker and a defender."""

    __slots__ = ()

    def with_side(self, side: int | str, **changes: object) -> Self:
        """Return a copy with changed fields on one side: 0 or "attacker", 1 or "defender".

        Raises `Fault` for another side.
        """
        require_valid_argument("side", side, _LINE_SIDE)
        role = side if isinstance(side, str) else ROLES[side]
        line: Any = self  # each class has its own fields
        changed: Self = attrs.evolve(line, **{role: attrs.evolve(getattr(self, role), **changes)})
        return changed


class LineParser:
    """A parser that consumes a line from left to right and reports its position in errors.

    A game's subclass sets `book` for the wording of errors, and adds methods for the parts of its lines.
    """

    book: ClassVar[Callable[[], Rulebook]]

    def __init__(self, line: str) -> None:
        line = clean_line(line)
        self.line, self.place, self.side = line, 0, ""
        if len(line) > MAX_LINE_LENGTH:
            raise NotationError("", line, MAX_LINE_LENGTH, "short_line", type(self).book)

    def fail(self, expected_key: str) -> NoReturn:
        """Raise the error for the current position; `expected_key` names what should be there."""
        token = _TOKEN.match(self.line, self.place)
        word = token.group() if token else ""
        error = NotationError(self.side, word, self.place, expected_key, type(self).book)
        error.hint = self.other_game_hint()
        raise error

    def other_game_hint(self) -> Callable[[], str] | None:
        """Return a function with the hint that the line belongs to another game; None if it does not."""
        entry = game_of_line(self.line) if not self.place else None
        if entry is None or entry.load("rules") is type(self).book:
            return None
        return partial(_other_game, entry.id)

    def accept(self, text: str) -> bool:
        """Consume `text` if it comes next; return whether it did."""
        if self.line.startswith(text, self.place):
            self.place += len(text)
            return True
        return False

    def expect(self, text: str, expected_key: str) -> None:
        """Consume `text`, which must come next; otherwise raise the error for `expected_key`."""
        if not self.accept(text):
            self.fail(expected_key)

    def match(self, pattern: re.Pattern[str], expected_key: str) -> re.Match[str]:
        """Consume and return a match of the pattern, which must come next."""
        match = pattern.match(self.line, self.place)
        if match is None:
            self.fail(expected_key)
        self.place = match.end()
        return match

    def parse_two_sides(
        self, parse_side: Callable[[], _Side], vs_key: str = "vs", end_key: str = "end_of_side"
    ) -> tuple[_Side, _Side]:
        """Parse the attacker's side, " vs " and the defender's side, up to the end of the line.

        `vs_key` and `end_key` name the expected part for the error if " vs " or the end of the line is
        missing.
        """
        self.side = ROLES[0]
        attacker = parse_side()
        self.expect(" vs ", vs_key)
        self.side = ROLES[1]
        defender = parse_side()
        if self.place < len(self.line):
            self.fail(end_key)
        return attacker, defender


def clean_line(line: str) -> str:
    """Return a line of a file or a pasted one with plain blanks, without its line ending and the byte order
    mark that some editors write.

    >>> clean_line("﻿F: F5 vs W: W6" + chr(10))
    'F: F5 vs W: W6'
    """
    return with_plain_blanks(line.removeprefix(BYTE_ORDER_MARK).rstrip("\r\n"))


def _other_game(game: str) -> str:
    entry = game_by_id(game)
    return message("notation.other_game", game=entry.title(), package=entry.odds or entry.starts)
