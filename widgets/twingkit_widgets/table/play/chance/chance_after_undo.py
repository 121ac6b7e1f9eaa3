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

UndoneResult = tuple[str, int, str]
"""A chance result that was taken back: the kind of its question, the seat that was asked, its notation."""

_WAY = re.compile(r"^# chance: (kept|anew) ([0-9]{1,6})$", re.MULTILINE)
_FELL = re.compile(r"^# fell: ([0-9]{1,6}) (\w+) ([0-9]) (.{1,80})$", re.MULTILINE)


@attrs.frozen
class ChanceAfterUndo:
    """The rule for chance results after an undo: the same answers lead to the same results (`keeps_results`),
    or new results are drawn.

    `redraw_count` is how often new results were drawn; `undone_result_by_index` are the results that were
    taken back, by their index in the record.
    """

    keeps_results: bool
    redraw_count: int = 0
    undone_result_by_index: Mapping[int, UndoneResult] = MappingProxyType({})

    def format_comments(self) -> str:
        """Return the state as comments of a record.

        >>> print(ChanceAfterUndo(True, 0, {12: ("roll", 0, "roll Sun")}).format_comments(), end="")
        # chance: kept 0
        # fell: 12 roll 0 roll Sun
        """
        lines = [f"# chance: {'kept' if self.keeps_results else 'anew'} {self.redraw_count}"]
        lines += [
            f"# fell: {place} {kind} {seat} {text}"
            for place, (kind, seat, text) in self.undone_result_by_index.items()
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, record: str) -> ChanceAfterUndo | None:
        """Parse the state from a saved record; None if it contains none.

        >>> ChanceAfterUndo.parse("# chance: anew 2").keeps_results
        False
        """
        way = _WAY.findall(record)
        if not way:
            return None
        fell = {int(place): (kind, int(seat), text) for place, kind, seat, text in _FELL.findall(record)}
        return cls(way[-1][0] == "kept", int(way[-1][1]), fell)
