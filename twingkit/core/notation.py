"""Battle lines of any game: reading from left to right, and the two ways in which a line can be wrong.

A game's `notation.py` reads with a subclass of `LineParser`, whose `book` says the sentences
(`notation.side`, `notation.line`) and names what was expected (`expected_…` in its words).
"""

from __future__ import annotations

import html
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Literal, NoReturn, Self, TypeVar

import attrs

from twingkit.core.arguments import check_argument, named_kind
from twingkit.core.arguments.kinds import is_integer
from twingkit.core.errors import KitError
from twingkit.core.games import game_by_id, game_of_line
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.questions import Refusal, one_line
from twingkit.core.rulebook import Quoted, Rulebook, Words

__all__ = [
    "LINE_LIMIT",
    "ROLES",
    "BattleError",
    "CheckedValue",
    "LineParser",
    "NotationError",
    "NotationValue",
    "TwoSidedValue",
    "validate_by_parsing",
]

BYTE_ORDER_MARK = "\N{BYTE ORDER MARK}"
"""The sign with which some editors begin a file."""

LINE_LIMIT = 1000
"""Longer lines are refused."""

Role = Literal["attacker", "defender"]
"""A side of a battle, by its name."""

ROLES = ("attacker", "defender")
"""The sides of a battle, in the order of a line."""


def _is_line_side(value: object) -> bool:
    return value in ROLES if isinstance(value, str) else is_integer(value) and value in (0, 1)


LINE_SIDE = named_kind("argument.line_side", _is_line_side)
"""A side of a line, by its place or its name."""

_Side = TypeVar("_Side")
_NotationValueT = TypeVar("_NotationValueT")
_TOKEN = re.compile(r"[^ ]+| ")


class NotationError(KitError, ValueError):
    """A line that is no battle: `.side` ("attacker", "defender" or ""), `.token`, `.position` (from 0),
    and what was `.expected` there (a key of the words catalogue); `.text(lang)` says it.

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
        self.side, self.token, self.position, self.expected = side, one_line(token, 24), position, expected
        self._book = book
        self.hint: Callable[[], str] | None = None
        """The thing that the line is instead, if it is known, as a sentence in a language."""

    def label(self, words: Words, form: str = "") -> str:
        """The error as a fact of another sentence."""
        return self.text()

    @localized
    def text(self, lang: str | None = None) -> str:
        """The position at which the line goes wrong, and what was expected there, as a sentence."""
        names = {" ": "blank", "": "end_of_line"}
        facts = {
            "side": self.side,
            "token": names.get(self.token, Quoted(self.token)),
            "n": self.position + 1,
            "expected": f"expected_{self.expected}",
        }
        wrong = self._book().sentence("notation", "side" if self.side else "line", facts)
        return f"{wrong}. {self.hint()}" if self.hint else wrong

    def __str__(self) -> str:
        return self.text()


class BattleError(KitError, ValueError):
    """A battle that the rules forbid: `.problems` lists every rule it breaks.

    >>> from twingkit import twing
    >>> twing.Battle.parse("F: F5 W3 vs W: W6").check()
    Traceback (most recent call last):
    ...
    twingkit.core.notation.BattleError: All spells of one lay have the same element; Fire and Water ...
    """

    def __init__(self, problems: list[Refusal]) -> None:
        super().__init__(problems)
        self.problems = problems

    @localized
    def text(self, lang: str | None = None) -> str:
        """All reasons, one a line."""
        return "\n".join(f"{problem.text()} [{problem.rule}]" for problem in self.problems)

    def __str__(self) -> str:
        return self.text()


class NotationValue:
    """Something that is written as a line; a notebook shows it as that."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f"<code>{html.escape(str(self))}</code>"


def validate_by_parsing(value: _NotationValueT, parse: Callable[[str], _NotationValueT]) -> _NotationValueT:
    """The value that `parse` makes of the line of a value: they are equal, or the value is refused.

    Somebody can make a value by hand that no line holds, as a spell of power 0. Raises `NotationError` where
    its line goes wrong, and `Fault` where it has none, or one of another value.

    >>> from twingkit import twing
    >>> battle = twing.Battle.parse("F: F5 vs W: W6")
    >>> written(battle, twing.Battle.parse) == battle
    True
    """
    try:
        line = str(value)
    except (AttributeError, LookupError, TypeError, ValueError) as fault:
        raise Fault("notation.no_line", kind=type(value).__name__) from fault
    again = parse(line)
    if again != value:
        raise Fault("notation.other_line", line=one_line(line, 120))
    return again


class CheckedValue(NotationValue, ABC):
    """Something that is written as a line, and that rules may forbid."""

    __slots__ = ()

    @abstractmethod
    def problems(self) -> list[Refusal]:
        """Every rule that this breaks, with its id; empty for what is legal."""

    def check(self) -> Self:
        """Return this, if it is legal; raises `BattleError` with all its problems if not."""
        problems = self.problems()
        if problems:
            raise BattleError(problems)
        return self


class TwoSidedValue(CheckedValue):
    """A line with an attacker and a defender, in a value of attrs."""

    __slots__ = ()

    def with_side(self, side: int | str, **changes: object) -> Self:
        """The same with changes to the fields of one side: 0 or "attacker", 1 or "defender". Raises `Fault`
        for another side."""
        check_argument("side", side, LINE_SIDE)
        role = side if isinstance(side, str) else ROLES[side]
        line: Any = self  # each class checks its own lines
        changed: Self = attrs.evolve(line, **{role: attrs.evolve(getattr(self, role), **changes)})
        return changed


class LineParser:
    """Reads a line from left to right; knows where it is, for the error that may come.

    A game's own reader says in `book` whose words its errors use, and adds what its lines hold.
    """

    book: ClassVar[Callable[[], Rulebook]]

    def __init__(self, line: str) -> None:
        line = strip_line(line)
        self.line, self.place, self.side = line, 0, ""
        if len(line) > LINE_LIMIT:
            raise NotationError("", line, LINE_LIMIT, "short_line", type(self).book)

    def fail(self, expected: str) -> NoReturn:
        """Raise the error on what was expected here."""
        token = _TOKEN.match(self.line, self.place)
        word = token.group() if token else ""
        error = NotationError(self.side, word, self.place, expected, type(self).book)
        error.hint = self.wrong_game_hint()
        raise error

    def wrong_game_hint(self) -> Callable[[], str] | None:
        """A sentence on what the line is, if it is not one that is read here: a line of another game."""
        entry = game_of_line(self.line) if not self.place else None
        if entry is None or entry.load("rules") is type(self).book:
            return None
        return partial(_other_game, entry.id)

    def accept(self, text: str) -> bool:
        """Pass over `text` if it comes next; return whether it did."""
        if self.line.startswith(text, self.place):
            self.place += len(text)
            return True
        return False

    def expect(self, text: str, expected: str) -> None:
        """Pass over `text`, which must come next."""
        if not self.accept(text):
            self.fail(expected)

    def match(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Pass over a match of the pattern, which must come next."""
        match = pattern.match(self.line, self.place)
        if match is None:
            self.fail(expected)
        self.place = match.end()
        return match

    def parse_two_sides(
        self, parse_side: Callable[[], _Side], vs: str = "vs", end: str = "end_of_side"
    ) -> tuple[_Side, _Side]:
        """The attacker's side and the defender's with vs between them, up to the end of the line.

        `vs` and `end` are what was expected where those are missing.
        """
        self.side = ROLES[0]
        attacker = parse_side()
        self.expect(" vs ", vs)
        self.side = ROLES[1]
        defender = parse_side()
        if self.place < len(self.line):
            self.fail(end)
        return attacker, defender


def strip_line(line: str) -> str:
    """A line of a file without the end of line, and without the byte order mark that some editors write.

    >>> bare_line("\N{BYTE ORDER MARK}F: F5 vs W: W6" + chr(10))
    'F: F5 vs W: W6'
    """
    return line.removeprefix(BYTE_ORDER_MARK).rstrip("\r\n")


def _other_game(game: str) -> str:
    """A sentence on a line that is one of another game."""
    entry = game_by_id(game)
    return message("notation.other_game", game=entry.title(), package=entry.odds or entry.starts)
