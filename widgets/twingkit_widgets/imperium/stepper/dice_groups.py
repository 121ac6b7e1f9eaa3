"""The dice of a throw, by kind of unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from twingkit.imperium.battle.rules.dice.volley import Dice
from twingkit_widgets.imperium.stepper.game import Cast


@attrs.frozen
class Group:
    """The dice of one kind of unit in a throw: how they fell, and the number of the first (from 0)."""

    cast: Cast
    group: Dice
    start: int

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that were rolled."""
        return self.cast.thrown.faces[self.start : self.start + self.group.count]


def grouped(casts: Iterable[Cast]) -> Iterator[Group]:
    """All dice of some throws, by kind of unit."""
    for cast in casts:
        start = 0
        for group in cast.volley.dice:
            yield Group(cast, group, start)
            start += group.count
