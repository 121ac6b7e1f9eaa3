"""Records: the text of a game, how it is replayed, and its errors.

A record is a first line with the format, the name of the game (with the rules version, unless that is the
first), the set-up lines, and one line for each answer. The record of a finished game at a real table carries
its end as a comment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, Protocol

import attrs

from twingkit.core.blanks import with_plain_blanks
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message, text_or_str
from twingkit.core.questions import BadAnswer, Question, Refusal, one_line_excerpt
from twingkit.core.rulebook import Ruling
from twingkit.core.starts import Start, game_line_for_record, start_class_of_game_line

RECORD_FIRST_LINE = "twingkit-record 1"
"""The first line of every record: the format and its version.

>>> from twingkit import twing
>>> twing.battle_game("F: F5 vs W: W6").record.splitlines()[0] == RECORD_FIRST_LINE
True
"""


UNKNOWN, SHOWS = "?", "shows"
"""The sign for an unknown card in a record from a real table, and the first word of lines that name shown
cards (see `twingkit.referee`)."""


END_PREFIX = "# end: "
"""The beginning of the comment that holds the result of a game."""


BYTE_ORDER_MARK = "\N{BYTE ORDER MARK}"
"""The byte order mark, with which some editors begin a file."""


class RecordableGame(Protocol):
    """The interface of a game that can be recorded and replayed; implemented by `Game`."""

    unused_lines: int

    @property
    def start(self) -> Start:
        """The start of this game."""

    @property
    def question(self) -> Question | None:
        """The pending question; None if the game is over."""

    @property
    def over(self) -> bool:
        """True if the game is over."""

    @property
    def result(self) -> object:
        """The result of the finished game."""

    @property
    def record(self) -> str:
        """The record of the game."""

    def __len__(self) -> int:
        """The number of answers given."""

    def answer(self, answer: object) -> None:
        """Answer the pending question."""

    def undo(self, count: int) -> None:
        """Take back the last `count` answers."""


def result_comment(game: RecordableGame) -> str:
    """Return the comment that holds the result of a finished game.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6")
    >>> result_comment(game.give_answers("lay F5", "lay W6", "roll 2", "roll -1"))
    "# end: BattleResult(winner=0, decided_by='points', points=(7, 6))"
    """
    return f"{END_PREFIX}{game.result!r}"


class RecordError(Fault):
    r"""A record that cannot be replayed.

    `.line` is the number of the wrong line (from 1), `.why` the reason, and `.game` the game up to that line
    (None if the error comes before the first answer).

    >>> from twingkit import Game
    >>> Game.replay("twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W6\nattacker: lay F6")
    Traceback (most recent call last):
    ...
    twingkit.core.record.RecordError: record, line 4: The hand has no spell Fire 6 ... [TW-BAT-1]
    """

    def __init__(self, line: int, why: Exception, game: Any = None) -> None:
        super().__init__("record.line")
        self.line, self.why = line, why
        self.game = game  # a `Game`; its module imports this one

    @property
    def rule(self) -> str:
        """The id of the rule that forbids the answer; "" if no rule does."""
        return getattr(self.why, "rule", "")

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the line number and what is wrong."""
        rule = f" [{self.rule}]" if self.rule else ""
        return message(self.key, line=self.line, why=text_or_str(self.why) + rule)

    def text_before_error(self, record: str) -> str:
        r"""Return the given record up to the error, comments included; `Game.replay` reads it.

        >>> from twingkit import Game
        >>> record = "twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W6\nattacker: lay F6"
        >>> try:
        ...     game = Game.replay(record)
        ... except RecordError as fault:
        ...     len(Game.replay(fault.text_before_error(record)))
        0
        """
        lines = enumerate(record.splitlines(), 1)
        kept = (
            line
            for number, line in lines
            if not line.startswith(END_PREFIX) and (number < self.line or line.lstrip().startswith("#"))
        )
        return "\n".join(kept) + "\n"


@attrs.frozen
class TranscriptEntry:
    """One answer in a transcript: the seat that gave it, the answer, and the rulings that followed.

    `question` is the question that it answers; `act` is the answer as its rules got it.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6")
    >>> game.answer("lay F5")
    >>> entry = game.transcript[0]
    >>> entry.seat, entry.answer, [ruling.rule for ruling in entry.rulings]
    ('attacker', 'lay F5', ['TW-BAT-1'])
    """

    player: int
    seat: str
    act: Any
    rulings: tuple[Ruling, ...]
    question: Question = attrs.field(eq=False, repr=False)

    @property
    def answer(self) -> str:
        """The text of the answer."""
        return self.question.format_answer(self.act)

    @property
    def kind(self) -> str:
        """The kind of the question."""
        return self.question.kind


def record_header_lines(start: Start) -> list[str]:
    """Return the lines of a record before its first answer."""
    return [RECORD_FIRST_LINE, game_line_for_record(start.name), *start.setup_lines()]


def _is_answer_line(line: str) -> bool:
    """True if a line has the form of an answer: a seat, a colon, and the answer itself."""
    seat, sign, _ = line.partition(":")
    return bool(sign) and len(seat.split()) == 1


def _unexpected_line_fault(line: str, keys: Sequence[str]) -> Fault:
    """Return the error for a line that is neither an answer nor begins with one of `keys` (set-up)."""
    return Fault("record.word", found=one_line_excerpt(line), known=", ".join(keys))


@attrs.frozen
class RecordContent:
    """The parsed content of a record: its start, and its answers with their line numbers (from 1).

    `result_comment` is the number and text of the line that holds the result; 0 and "" if there is none.
    """

    start: Start
    answers: list[tuple[int, str]]
    result_comment: tuple[int, str] = (0, "")


def parse_record(text: str) -> RecordContent:
    """Parse a record. `#` starts a comment; blank lines and a byte order mark are ignored, every kind of
    blank counts as one, and lines that a mail program has wrapped are joined again.

    Raises `RecordError` with the line and the reason.
    """
    plain = with_plain_blanks(text.removeprefix(BYTE_ORDER_MARK))
    rows = [(number, row.rstrip()) for number, row in enumerate(plain.splitlines(), 1)]
    lines = _contents(_unwrap(rows, lambda row: row[1].split()[0] in _HEAD_WORDS))
    if not lines or " ".join(lines[0][1].split()) != RECORD_FIRST_LINE:
        number, first_line = lines[0] if lines else (1, "")
        raise RecordError(
            number, Fault("record.head", head=RECORD_FIRST_LINE, found=one_line_excerpt(first_line, 60))
        )
    number, named = lines[1] if len(lines) > 1 else (lines[0][0] + 1, "")
    try:
        start_class = start_class_of_game_line(" ".join(named.split()))
    except Fault as fault:
        raise RecordError(number, fault) from fault
    below = [row for row in rows if row[0] > number]
    start, answers_begin = _parse_start(start_class, below, end=rows[-1][0] + 1)
    answers = _unwrap_answers(start, [row for row in below if row[0] >= answers_begin])
    ends = [(number, line) for number, line in answers if line.startswith(END_PREFIX)]
    return RecordContent(start, _contents(answers), ends[-1] if ends else (0, ""))


_HEAD_WORDS = (RECORD_FIRST_LINE.split()[0], "game")
"""The first words of the first two lines of a record."""

_MAIL_WIDTHS = range(72, 81)
"""The widths in characters at which mail programs wrap lines."""

_MAX_JOINED_SIDES = 4
"""The number of wrapped rows of the set-up that may look like a line of their own, such as a battle's second
side `W: W6`.
"""

Row = tuple[int, str]
"""A line of a record's text, as it stands there, with its number."""


def _contents(lines: Sequence[Row]) -> list[Row]:
    """Return the lines without comments, and without those that are empty then."""
    stripped = [(number, line.split("#")[0].strip()) for number, line in lines]
    return [(number, line) for number, line in stripped if line]


def _could_be_wrapped(row: str, following: str) -> bool:
    """True if a mail program may have wrapped a line between these rows: the next word was too long."""
    word = following.split(maxsplit=1)[:1]
    return bool(word) and len(row) < _MAIL_WIDTHS.stop and len(row) + len(word[0]) >= _MAIL_WIDTHS.start


def _unwrap(rows: Sequence[Row], begins_line: Callable[[Row], bool]) -> list[Row]:
    """Join rows that a mail program has wrapped; comments, and rows of which `begins_line` is true, begin a
    line.
    """
    lines: list[Row] = []
    before = ""
    for number, row in rows:
        if (
            before
            and _could_be_wrapped(before, row)
            and not row.startswith("#")
            and not begins_line((number, row))
        ):
            lines[-1] = (lines[-1][0], f"{lines[-1][1]} {row.strip()}")
        else:
            lines.append((number, row))
        before = row
    return lines


def _parse_start(start_class: type[Start], rows: Sequence[Row], end: int) -> tuple[Start, int]:
    """Return the start, and the number of the first row after the set-up lines; `end` follows the last row.

    Raises `RecordError`.
    """

    def looks_like_line(row: Row) -> bool:
        return row[1].split()[0] in start_class.setup_keys or _is_answer_line(row[1])

    def parse(joined: Collection[Row]) -> tuple[Start, int]:
        lines = _unwrap(rows, lambda row: row not in joined and looks_like_line(row))
        return _parse_setup_lines(start_class, _contents(lines), end)

    try:
        return parse(())
    except RecordError:
        sides = [
            row
            for (_, before), row in pairwise(rows)
            if _could_be_wrapped(before, row[1]) and looks_like_line(row)
        ]
        for count in range(1, min(len(sides), _MAX_JOINED_SIDES) + 1):
            with suppress(RecordError):
                return parse(sides[:count])
        raise


def _parse_setup_lines(start_class: type[Start], lines: Sequence[Row], end: int) -> tuple[Start, int]:
    """Return the start of the first lines, and the number of the line after them. Raises `RecordError`."""
    split = next(
        (index for index, (_, line) in enumerate(lines) if line.split()[0] not in start_class.setup_keys),
        len(lines),
    )
    numbers = [*(number for number, _ in lines), end]
    try:
        return start_class.parse([line for _, line in lines[:split]]), numbers[split]
    except (ValueError, Refusal) as fault:
        if split < len(lines) and not _is_answer_line(lines[split][1]):
            number, line = lines[split]
            raise RecordError(number, _unexpected_line_fault(line, start_class.setup_keys)) from fault
        wrong = getattr(fault, "setup_line_number", None) or 0
        raise RecordError(numbers[min(wrong, len(lines))], fault) from fault


def _unwrap_answers(start: Start, rows: Sequence[Row]) -> list[Row]:
    """Return the lines below the set-up; each answer begins with a seat."""
    if not any(_could_be_wrapped(row, after) for (_, row), (_, after) in pairwise(rows)):
        return list(rows)
    count = getattr(start, "seats", None) or len(start.table().players)
    seats = {start.seat(player) for player in range(count)}
    return _unwrap(rows, lambda row: row[1].partition(":")[0].strip() in seats)


def replay_answers(game: RecordableGame, recorded: RecordContent) -> None:
    """Replay the answers of a record in a game. Raises `RecordError` for the first illegal one."""
    for number, line in recorded.answers:
        _replay_answer(game, number, line)
    silence = getattr(game.start, "silence", "")
    while recorded.result_comment[1] and silence and _accepts(game.question, silence):
        game.answer(silence)


def skipped_lines_note(game: RecordableGame) -> str:
    """Return a sentence with the number of record lines that a game skipped; "" if it skipped none."""
    if not game.unused_lines:
        return ""
    key = "record.spare_one" if game.unused_lines == 1 else "record.spare"
    return message(key, n=game.unused_lines, silence=getattr(game.start, "silence", ""))


def _replay_answer(game: RecordableGame, line_number: int, line: str) -> None:
    """Replay one line of a record, with its line number, in a game. Raises `RecordError`."""
    said = line.partition(":")[2].split()
    if UNKNOWN in said or said[:1] == [SHOWS]:
        raise RecordError(line_number, Fault("record.unknown", found=one_line_excerpt(line)), game)
    if fill_silence_or_skip(game, line):
        game.unused_lines += 1
        return
    seat, sign, answer = (part.strip() for part in line.partition(":"))
    question, quoted = game.question, one_line_excerpt(line)
    if question is None:
        raise RecordError(line_number, Fault("record.after", found=quoted), game)
    expected = game.start.seat(question.player)
    if not len(game) and not _is_answer_line(line):
        raise RecordError(line_number, _unexpected_line_fault(line, game.start.setup_keys), game)
    if sign and seat != expected and question.is_interruption(f"{seat}: {answer}"):
        answer = f"{seat}: {answer}"
    elif not sign or seat != expected:
        why = Fault("record.seat", seat=expected, question=question, found=quoted)
        raise RecordError(line_number, why, game)
    try:
        game.answer(answer)
    except (Refusal, BadAnswer) as fault:
        raise RecordError(line_number, fault, game) from fault


def fill_silence_or_skip(game: RecordableGame, line: str) -> bool:
    """Give the silent answers (such as passes) that the record omits before `line`. Return True if the line
    itself should be skipped.

    People who write down a game at a real table do not know which questions were asked. So a silent answer
    (`silence` of the start) may be missing, or may be written although nobody was asked: such a line is
    skipped. If the line fits nowhere before a question that needs a spoken answer, it is checked against that
    question if the seat matches, else against the first question.
    """
    silence = getattr(game.start, "silence", "")
    if not silence:
        return False
    seat, _, text = line.partition(":")
    given = 0
    while not can_answer(game, seat.strip(), text.strip()) and _accepts(game.question, silence):
        game.answer(silence)
        given += 1
    if can_answer(game, seat.strip(), text.strip()):
        return False
    seats: int = getattr(game.start, "seats", 0)
    silent = text.strip() == silence and seat.strip() in map(game.start.seat, range(seats))
    last = game.question
    if given and (silent or last is None or game.start.seat(last.player) != seat.strip()):
        game.undo(given)
    return silent


def can_answer(game: RecordableGame, seat: str, answer: str) -> bool:
    """Return True if a seat can give this answer now: it answers the seat's pending question, or legally
    interrupts another player's question.
    """
    question = game.question
    if question is None or game.start.seat(question.player) == seat:
        return _accepts(question, answer)
    return question.is_interruption(f"{seat}: {answer}") and _accepts(question, f"{seat}: {answer}")


def _accepts(question: Question | None, text: str) -> bool:
    try:
        return question is not None and question.refusal(question.parse_answer(text)) is None
    except (Refusal, BadAnswer):
        return False
