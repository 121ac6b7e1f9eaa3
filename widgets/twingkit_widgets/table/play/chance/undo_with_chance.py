"""The chance results that an undo has taken back, saved with a game, so that they come again after a reload.

They are stored in two kinds of comments at the end of a record:

    # chance: kept 0
    # fell: 12 roll 0 roll Sun
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

import attrs

TakenBackResult = tuple[str, int, str]
"""A result of chance: the kind of its question, the seat that was asked, its text."""

_WAY = re.compile(r"^# chance: (kept|anew) ([0-9]{1,6})$", re.MULTILINE)
_FELL = re.compile(r"^# fell: ([0-9]{1,6}) (\w+) ([0-9]) (.{1,80})$", re.MULTILINE)


@attrs.frozen
class UndoWithChance:
    """What happens to chance after an undo: with `keeps`, the same results come again after the same answers.

    Also how often new ones were drawn, and the results that were taken back, by their place in the record.
    """

    keeps: bool
    anew: int = 0
    taken_back: Mapping[int, TakenBackResult] = MappingProxyType({})

    def format_comments(self) -> str:
        """Return the state as comments of a record.

        >>> print(UndoWithChance(True, 0, {12: ("roll", 0, "roll Sun")}).format_comments(), end="")
        # chance: kept 0
        # fell: 12 roll 0 roll Sun
        """
        lines = [f"# chance: {'kept' if self.keeps else 'anew'} {self.anew}"]
        lines += [
            f"# fell: {place} {kind} {seat} {text}" for place, (kind, seat, text) in self.taken_back.items()
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, record: str) -> UndoWithChance | None:
        """Parse the state from a saved record; None if it contains none.

        >>> UndoWithChance.parse("# chance: anew 2").keeps
        False
        """
        way = _WAY.findall(record)
        if not way:
            return None
        fell = {int(place): (kind, int(seat), text) for place, kind, seat, text in _FELL.findall(record)}
        return cls(way[-1][0] == "kept", int(way[-1][1]), fell)
