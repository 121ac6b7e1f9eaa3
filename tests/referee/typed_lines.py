"""Lines that are typed at a table: what people say in a game, up to one line of it, or by buttons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from referee.taps import line_tap_count

from twingkit import Game
from twingkit.referee import Referee, onlooker_record

EMBER_DEALT = ["p1: dealer p1", *["p2: card ?"] * 5, *["p1: card ?"] * 5]
"""The lines until both hands of a game of Ember for two are dealt unseen."""


def ember_table(*lines: str) -> Referee:
    """A table of Ember for two at which the hands are dealt unseen, and then these lines were typed."""
    table = Referee.from_line("ember 2")
    for line in (*EMBER_DEALT, *lines):
        table.add_line(line)
    return table


def said_lines(full: Game) -> list[str]:
    """The lines of what the players of a whole game say, as an onlooker hears them."""
    return [line for line in onlooker_record(full).splitlines() if re.match(r"p\d", line)]


def typed(full: Game, lines: Iterable[str], until: str) -> Referee:
    """A table at which all was typed up to a line that begins so."""
    table = Referee(full.start)
    for line in lines:
        if line.startswith(until):
            return table
        table.add_line(line)
    raise AssertionError(until)


def typed_by_buttons(table: Referee, lines: Iterable[str]) -> Counter[int]:
    """The number of lines by the taps that each takes; the table has them all afterwards."""
    counted = Counter[int]()
    for line in lines:
        needed = line_tap_count(table, line)
        assert needed is not None, line
        counted[needed] += 1
        table.add_line(line)
    return counted


def mean_taps(counted: Counter[int]) -> float:
    """The number of taps that a line takes on average."""
    return sum(number * times for number, times in counted.items()) / counted.total()
