"""A plan: an answer that is put together of counts before it is given, with the rule that forbids it.

Each kind of question has its plan: what can be counted (`Row`), the answer that counts make, and what
there is to say about them. One page shows them all (`plan_view.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import attrs

from twingkit.core.asking import Refusal
from twingkit.imperium.galaxy.table.asked import Asked
from twingkit_widgets.imperium.play.words import WORDS

Amounts = Mapping[str, int]
"""The number of each row that is chosen, by the row's key."""


@attrs.frozen
class Row:
    """Something that is counted: its `key` in the plan, what it is called, from `least` to `most` of it.

    `icon` is a class of units that is drawn before it, `note` a second line; with a `refusal` none can be
    chosen, and it says why. `instead` are keys that are let go when this one is chosen.
    """

    key: str
    label: str
    most: int = 1
    least: int = 0
    icon: str = ""
    note: str = ""
    refusal: Refusal | None = None
    instead: tuple[str, ...] = ()

    @property
    def pressed(self) -> bool:
        """True if it is only chosen or not, and no number is counted."""
        return self.most == 1 and self.least == 0 and not self.icon


@attrs.frozen
class Section:
    """Rows of one place below a title, with what there is to say of them together."""

    title: str
    rows: tuple[Row, ...]
    note: str = ""
    refusal: Refusal | None = None


AskedT = TypeVar("AskedT", bound=Asked)


class Plan(Generic[AskedT]):
    """An answer that is put together for one question."""

    explains = False
    """True if the verdict itself says what is still wrong."""

    def __init__(self, asked: AskedT) -> None:
        self.asked = asked

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the play page."""
        return WORDS.say(key, **facts)

    # -- what a kind of question fills in

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """All that can be chosen."""
        raise NotImplementedError(f"{type(self).__name__} has nothing to choose")

    def written(self, amounts: Amounts) -> str:
        """The answer that these counts make."""
        raise NotImplementedError(f"{type(self).__name__} makes no answer")

    def first(self) -> dict[str, int]:
        """Return what is chosen before the person has chosen anything."""
        return {}

    def verdict(self, amounts: Amounts) -> str:
        """A sentence on what is chosen; empty: there is nothing to say."""
        return ""

    def quick(self) -> Sequence[tuple[str, Amounts]]:
        """Choices that are made with one press, each with its name."""
        return ()

    def taken(self, answer: str) -> dict[str, int] | None:
        """The counts that make an answer, for a hint that is taken over; None if they cannot be found."""
        return None

    # -- what is made of it

    def rows(self, amounts: Amounts) -> dict[str, Row]:
        """Every row by its key."""
        return {row.key: row for section in self.sections(amounts) for row in section.rows}

    def refusal(self, amounts: Amounts) -> Refusal | None:
        """The rule that forbids the answer as it is."""
        return self.asked.refusal(self.written(amounts))

    def stepped(self, amounts: Amounts, key: str, by: int) -> dict[str, int]:
        """The counts with one row changed, within its limits. Raises `KeyError` for no row of the plan."""
        row = self.rows(amounts)[key]
        count = amounts.get(key, row.least) + by
        count = max(row.least, min(row.most, count))
        if row.refusal is not None and by > 0:
            count = amounts.get(key, row.least)
        kept = {other: n for other, n in amounts.items() if not (count and other in row.instead)}
        return {**kept, key: count}


def count_of(amounts: Amounts, prefix: str) -> int:
    """The sum of all rows whose keys begin so."""
    return sum(n for key, n in amounts.items() if key.startswith(prefix))
