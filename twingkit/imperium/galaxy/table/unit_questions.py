"""The base class of questions whose answers name units, such as `land 2 infantry lodor, 1 mech jord`."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from twingkit.core.acts import Act
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.answer_errors import suggested_names
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion

UnitPart = tuple[str, int, str]
"""A part of an answer: unit class, number, and place ("" for none)."""

UnitsT = TypeVar("UnitsT", bound=acts.NameUnits)


class UnitsQuestion(GalaxyQuestion, Generic[UnitsT]):
    """A question whose answers name units and places; its acts are of the class `act_class`."""

    __slots__ = ()
    act_class: type[UnitsT]
    nameable_classes: ClassVar[Sequence[str]]
    """The unit classes that an answer can name."""
    item_pattern: ClassVar[re.Pattern[str]] = re.compile(r"(?:([1-9][0-9]?) )?([a-z]+)(?: ([a-z0-9.]+))?")
    """The form of a part: number, unit class and place."""

    @property
    def expected_parts(self) -> str | Sequence[str]:
        """The possible parts that the error for an unreadable part shows."""
        return self.example.removeprefix(f"{self.act_class.word} ")

    def act(self, parts: Iterable[UnitPart]) -> UnitsT:
        """Return the answer that names these units."""
        return self.act_class(tuple(parts))

    def parse_act(self, text: str) -> UnitsT:
        """Parse the text of an answer. Raises `BadAnswer` if it is none."""
        body = text.removeprefix(f"{self.act_class.word} ")
        parts: list[UnitPart] = []
        for item in map(str.strip, body.split(",") if body != NO_TARGET_WORD else ()):
            match = self.item_pattern.fullmatch(item)
            if match is None:
                raise self.part_error(item or text, self.expected_parts)
            if match[2] not in self.nameable_classes:
                raise self.part_error(match[2], suggested_names(match[2], self.nameable_classes))
            part = match[2], int(match[1] or 1), match[3] or ""
            self.check_part(part, item)
            parts.append(part)
        return self.act(parts)

    def check_part(self, part: UnitPart, item: str) -> None:  # nothing to check by default
        """Raise `BadAnswer` if no answer has a part with such a place; `item` is its text."""

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer; None if it is legal."""
        if not isinstance(answer, self.act_class):
            raise self.bad_answer(answer)
        return self.rule_against_units(answer.units)

    @abstractmethod
    def rule_against_units(self, parts: Sequence[UnitPart]) -> BrokenRule | None:
        """Return the rule that forbids an answer that names these units; None if it is legal."""
