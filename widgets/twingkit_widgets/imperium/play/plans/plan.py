"""A plan: an answer that is put together of counts before it is given, with the rule that forbids it.

Each kind of question has its plan: what can be counted (`Row`), the answer that counts make, and what
there is to say about them. One page shows them all (`plan_view.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import attrs

from twingkit.core.questions import Refusal
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion
from twingkit_widgets.imperium.play.words import WORDS

Amounts = Mapping[str, int]
"""The number of each row that is chosen, by the row's key."""


@attrs.frozen
class Row:
    """Something that is counted: its `key` in the plan, what it is called, from `minimum` to `maximum` of it.

    `icon` is a class of units that is drawn before it, `note` a second line; with a `refusal` none can be
    chosen, and it says why. `excludes` are keys that are let go when this one is chosen.
    """

    key: str
    label: str
    maximum: int = 1
    minimum: int = 0
    icon: str = ""
    note: str = ""
    refusal: Refusal | None = None
    excludes: tuple[str, ...] = ()

    @property
    def is_toggle(self) -> bool:
        """True if it is only chosen or not, and no number is counted."""
        return self.maximum == 1 and self.minimum == 0 and not self.icon


@attrs.frozen
class Section:
    """Rows of one place below a title, with what there is to say of them together."""

    title: str
    rows: tuple[Row, ...]
    note: str = ""
    refusal: Refusal | None = None


QuestionT = TypeVar("QuestionT", bound=GalaxyQuestion)


class Plan(Generic[QuestionT]):
    """An answer that is put together for one question."""

    explains = False
    """True if the verdict itself says what is still wrong."""

    def __init__(self, asked: QuestionT) -> None:
        self.asked = asked

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the play page."""
        return WORDS.say(key, **facts)

    # -- what a kind of question fills in

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """All that can be chosen."""
        raise NotImplementedError(f"{type(self).__name__} has nothing to choose")

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """The answer that these counts make."""
        raise NotImplementedError(f"{type(self).__name__} makes no answer")

    def default_amounts(self) -> dict[str, int]:
        """Return what is chosen before the person has chosen anything."""
        return {}

    def status_text(self, amounts: Amounts) -> str:
        """A sentence on what is chosen; empty: there is nothing to say."""
        return ""

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """Choices that are made with one press, each with its name."""
        return ()

    def amounts_from_answer(self, answer: str) -> dict[str, int] | None:
        """The counts that make an answer, for a hint that is taken over; None if they cannot be found."""
        return None

    # -- what is made of it

    def rows(self, amounts: Amounts) -> dict[str, Row]:
        """Every row by its key."""
        return {row.key: row for section in self.sections(amounts) for row in section.rows}

    def refusal(self, amounts: Amounts) -> Refusal | None:
        """The rule that forbids the answer as it is."""
        return self.asked.refusal(self.answer_from_amounts(amounts))

    def with_step(self, amounts: Amounts, key: str, by: int) -> dict[str, int]:
        """The counts with one row changed, within its limits. Raises `KeyError` for no row of the plan."""
        row = self.rows(amounts)[key]
        count = amounts.get(key, row.minimum) + by
        count = max(row.minimum, min(row.maximum, count))
        if row.refusal is not None and by > 0:
            count = amounts.get(key, row.minimum)
        kept = {other: n for other, n in amounts.items() if not (count and other in row.excludes)}
        return {**kept, key: count}


def count_of(amounts: Amounts, prefix: str) -> int:
    """The sum of all rows whose keys begin so."""
    return sum(n for key, n in amounts.items() if key.startswith(prefix))
