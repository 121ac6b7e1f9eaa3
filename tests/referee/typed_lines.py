"""Lines that are typed at a table by its buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from twingkit.referee import Referee
from twingkit.referee.ways import taps


def typed_by_buttons(table: Referee, lines: Iterable[str]) -> Counter[int]:
    """The number of lines by the taps that each takes; the table has them all afterwards."""
    counted = Counter[int]()
    for line in lines:
        needed = taps(table, line)
        assert needed is not None, line
        counted[needed] += 1
        table.tell(line)
    return counted


def mean_taps(counted: Counter[int]) -> float:
    """The number of taps that a line takes on average."""
    return sum(number * times for number, times in counted.items()) / counted.total()
