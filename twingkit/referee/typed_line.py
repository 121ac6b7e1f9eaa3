"""The lines of a record with unknown cards, as they are typed.

In an answer `?` stands for a card that only its player saw. Lines that begin with `shows` name cards that
were revealed without being named in an answer.

    p2: card ?                 the next card went into the hand unseen (in some games `draw ?`)
    p2: give ?                 a choice that only the two players saw
    p3: refresh
    p3: shows E2 F6 *          the cards of the hand that was just laid open
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

import attrs

from twingkit.core.blanks import with_plain_blanks
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.core.record import SHOWS, UNKNOWN, RecordContent, RecordError, parse_record
from twingkit.core.starts import Start

MAX_LINE_LENGTH = 500
"""The maximum length of a typed line, in characters."""

_WORDS = re.compile(r"[^\s+>,;:]+")


def answer_words(answer: str) -> Iterator[str]:
    """Yield the words of an answer, whatever punctuation joins them.

    >>> list(answer_words("lay L4 L2 + F4M>F1"))
    ['lay', 'L4', 'L2', 'F4M', 'F1']
    """
    return (match.group() for match in _WORDS.finditer(answer))


def drawn_card_token(answer: str) -> str:
    """Return the token of the card that the text of a draw names: its last word, before any place (`on …`).

    >>> drawn_card_token("draw spell W4"), drawn_card_token("path wild-dogs on slew")
    ('W4', 'wild-dogs')
    """
    words = answer.partition(" on ")[0].split()
    return words[-1] if words else ""


def tokens_or_text_of_fact(value: object) -> Iterator[str]:
    """Yield the tokens of the cards in a fact of a ruling, or the fact's text if it is no card."""
    for part in value if isinstance(value, tuple | list) else (value,):
        yield str(getattr(part, "token", None) or getattr(part, "id", None) or part)


def missing_tokens(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """Return the tokens of `before` that are not in `after`, with repetitions, in the order of `before`.

    >>> missing_tokens(["census", "riot", "riot"], ["riot"])
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
class TypedLine:
    """A typed line of a record: the seat ("" if omitted), the answer, and the line number (0 if unknown).

    >>> line = TypedLine.parse("p2: draw ?")
    >>> line.has_unknown_card, line.matches_answer("draw spell F2"), line.matches_answer("lay F2")
    (True, True, False)
    """

    seat: str
    answer: str
    record_line_number: int = 0

    @classmethod
    def parse(cls, line: str, line_number: int = 0) -> TypedLine:
        """Parse a line. Raises `Fault` if it is too long."""
        line = with_plain_blanks(line)
        if len(line) > MAX_LINE_LENGTH:
            raise Fault("referee.long", n=len(line), most=MAX_LINE_LENGTH)
        seat, sign, answer = line.partition(":")
        if not sign or len(seat.split()) != 1:
            return cls("", " ".join(line.split()), line_number)
        return cls(seat.strip(), " ".join(answer.split()), line_number)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the answer; a single "" if it is empty."""
        return tuple(self.answer.split()) or ("",)

    @property
    def has_unknown_card(self) -> bool:
        """True if the answer contains `?`."""
        return UNKNOWN in self.words

    @property
    def shown_cards(self) -> tuple[str, ...]:
        """The cards that a `shows` line names; empty for an answer."""
        return self.words[1:] if self.is_shows_line else ()

    @property
    def is_shows_line(self) -> bool:
        """True if the line begins with `shows`: it names revealed cards and is not an answer."""
        return self.words[0] == SHOWS

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = (r"\S+(?: \S+)*" if word == UNKNOWN else re.escape(word) for word in self.words)
        return re.compile(" ".join(words))

    def matches_answer(self, answer: str) -> bool:
        """True if a full answer is the same but for the cards at `?`, each of one or more words."""
        return self._pattern.fullmatch(answer) is not None

    def __str__(self) -> str:
        return f"{self.seat}: {self.answer}" if self.seat else self.answer


def parse_typed_record(text: str) -> tuple[Start, list[TypedLine], RecordContent]:
    """Parse the start and the lines of a record, with or without unknown cards. Raises `RecordError`."""
    recorded = parse_record(text)
    lines = []
    for number, line in recorded.answers:
        try:
            typed = TypedLine.parse(line, number)
        except Fault as why:
            raise RecordError(number, why) from why
        if not typed.answer:
            raise RecordError(number, Fault("referee.empty", found=one_line_excerpt(line)))
        lines.append(typed)
    return recorded.start, lines, recorded
