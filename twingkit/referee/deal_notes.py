"""Notes in a record: which cards were dealt for its unknown ones, so that it opens without a search.

Each note is the index of an answer among all that the line could have meant, in the order of their texts. So
the notes name no card. Each line is checked when it is replayed; if one is illegal, the notes are ignored.

    # dealt 14 5c1b22f0       the number of noted lines, and a checksum of them
    # dealt 3 17 0 21 8       the numbers, one for each line with an unknown card
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice

from twingkit.core.record import record_header_lines
from twingkit.core.starts import Start
from twingkit.referee.typed_line import TypedLine

NOTE_PREFIX = "# dealt "
"""The beginning of a comment with notes."""

_NOTES_PER_COMMENT = 24

_MAX_NOTE_NUMBER = 99_999

_HEAD = re.compile(r"([1-9][0-9]{0,5}) ([0-9a-f]{8})")
_NUMBER = re.compile(r"[0-9]{1,5}")


def deal_note_lines(start: Start, lines: Sequence[TypedLine], note_numbers: Sequence[int]) -> list[str]:
    """Return the comment lines that note the cards dealt for unknown ones; empty if no card is unknown.

    `note_numbers` holds one note for each line; only those of lines with `?` matter.

    >>> from twingkit import ember
    >>> lines = [TypedLine.parse(line) for line in ("p1: dealer p1", "p2: card ?", "p2: card ?")]
    >>> notes = deal_note_lines(ember.new_game(2).start, lines, (0, 17, 4))
    >>> notes[1:]
    ['# dealt 17 4']
    """
    dealt = [number for line, number in zip(lines, note_numbers, strict=True) if line.has_unknown_card]
    if not dealt:
        return []
    rows = (dealt[first : first + _NOTES_PER_COMMENT] for first in range(0, len(dealt), _NOTES_PER_COMMENT))
    head = f"{len(lines)} {_sum(start, lines)}"
    return [f"{NOTE_PREFIX}{row}" for row in (head, *(" ".join(map(str, row)) for row in rows))]


def has_deal_notes(record: str) -> bool:
    """Return whether a record has notes on the cards dealt for unknown ones, whether valid or not."""
    return next(_notes(record), None) is not None


def parse_deal_notes(record: str, start: Start, lines: Sequence[TypedLine]) -> Sequence[int]:
    """Return the numbers that note which cards were dealt for unknown ones, one for each noted line; empty if
    the notes are damaged or do not match.

    >>> from twingkit import ember
    >>> lines = [TypedLine.parse("p1: dealer p1"), TypedLine.parse("p2: card ?")]
    >>> start = ember.new_game(2).start
    >>> record = "\\n".join(deal_note_lines(start, lines, (0, 17)))
    >>> parse_deal_notes(record, start, lines), parse_deal_notes(record, start, lines[1:])
    ((0, 17), ())
    """
    head, *rows = list(_notes(record)) or [""]
    said = _HEAD.fullmatch(head)
    if said is None or int(said[1]) > len(lines) or said[2] != _sum(start, lines[: int(said[1])]):
        return ()
    noted = lines[: int(said[1])]
    numbers = " ".join(rows).split()
    if len(numbers) != sum(line.has_unknown_card for line in noted) or not all(
        map(_NUMBER.fullmatch, numbers)
    ):
        return ()
    left = iter(numbers)
    return tuple(int(next(left)) if line.has_unknown_card else 0 for line in noted)


def _notes(record: str) -> Iterator[str]:
    """Yield the comments with notes, as many as all unknown cards could need."""
    every = (
        line.removeprefix(NOTE_PREFIX).strip() for line in record.splitlines() if line.startswith(NOTE_PREFIX)
    )
    return islice(every, _MAX_NOTE_NUMBER)


def _sum(start: Start, lines: Sequence[TypedLine]) -> str:
    text = "\n".join([*record_header_lines(start), *map(str, lines)])
    return f"{zlib.crc32(text.encode()):08x}"
