"""Base classes for questions whose answers are texts.

A game's base class names its rulebook and its seats. Each kind of question lists its legal answers
(`options`) and says which rule forbids the others (`broken_rule`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic

from twingkit.core.questions import AnswerT, BadAnswer, Question, Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.starts import TableT

__all__ = ["BrokenRule", "TableQuestion", "TextQuestion"]

BrokenRule = tuple[str, str, Mapping[str, object]]
"""The id of the rule that forbids an answer, the case of the rule, and the facts of its sentence."""


class TableQuestion(Question[AnswerT], Generic[AnswerT, TableT]):
    """A question that reads the game's table to tell which answers are legal."""

    __slots__ = ("table",)
    seats: ClassVar[Sequence[str]]
    """The names of the seats in sentences."""
    table: TableT
    max_quote_length: ClassVar[int] = 60
    """The maximum number of characters that an error quotes of an invalid answer."""

    def __init__(self, table: TableT, seat: int) -> None:
        self.player, self.table = seat, table

    def facts(self) -> Mapping[str, object]:
        """Return the facts for the wording of the question, except the seat."""
        return {}

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the facts for the question's sentence: the name of the seat as `side`, and the `facts`."""
        return {"side": self.seats[self.player], **self.facts()}

    def bad_answer(self, answer: object, **facts: object) -> BadAnswer:
        """Return the error for a text that is not an answer; `facts` are further facts of its sentence."""
        found = QuotedFact(one_line_excerpt(str(answer), self.max_quote_length))
        return BadAnswer("answer", type(self).book(), found=found, **facts)


class TextQuestion(TableQuestion[str, TableT]):
    """A question whose answers are plain strings, which reads the game's table to tell which are legal."""

    __slots__ = ()

    def refusal(self, answer: str) -> Refusal | None:
        """Return why an answer is illegal; None if it is legal.

        Raises `BadAnswer` if it is no answer at all.
        """
        denial = self.broken_rule(str(answer))
        return Refusal(*denial, type(self).book()) if denial else None

    @abstractmethod
    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer, with its case and facts; None if the answer is legal."""
