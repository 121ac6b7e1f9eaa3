"""The news since the person's last answer: rulings put together in lines, by what each of them is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import ClassVar

import attrs

from twingkit import Ruling
from twingkit.core.events import Event
from twingkit_widgets.table.play.headline import NewsLine
from twingkit_widgets.table.play.story import RulingKind


class Part(Enum):
    """What a ruling is in the news."""

    LINE = "begins a line"
    STEP = "is told in one line with the steps just before it"
    EFFECT = "is told in the line before it"
    OMITTED = "is left out"


PartKey = type[Event | None] | RulingKind | str
"""What a part is known by: a class of event, else a rule with its case, else a rule."""

PartTable = Mapping[PartKey, Part]


@attrs.define(eq=False)
class NewsGroup:
    """The rulings of a line, what the first of them is, and the player whose turn it was."""

    part: Part
    turn_of: str
    rulings: list[Ruling]


class News:
    """The news for one player. A game says what its rulings are there, and how a line reads.

    `parts_of_others` is for rulings of other players, before `parts`. A ruling in neither is `default_part`.
    """

    parts: ClassVar[PartTable] = {}
    parts_of_others: ClassVar[PartTable] = {}
    default_part: ClassVar[Part] = Part.LINE

    def __init__(self, own_name: str) -> None:
        self.own_name = self.turn_of = own_name
        self.groups: list[NewsGroup] = []

    def lines(self, rulings: Sequence[Ruling], first_new_ruling: int) -> list[NewsLine]:
        """Return the lines for the rulings from index `first_new_ruling` on."""
        for index, ruling in enumerate(rulings):
            if index >= first_new_ruling:
                self.tell(ruling)
            self.follow(ruling)
        self.end()
        return [self.line(group) for group in self.groups]

    def follow(self, ruling: Ruling) -> None:
        """Keep what later rulings depend on, such as whose turn it is; also for rulings already told."""

    def tell(self, ruling: Ruling) -> None:
        """Put a ruling in the line where it belongs."""
        part = self.part(ruling)
        if part is Part.OMITTED:
            return
        if self.groups and self.joins(self.groups[-1], ruling, part):
            self.groups[-1].rulings.append(ruling)
        else:
            self.groups.append(NewsGroup(part, self.turn_of, [ruling]))

    def end(self) -> None:
        """Put in lines what the last ruling leaves open."""

    def part(self, ruling: Ruling) -> Part:
        """Return what a ruling is in the news."""
        kinds = type(ruling.event), ruling.key, ruling.rule
        is_others = ruling.facts.get("side", self.own_name) != self.own_name
        tables = (self.parts_of_others, self.parts) if is_others else (self.parts,)
        return next((parts[kind] for parts in tables for kind in kinds if kind in parts), self.default_part)

    def joins(self, last: NewsGroup, ruling: Ruling, part: Part) -> bool:
        """Return whether a ruling is told in the line before it."""
        return part is Part.EFFECT or part is last.part is Part.STEP

    def line(self, group: NewsGroup) -> NewsLine:
        """Return the line for a group of rulings."""
        return NewsLine(tuple(group.rulings), group.turn_of)
