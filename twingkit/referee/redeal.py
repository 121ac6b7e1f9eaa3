"""Notes in a record: which cards stand for its unknown ones, so that it opens without a search.

Each note is the position of an answer among those that the line could have meant then, in the order of their
texts. So the notes name no card. Each line that they lead to is checked; if one is illegal, they are ignored.

    # dealt 14 5c1b22f0       the number of noted lines, and a checksum of them
    # dealt 3 17 0 21 8       the numbers, one for each line with an unknown card
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice

from twingkit.core.record import record_head
from twingkit.core.starts import Start
from twingkit.referee.typed import Typed

DEALT = "# dealt "
"""The beginning of a comment with notes."""

A_LINE = 24
"""The number of notes in one comment."""

LARGEST = 99_999
"""The largest possible number in a note."""

_HEAD = re.compile(r"([1-9][0-9]{0,5}) ([0-9a-f]{8})")
_NUMBER = re.compile(r"[0-9]{1,5}")


def notes_of(start: Start, lines: Sequence[Typed], numbers: Sequence[int]) -> list[str]:
    """The comments that note how the unknown cards of these lines were dealt; none where none are unknown.

    `numbers` has one for each line; those of other lines do not matter.

    >>> from twingkit import ember
    >>> lines = [Typed.of("p1: dealer p1"), Typed.of("p2: card ?"), Typed.of("p2: card ?")]
    >>> notes = notes_of(ember.new_game(2).start, lines, (0, 17, 4))
    >>> notes[1:]
    ['# dealt 17 4']
    """
    dealt = [number for line, number in zip(lines, numbers, strict=True) if line.unknown]
    if not dealt:
        return []
    rows = (dealt[first : first + A_LINE] for first in range(0, len(dealt), A_LINE))
    head = f"{len(lines)} {_sum(start, lines)}"
    return [f"{DEALT}{row}" for row in (head, *(" ".join(map(str, row)) for row in rows))]


def has_notes(record: str) -> bool:
    """True if a record contains notes, valid or not."""
    return next(_notes(record), None) is not None


def noted_in(record: str, start: Start, lines: Sequence[Typed]) -> Sequence[int]:
    """The notes of a record, one for each line that is noted; none where they are broken, or of other lines.

    >>> from twingkit import ember
    >>> lines = [Typed.of("p1: dealer p1"), Typed.of("p2: card ?")]
    >>> start = ember.new_game(2).start
    >>> record = "\\n".join(notes_of(start, lines, (0, 17)))
    >>> noted_in(record, start, lines), noted_in(record, start, lines[1:])
    ((0, 17), ())
    """
    head, *rows = list(_notes(record)) or [""]
    said = _HEAD.fullmatch(head)
    if said is None or int(said[1]) > len(lines) or said[2] != _sum(start, lines[: int(said[1])]):
        return ()
    noted = lines[: int(said[1])]
    numbers = " ".join(rows).split()
    if len(numbers) != sum(line.unknown for line in noted) or not all(map(_NUMBER.fullmatch, numbers)):
        return ()
    left = iter(numbers)
    return tuple(int(next(left)) if line.unknown else 0 for line in noted)


def _notes(record: str) -> Iterator[str]:
    """Yield the comments with notes, at most as many as one for each unknown card would need."""
    every = (line.removeprefix(DEALT).strip() for line in record.splitlines() if line.startswith(DEALT))
    return islice(every, LARGEST)


def _sum(start: Start, lines: Sequence[Typed]) -> str:
    text = "\n".join([*record_head(start), *map(str, lines)])
    return f"{zlib.crc32(text.encode()):08x}"
