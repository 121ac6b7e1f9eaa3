"""Questions whose answers are texts, asked at a table: what several games' questions have in common.

A game's own base names its rulebook and its seats; each kind of question says what it offers (`options`) and
which rule forbids the rest (`denial`). No game is named here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Generic

from twingkit.core.questions import BadAnswer, Question, Refusal, one_line
from twingkit.core.rulebook import Quoted, Rulebook
from twingkit.core.starts import TableT

__all__ = ["BrokenRule", "ListedChoice", "TextQuestion"]

BrokenRule = tuple[str, str, Mapping[str, object]]
"""A rule that forbids something, which of its cases, and the facts."""


class TextQuestion(Question[str], Generic[TableT]):
    """A question whose answers are texts, asked at a table.

    >>> from twingkit import ember
    >>> question = ember.position_game("ember: p1 hand A5; p2 hand 3; to move p1 draw", seed=1).question
    >>> isinstance(question, TextQuestion), question.parse_answer("  draw   a5 ")
    (True, 'draw A5')
    """

    __slots__ = ("table",)
    book: ClassVar[Callable[[], Rulebook]]
    """The function that returns the game's rulebook."""
    seats: ClassVar[Sequence[str]]
    """The names of the seats in sentences."""
    table: TableT
    quote_limit: ClassVar[int] = 60
    """The largest number of characters of a text that is no answer in its error."""

    def __init__(self, table: TableT, seat: int) -> None:
        self.player, self.table = seat, table

    def facts(self) -> Mapping[str, object]:
        """The facts that its wording needs beside the side."""
        return {}

    def sentence(self) -> str:
        """The question in words."""
        facts = {"side": self.seats[self.player], **self.facts()}
        return type(self).book().sentence("ask", self.kind, facts)

    def parse_answer(self, text: str) -> str:
        """Return an answer in canonical form; white space does not matter."""
        return " ".join(text.split())

    def refusal(self, answer: str) -> Refusal | None:
        """The reason why this is not allowed. Raises `BadAnswer` if it is no answer here."""
        denial = self.broken_rule(str(answer))
        return Refusal(*denial, type(self).book()) if denial else None

    @abstractmethod
    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids an answer."""

    def bad_answer(self, answer: str) -> BadAnswer:
        """The error of a text that is no answer."""
        return BadAnswer("answer", type(self).book(), found=Quoted(one_line(answer, self.quote_limit)))


class ListedChoice(TextQuestion[TableT]):
    """A choice among things that are listed when it is asked; an answer is a word and what is chosen."""

    __slots__ = ("choices",)
    word: ClassVar[str] = ""
    """The first word of an answer."""

    def __init__(self, table: TableT, seat: int, things: Sequence[str]) -> None:
        super().__init__(table, seat)
        self.choices = tuple(things)

    def selections(self) -> Iterator[Sequence[str]]:
        """All that may be chosen: one thing."""
        return ((thing,) for thing in self.choices)

    def options(self) -> Iterator[str]:
        """Every allowed answer."""
        for chosen in dict.fromkeys(map(tuple, self.selections())):
            yield " ".join([self.word, *chosen])

    def parse_answer(self, text: str) -> str:
        """The answer, with or without its first word."""
        words = text.split()
        return " ".join([self.word, *(words[1:] if words[:1] == [self.word] else words)])
