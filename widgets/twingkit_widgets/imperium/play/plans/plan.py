"""Plans: answers put together from counts before they are given, with the rule that forbids them.

Each kind of question has its plan: what can be counted (`Row`), the answer that the counts make, and a
sentence about it. One page shows them all (`plan_view.py`).
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
    """An item to count: its `key` in the plan, its label, and its `minimum` and `maximum`.

    `icon` is a class of units drawn before it, `note` a second line. With a `refusal` it cannot be chosen,
    and the refusal says why. Choosing it resets the keys in `excludes`.
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
    """Rows of one place below a title, with a note about them."""

    title: str
    rows: tuple[Row, ...]
    note: str = ""
    refusal: Refusal | None = None


QuestionT = TypeVar("QuestionT", bound=GalaxyQuestion)


class Plan(Generic[QuestionT]):
    """An answer that is put together for one question."""

    explains = False
    """True if the status text itself says what is still wrong."""

    def __init__(self, asked: QuestionT) -> None:
        self.asked = asked

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the play page."""
        return WORDS.say(key, **facts)

    # -- hooks for each kind of question

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """All that can be chosen."""
        raise NotImplementedError(f"{type(self).__name__} has nothing to choose")

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """The answer that these counts make."""
        raise NotImplementedError(f"{type(self).__name__} makes no answer")

    def default_amounts(self) -> dict[str, int]:
        """Return the default choice."""
        return {}

    def status_text(self, amounts: Amounts) -> str:
        """Return a sentence about the choice, or ""."""
        return ""

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """Choices that are made with one press, each with its name."""
        return ()

    def amounts_from_answer(self, answer: str) -> dict[str, int] | None:
        """The counts that make an answer, for a hint that is taken over; None if they cannot be found."""
        return None

    # -- results

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
    """Return the sum of all rows whose keys begin with `prefix`."""
    return sum(n for key, n in amounts.items() if key.startswith(prefix))
