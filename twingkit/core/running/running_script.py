"""A running script: its pending question, the answers sent to it, and how to step back.

A generator cannot be copied. To step back, the script restarts from the last checkpoint and receives its
answers again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple

from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, ChanceQuestion, Question
from twingkit.core.rulebook import Ruling
from twingkit.core.running.forkable_random import ForkableRandom
from twingkit.core.starts import CHECKPOINT, ResultT, Script, ScriptCheckpoint, Start, TableT, ViewT

MAX_ANSWERS = 50_000
"""The number of answers, dice included, after which a game counts as endless.

This is ten times that of the longest game between computer players.
"""

CHECKPOINT_INTERVAL = 64
"""The minimum number of answers between the checkpoints that a game keeps while it is played.

A copy of the table costs as much as several answers, and few games step back; while one does, it keeps every
checkpoint that it passes.
"""


class DirectTableChange(NamedTuple):
    """A change that code made to the table directly, instead of an answer: the number of answers before it,
    and the function that repeats it.
    """

    answer_count: int
    apply: Callable[[Any], None]  # called with the table of the game


_NO_RESULT: Any = None  # typed as the result, which is read only after the game is over


class RunningScript(Generic[TableT, ResultT, ViewT]):
    """A running game: a script of rules, the table that it changes, and all answers given so far."""

    table: TableT
    """The table that the script changes."""
    result: ResultT
    """The result that the script returned; None until the game is over."""
    _checkpoint_distance = CHECKPOINT_INTERVAL  # the current distance between checkpoints

    def __init__(
        self, start: Start[TableT, ResultT, ViewT], luck: ForkableRandom, *, auto: bool, explain: bool
    ) -> None:
        self.start = start
        self.explain = explain
        self.auto = auto
        self._random = luck
        self._question: Question | None
        self._script: Script[ResultT]
        self._answers: list[object] = []
        self._asked: list[Question] = []
        self._marks: list[int] = []
        self._checkpoints: list[tuple[int, int, TableT]] = []
        self._changes: tuple[DirectTableChange, ...] = ()
        self._restart(0)
        self._roll_on()

    def _pending(self) -> Question:
        if self._question is None:
            raise BadAnswer("play.over")
        return self._question

    def _rulings(self, begin: int | None, end: int | None) -> list[Ruling]:
        book = self.start.rulebook()
        noted = self.table.rulings or ()
        return [Ruling(rule, case, facts, book) for rule, case, facts in noted[begin:end]]

    def _restart(self, keep: int) -> None:
        """Restart from the last checkpoint and give the first `keep` answers again."""
        while self._checkpoints and self._checkpoints[-1][0] > keep:
            self._checkpoints.pop()
        done = 0
        if self._checkpoints:
            done, marks, table = self._checkpoints[-1]
            noted = (self.table.rulings or [])[:marks]
            self.table = table.copy()
        else:
            noted = []
            self.table = self.start.table()
        self.table.rulings = noted if self.explain else None
        self.result = _NO_RESULT
        self._question = None
        again = self._answers[done:keep]
        self._answers, self._asked, self._marks = self._answers[:done], self._asked[:done], self._marks[:done]
        self._script = self.start.script(self.table)
        self._begun = False
        self._changes = tuple([change for change in self._changes if change.answer_count <= keep])
        self._checkpoint_distance = 1
        self._advance()
        for answer in again:
            self._change()
            self._take(self._pending(), answer)
        self._checkpoint_distance = CHECKPOINT_INTERVAL
        self._change()

    def _change(self) -> None:
        """Apply the table changes that were made after the present number of answers."""
        for place, make in self._changes:
            if place == len(self._answers):
                make(self.table)

    def _resume(self) -> None:
        """Start a new script on a copy of the current table, with copies of the lists that describe the game
        so far.
        """
        self._answers, self._asked, self._marks = self._answers[:], self._asked[:], self._marks[:]
        noted = self.table.rulings
        self.table = self.table.copy()
        self.table.rulings = noted and noted[:]
        self._script = self.start.script(self.table)
        self._begun = True
        self.result = _NO_RESULT
        question = self._script.send(None)
        assert isinstance(question, Question)
        self._question = question

    def _take(self, question: Question, answer: object) -> None:
        if len(self._answers) >= MAX_ANSWERS:
            raise Fault("play.endless", n=MAX_ANSWERS)
        noted = self.table.rulings
        self._answers.append(answer)
        self._asked.append(question)
        self._marks.append(len(noted) if noted else 0)
        try:
            next_asked = self._script.send(answer)
        except StopIteration as end:
            self._question, self.result = None, end.value
            return
        if isinstance(next_asked, Question):
            self._question = next_asked
        else:
            self._advance()

    def _advance(self) -> None:
        """Run to the next question; keep a copy of the table at checkpoints that are far enough apart."""
        try:
            question: Question | ScriptCheckpoint = CHECKPOINT
            while question is CHECKPOINT:
                done = len(self._answers)
                if self._begun and (
                    not self._checkpoints or self._checkpoints[-1][0] + self._checkpoint_distance <= done
                ):
                    noted = self.table.rulings
                    self._checkpoints.append((done, len(noted) if noted else 0, self.table.copy()))
                self._begun = True
                question = self._script.send(None)
            self._question = question
        except StopIteration as end:
            self._question, self.result = None, end.value

    def _play(self, question: Question, answer: object) -> None:
        """Give an answer, then roll; if that raises, take the answer back by restarting the script."""
        keep = len(self._answers)
        try:
            self._take(question, answer)
            self._roll_on()
        except BaseException:
            if len(self._answers) > keep:
                self._restart(keep)
            raise

    def _roll_on(self) -> None:
        while self.auto and isinstance(self._question, ChanceQuestion):
            self._take(self._question, self._question.random_answer(self._random.own or self._random.rng))


def player_count(game: RunningScript) -> int:
    """Return the number of players of a game."""
    seats = getattr(game.start, "seats", None)
    return len(game.table.players) if seats is None else int(seats)
