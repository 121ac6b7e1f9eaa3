"""The lines of a record with unknown cards, as they are typed.

In an answer `?` stands for a card that only its player saw; `shows` lines name cards that came to light
without being named in an answer.

    p2: card ?                 the next card went into the hand unseen (`draw ?` where draws are called so)
    p2: give ?                 so was a choice that only the two of them saw
    p3: refresh
    p3: shows E2 F6 *          what the hand held that was laid open just now
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

import attrs

from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.core.record import SHOWS, UNKNOWN, RecordContent, RecordError, parse_record
from twingkit.core.starts import Start

__all__ = [
    "LONGEST_LINE",
    "SHOWS",
    "UNKNOWN",
    "Typed",
    "gone_from",
    "named_words",
    "read_typed",
    "tokens_of",
    "tokens_told",
]

LONGEST_LINE = 500
"""The maximum length of a typed line, in characters."""

_WORDS = re.compile(r"[^\s+>,;:]+")


def named_words(text: str) -> Iterator[str]:
    """Yield the words of an answer, whatever signs join them.

    >>> list(named_words("lay L4 L2 + F4M>F1"))
    ['lay', 'L4', 'L2', 'F4M', 'F1']
    """
    return (match.group() for match in _WORDS.finditer(text))


def tokens_of(text: str) -> str:
    """The token of the card that the text of a draw names: its last word, before the place where it is laid.

    >>> tokens_of("draw spell W4"), tokens_of("card *"), tokens_of("path wild-dogs on slew")
    ('W4', '*', 'wild-dogs')
    """
    words = text.partition(" on ")[0].split()
    return words[-1] if words else ""


def tokens_told(value: object) -> Iterator[str]:
    """Yield the tokens of the cards that a fact of a ruling names, or other words for what it says."""
    for part in value if isinstance(value, tuple | list) else (value,):
        yield str(getattr(part, "token", None) or getattr(part, "id", None) or part)


def gone_from(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """Return the tokens of `before` that `after` lacks, each as often as it lacks them, in their order.

    >>> gone_from(["census", "riot", "riot"], ["riot"])
    ['census', 'riot']
    """
    left, gone = Counter(after), []
    for token in before:
        if left[token] > 0:
            left[token] -= 1
        else:
            gone.append(token)
    return gone


@attrs.frozen
class Typed:
    """A line that was typed: the seat ("" where none is named), the answer, and its number in a record (0:
    it is in none).

    >>> line = Typed.of("p2: draw ?")
    >>> line.unknown, line.matches("draw spell F2"), line.matches("lay F2")
    (True, True, False)
    """

    seat: str
    answer: str
    number: int = 0

    @classmethod
    def of(cls, line: str, number: int = 0) -> Typed:
        """Parse a line. Raises `Fault` if it is too long to be an answer."""
        if len(line) > LONGEST_LINE:
            raise Fault("referee.long", n=len(line), most=LONGEST_LINE)
        seat, sign, answer = line.partition(":")
        if not sign or len(seat.split()) != 1:
            return cls("", " ".join(line.split()), number)
        return cls(seat.strip(), " ".join(answer.split()), number)

    @cached_property
    def unknown(self) -> bool:
        """True if the answer contains an unknown card."""
        return UNKNOWN in self.answer.split()

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """The cards that a `shows` line names; empty for an answer."""
        word, *cards = self.answer.split() or [""]
        return tuple(cards) if word == SHOWS else ()

    @property
    def shows(self) -> bool:
        """True if this is a `shows` line, which names revealed cards, not an answer."""
        return self.answer.partition(" ")[0] == SHOWS

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = (r"\S+(?: \S+)*" if word == UNKNOWN else re.escape(word) for word in self.answer.split())
        return re.compile(" ".join(words))

    def matches(self, text: str) -> bool:
        """True if the answer has this form: each `?` stands for a card of one or more words."""
        return self._pattern.fullmatch(text) is not None

    def __str__(self) -> str:
        return f"{self.seat}: {self.answer}" if self.seat else self.answer


def read_typed(text: str) -> tuple[Start, list[Typed], RecordContent]:
    """Parse the start and the lines of a record, with or without unknown cards. Raises `RecordError`."""
    recorded = parse_record(text)
    lines = []
    for number, line in recorded.answers:
        try:
            typed = Typed.of(line, number)
        except Fault as why:
            raise RecordError(number, why) from why
        if not typed.answer:
            raise RecordError(number, Fault("referee.empty", found=one_line(line)))
        lines.append(typed)
    return recorded.start, lines, recorded
