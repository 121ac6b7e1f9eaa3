"""The text of a game: its first line, what is wrong with one, and what it was set up as.

A record is a head, the name of the game, the lines of its set-up, and one line for each answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from twingkit.asking import Question, Refusal, one_line
from twingkit.games import SHOWN
from twingkit.messages import Fault, explain, message
from twingkit.rulebook import Ruling
from twingkit.starts import Start, start_named

RECORD_HEAD = "twingkit-record 1"
"""The first line of every record: the format and its version.

>>> from twingkit import twing
>>> twing.battle_game("F: F5 vs W: W6").record.splitlines()[0] == RECORD_HEAD
True
"""


class RecordError(Fault):
    """A record that cannot be replayed: `.line` (from 1), `.why`, and `.game` with all that came before.

    >>> from twingkit import Game
    >>> Game.replay("twingkit-record 1\\ngame twing.battle\\nbattle F: F5 vs W: W6\\nattacker: lay F6")
    Traceback (most recent call last):
    ...
    twingkit.record.RecordError: record, line 4: The spell Fire 6 is not in the hand (or not that often). ...
    """

    def __init__(self, line: int, why: Exception, game: Any = None) -> None:
        super().__init__("record.line")
        self.line, self.why, self.game = line, why, game

    def text(self, lang: str = "en") -> str:
        """The line and its fault."""
        rule = f" [{self.why.rule}]" if isinstance(self.why, Refusal) else ""
        return message(self.key, lang, line=self.line, why=explain(self.why, lang) + rule)


@attrs.frozen
class Entry:
    """One line of a transcript: who answered what, as text, and the rulings that followed; `asked` is the
    question that it answers.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6")
    >>> game.answer("lay F5")
    >>> entry = game.transcript[0]
    >>> entry.seat, entry.answer, [ruling.rule for ruling in entry.rulings]
    ('attacker', 'lay F5', ['TW-BAT-1'])
    """

    player: int
    seat: str
    kind: str
    answer: str
    rulings: tuple[Ruling, ...]
    asked: Question = attrs.field(eq=False, repr=False)


def is_answer(line: str) -> bool:
    """True if a line looks like an answer: a seat, a colon, and what was answered."""
    seat, sign, _ = line.partition(":")
    return bool(sign) and len(seat.split()) == 1


def no_word(line: str, keys: Sequence[str]) -> Fault:
    """The error of a line that is neither of the set-up, whose lines begin with `keys`, nor an answer."""
    return Fault("record.word", found=one_line(line, SHOWN), known=", ".join(keys))


def read_record(text: str) -> tuple[Start, list[tuple[int, str]]]:
    """The start that a record names, and the lines of its answers with their numbers (from 1).

    `#` starts a comment; blank lines do not matter. Raises `RecordError` with the line and the reason.
    """
    lines = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines or lines[0][1] != RECORD_HEAD:
        number, first_line = lines[0] if lines else (1, "")
        raise RecordError(number, Fault("record.head", head=RECORD_HEAD, found=one_line(first_line, 60)))
    number, named = lines[1] if len(lines) > 1 else (2, "")
    start_class = start_named(named.removeprefix("game ")) if named.startswith("game ") else None
    if start_class is None:
        raise RecordError(number, Fault("record.game", found=one_line(named, 60)))
    body = lines[2:]
    split = next(
        (index for index, (_, line) in enumerate(body) if line.split()[0] not in start_class.keys),
        len(body),
    )
    try:
        start = start_class.read([line for _, line in body[:split]])
    except (ValueError, Refusal) as fault:
        if split < len(body) and not is_answer(body[split][1]):
            number, line = body[split]
            raise RecordError(number, no_word(line, start_class.keys)) from fault
        wrong = getattr(fault, "setup_line", None) or 0
        raise RecordError(body[wrong][0] if body else number + 1, fault) from fault
    return start, body[split:]
