"""Playing a script: the game that passes answers to it, records them, replays them and steps back.

A chapter of a rulebook is a generator function. It changes the table, asks a player (`choice = yield
Question(...)`), rolls (`face = yield Roll(...)`) and cites the rule that applied
(`table.record_ruling("TW-BAT-16", "sun", side=...)`). `Game` runs such a script: it passes answers in, keeps
them as text that a person could type, and replays them to step back, to copy, or to try something else.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from typing import Any, Self

from twingkit.core.arguments import INTEGER, TEXT, check_arguments, integer_between, require_valid_argument
from twingkit.core.arguments.kinds import as_builtin
from twingkit.core.blanks import with_plain_blanks
from twingkit.core.language import localized
from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, ChanceQuestion, Question, Refusal, Roll, one_line_excerpt
from twingkit.core.record import (
    RECORD_FIRST_LINE,
    RecordError,
    TranscriptEntry,
    parse_record,
    record_header_lines,
    replay_answers,
)
from twingkit.core.rulebook import Ruling
from twingkit.core.running.forkable_random import ForkableRandom
from twingkit.core.running.running_script import DirectTableChange, RunningScript, player_count
from twingkit.core.starts import (
    CHECKPOINT,
    ResultT,
    Script,
    Start,
    Table,
    TableT,
    ViewT,
    parse_start,
    register,
)

__all__ = [
    "CHECKPOINT",
    "RECORD_FIRST_LINE",
    "BadAnswer",
    "ChanceQuestion",
    "Game",
    "Policy",
    "Question",
    "RandomPolicy",
    "RecordError",
    "Refusal",
    "Roll",
    "Script",
    "Start",
    "Table",
    "TranscriptEntry",
    "register",
]  # fmt: skip


class Game(RunningScript[TableT, ResultT, ViewT]):
    """A game in progress: the pending question, the table, the rulings so far, and the record.

    With a `seed` the game rolls its dice and draws its cards itself. Without one these are questions too:
    answer them with `roll()` or, for example, `answer("Sun")`. `rolls` ("auto" or "ask") overrides that. With
    `explain=False` no rulings are kept.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6 & cat")
    >>> for answer in ("lay F5", "lay W6", "roll Sun", "roll 2"):
    ...     game.answer(answer)
    >>> print(game.question.text())
    The defender: do you respond?
    >>> game.answer("cat"); game.answer("roll Cross")
    >>> print(game.latest_rulings[0])
    The defender rolls: Cross. [TW-BAT-7]
    >>> game.undo(2)
    >>> Game.replay(game.record).question.kind
    'respond'
    >>> game.what_if(2, "4").transcript[-1].answer
    'roll 4'
    """

    @check_arguments()
    def __init__(
        self,
        start: Start[TableT, ResultT, ViewT],
        *,
        seed: int | None = None,
        rolls: str | None = None,
        explain: bool = True,
    ) -> None:
        self.unused_lines = 0
        """The number of record lines with a silent answer for which nobody was asked."""
        luck = ForkableRandom(None if seed is None else random.Random(seed))
        auto = rolls == "auto" if rolls else seed is not None
        super().__init__(start, luck, auto=auto, explain=explain)

    # -- the state of the game

    @property
    def rng(self) -> random.Random:
        """The source of random numbers from which the game rolls and draws."""
        return self._random.rng

    @rng.setter
    def rng(self, rng: random.Random) -> None:
        """Set the source of random numbers."""
        self._random = ForkableRandom(rng)

    @property
    def question(self) -> Question | None:
        """The pending question; None if the game is over."""
        return self._question

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self._question is None

    @property
    def latest_rulings(self) -> list[Ruling]:
        """The rulings since the last answer of a player, or since the start of the game."""
        mark = 0
        for question, asked_at in zip(reversed(self._asked), reversed(self._marks), strict=True):
            mark = asked_at
            if not (self.auto and question.is_chance):
                break
        return self._rulings(mark, None)

    @property
    def rulings(self) -> list[Ruling]:
        """Every ruling so far."""
        return self._rulings(0, None)

    @property
    def opening_rulings(self) -> list[Ruling]:
        """The rulings before the first answer."""
        return self._rulings(0, self._marks[0] if self._marks else None)

    def rulings_since(self, answer_count: int = 0, *rules: str) -> list[Ruling]:
        """Return the rulings after the first `answer_count` answers, only of these rules or cases
        (`TW-BAT-18 won`) if given.
        """
        marks = self._marks[answer_count:]
        rulings = self._rulings(marks[0], None) if marks else []
        return [
            ruling
            for ruling in rulings
            if not rules or ruling.rule in rules or f"{ruling.rule} {ruling.case}" in rules
        ]

    @property
    def transcript(self) -> list[TranscriptEntry]:
        """Every answer so far with the rulings that followed it."""
        return self.entries()

    def entries(self, start: int = 0, stop: int | None = None) -> list[TranscriptEntry]:
        """Return the answers from index `start` up to before `stop`, each with the rulings that followed.

        In a long game this is much faster than `transcript`.
        """
        marks: list[int | None] = [*self._marks, None]
        part = slice(start, stop)
        given = zip(self._asked[part], self._answers[part], marks[:-1][part], marks[1:][part], strict=True)
        entries = []
        for question, answer, begin, end in given:
            player, said = question.speaker_and_answer(answer)
            rulings = tuple(self._rulings(begin, end))
            entries.append(TranscriptEntry(player, self.start.seat(player), said, rulings, question))
        return entries

    def questions_with_answers(self) -> Iterator[tuple[Question, int, Any]]:
        """Yield (question, player who answered, answer) for each answer so far, without rulings.

        This is faster than `entries`.
        """
        for question, answer in zip(self._asked, self._answers, strict=True):
            yield question, *question.speaker_and_answer(answer)

    def view(self, player: int) -> ViewT:
        """Return the view of a player (from 0): everything that this player may see now.

        Raises `Fault` if there is no such player.
        """
        count = player_count(self)
        if type(player) is not int or not 0 <= player < count:  # policies ask for views all the time
            require_valid_argument("player", player, integer_between(0, count - 1))
        return self.start.view(self, player)

    @property
    def record(self) -> str:
        """The game as text: its name, the set-up, one line per answer. `Game.replay` reads it."""
        answers = [
            f"{self.start.seat(player)}: {question.format_answer(answer)}"
            for question, player, answer in self.questions_with_answers()
        ]
        return "\n".join([*record_header_lines(self.start), *answers]) + "\n"

    @check_arguments()
    @localized
    def annotated_record(self, lang: str | None = None) -> str:
        """Return the record with each ruling as a comment below the answer that led to it.

        `Game.replay` reads it too.
        """
        notes = [f"#   {ruling.text()} [{ruling.rule}]" for ruling in self.opening_rulings]
        for entry in self.transcript:
            notes.append(f"{entry.seat}: {entry.answer}")
            notes += [f"#   {ruling.text()} [{ruling.rule}]" for ruling in entry.rulings]
        return "\n".join([*record_header_lines(self.start), *notes]) + "\n"

    def __len__(self) -> int:
        """The number of answers given, including dice."""
        return len(self._answers)

    def __str__(self) -> str:
        return self.record

    def _repr_html_(self) -> str:
        return "".join(ruling._repr_html_() for ruling in self.rulings)

    # -- playing

    def answer(self, answer: object) -> None:
        """Give an answer to the pending question, as a value or as text.

        Raises `Refusal` (a rule forbids it) or `BadAnswer` (it is not an answer, or the record could not hold
        it); the game is then unchanged.
        """
        question = self._pending()
        if isinstance(answer, str):
            answer = with_plain_blanks(answer)
            if (implied := question.implied_answer(answer)) is not None:
                self._answer_both(implied, answer)
                return
            answer = question.parse_answer(answer)
        elif not isinstance(answer, Hashable):
            raise BadAnswer("play.value", found=one_line_excerpt(repr(answer)), question=question)
        answer = as_builtin(answer)
        refusal = question.refusal(answer)
        if refusal is not None:
            raise refusal
        if not isinstance(answer, str):
            answer = self._as_recorded(question, answer)
        self._play(question, answer)

    def _answer_both(self, implied: object, answer: str) -> None:
        """Give the implied answer to the pending question, then `answer` to the next one, or neither if one
        of them is illegal.
        """
        keep = len(self._answers)
        try:
            self._take(self._pending(), implied)
            self.answer(answer)
        except BaseException:
            self._restart(keep)
            raise

    def _as_recorded(self, question: Question, answer: object) -> object:
        """Return the value that a legal answer has after it was formatted and parsed again, so that the
        record replays to the same table.

        Raises `BadAnswer` or `Refusal` for a value without such a text: True equals 1 but is not a die face.
        """
        recorded = question.parse_answer(question.format_answer(answer))
        if recorded != answer and (refusal := question.refusal(recorded)) is not None:
            raise refusal
        return recorded

    def give_answers(self, *answers: str) -> Self:
        """Give several answers as record lines (`p1: attack p2`), with or without the seat; return the game.

        Raises `Fault` if another seat must answer or the game is over, and whatever `answer` raises.

        >>> Game.begin("F: F5 vs W: W6").give_answers("attacker: lay F5", "lay W6").question.kind
        'roll'
        """
        for line in answers:
            self.answer(self.strip_seat(line))
        return self

    def refusal(self, line: str) -> Refusal | None:
        """Return why the rules forbid an answer now; None if it is legal.

        Raises `BadAnswer` or `Fault` if it cannot be parsed.

        >>> Game.begin("F: F5 vs W: W6").refusal("lay F6").rule
        'TW-BAT-1'
        """
        given = self.strip_seat(line)
        question = self._pending()
        return question.refusal(question.parse_answer(given))

    def strip_seat(self, line: str) -> str:
        """Return the answer in a record line without its seat; return an interruption unchanged.

        Raises `Fault` if the line names a seat that can neither answer nor interrupt now.
        """
        line = with_plain_blanks(line)
        question, text = self._question, one_line_excerpt(line, 60)
        if question is None:
            raise Fault("record.after", found=text)
        seat, sign, answer = line.partition(": ")
        if not sign:
            return line
        if self.start.seat(question.player) != seat:
            if question.is_interruption(line):
                return line
            raise Fault("record.seat", seat=self.start.seat(question.player), question=question, found=text)
        return answer

    def roll(self) -> object:
        """Roll the pending die, or draw the pending card, at random; return the result.

        Raises `BadAnswer` if the question is for a player.
        """
        question = self._pending()
        if not question.is_chance:
            raise BadAnswer("play.no_die", question=question)
        face = question.random_answer(self.rng)
        self._play(question, face)
        return face

    def answer_randomly(self, rng: random.Random | None = None) -> object:
        """Answer the pending question at random, whoever is asked; return the answer."""
        question = self._question or self._pending()
        answer = question.random_answer(rng or self._random.own or self._random.rng)
        self._play(question, answer)
        return answer

    def answer_unchecked(self, answer: object) -> None:
        """Give an answer without checking it: one of the options or outcomes of the question itself.

        For odds that try every branch. If outcomes were merged, the record does not replay.
        """
        self._play(self._question or self._pending(), answer)

    def play(self, policy: Callable[[Self], object]) -> Self:
        """Answer every question with `policy(game)`, rolling the dice, until the game is over; return the
        game.
        """
        while self._question is not None:
            if self._question.is_chance:
                self.roll()
            else:
                self.answer(policy(self))
        return self

    @check_arguments(count=INTEGER)
    def undo(self, count: int = 1) -> None:
        """Take back the last `count` answers, together with the dice that the game rolled after them.

        Raises `Fault` (a `ValueError`) if there are fewer answers, or if `count` is negative.
        """
        if count < 0:
            raise Fault("play.undo_count", wanted=count)
        keep = len(self._answers)
        for _ in range(count):
            while keep and self.auto and isinstance(self._asked[keep - 1], ChanceQuestion):
                keep -= 1
            if not keep:
                rolled = sum(question.is_chance for question in self._asked) if self.auto else 0
                raise Fault("play.undo", wanted=count, there=len(self._answers) - rolled)
            keep -= 1
        self._restart(keep)

    def copy(self, *, explain: bool | None = None) -> Self:
        """Return an independent copy of the game that will roll the same dice.

        `explain` says whether the copy keeps rulings from now on.
        """
        twin = object.__new__(type(self))
        twin.start, twin.auto = self.start, self.auto
        twin.explain = self.explain if explain is None else explain
        twin.unused_lines = self.unused_lines
        twin._random = self._random.copy()
        twin._answers, twin._asked, twin._marks = self._answers, self._asked, self._marks
        twin._checkpoints, twin._changes = list(self._checkpoints), self._changes
        twin.table = self.table
        if self.table.is_resumable and twin.explain == (self.table.rulings is not None):
            twin._resume()
        else:
            twin._restart(len(self._answers))  # from here on its lists are independent
            if twin.explain == self.explain:
                self._checkpoints = list(twin._checkpoints)  # so that the next copy need not go back as far
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:  # the type that pickle declares
        """Pickle a game as its record and its source of random numbers.

        Raises `Fault` after `with_change`: such a record does not replay.
        """
        if self._changes:
            raise Fault("play.changed")
        kept = {name: getattr(self, name) for name in ("auto", "_random", "unused_lines")}
        return _from_record, (type(self), self.record, self.explain), kept

    def with_change(self, change: Callable[[TableT], None], *, explain: bool | None = None) -> Self:
        """Return a copy whose table was changed by `change(table)`.

        The record of such a game does not replay.

        `change` must do the same every time, and must not touch anything that the pending question depends
        on.

        >>> from twingkit import twing
        >>> game = twing.new_game(2, seed=1)
        >>> game.with_change(lambda table: table.discard_pile.append("cat")).copy().table.discard_pile
        ['cat']
        """
        twin = self.copy(explain=explain)
        last = DirectTableChange(len(twin), change)
        twin._changes = (*twin._changes, last)
        change(twin.table)
        return twin

    @check_arguments(answer_index=INTEGER)
    def what_if(self, answer_index: int, answer: object) -> Self:
        """Return a copy in which one answer is replaced and all later answers are undone.

        Answers count from 0, as in `transcript`; the rows of `review` count from 1.
        """
        if not 0 <= answer_index < len(self._answers):
            raise Fault("play.place", place=answer_index, there=len(self._answers))
        twin = self.copy()
        twin._restart(answer_index)
        twin.answer(answer)
        return twin

    @classmethod
    @check_arguments(text=TEXT, game=TEXT)
    def begin(cls, text: str, *, game: str = "") -> Game:
        """Start a game from its line, or from set-up lines of a record.

        Dice and cards are then typed as answers.

        `game` is the id of the game, if the lines do not show it. Raises `NotationError`, `Fault` or
        `Refusal` if the lines are invalid.

        >>> Game.begin("F: F5 vs W: W6").question.kind
        'attack'
        """
        return cls(parse_start(text, game), rolls="ask")

    @classmethod
    @check_arguments(record=TEXT)
    def replay(cls, record: str, *, seed: int | None = None, explain: bool = True) -> Game:
        """Replay a record. `#` starts a comment; blank lines are ignored.

        Raises `RecordError` with the line, the reason and the game up to there. Dice after the end of the
        record are rolled from `seed`, or are questions if there is none.
        """
        recorded = parse_record(record)
        game = cls(recorded.start, rolls="ask", explain=explain)
        replay_answers(game, recorded)
        if seed is not None:
            game.rng, game.auto = random.Random(seed), True
        return game


def _from_record(kind: type[Game], record: str, explain: bool) -> Game:
    return kind.replay(record, explain=explain)


Policy = Callable[[Game], object]
"""A player as a function: it gets a game and returns the answer of the seat that is asked.

>>> from twingkit import policies, twing
>>> first: Policy = lambda game: next(iter(game.question.options()))
>>> policies.play(twing.battle_game("F: F5 vs W: W6", seed=1), [first, "random"]).over
True
"""


class RandomPolicy:
    """A player that chooses random legal answers; deterministic for a given seed.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6", seed=1)
    >>> str(RandomPolicy(seed=2)(game))
    'F5'
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, game: Game) -> object:
        """Return a legal answer to the pending question."""
        assert game.question is not None
        return game.question.random_answer(self.rng)
