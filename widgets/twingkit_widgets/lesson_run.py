"""One learner's way through a lesson: what was answered, where it stands, and what the lesson says to it.

The game of every step is played anew from the answers, so going back is going back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from twingkit.play import Game
from twingkit.rulebook import Ruling
from twingkit.twing.battle import battle_game
from twingkit.twing.lay import Lay, problems
from twingkit.twing.notation import read_lay
from twingkit_widgets import lesson_truths as truths
from twingkit_widgets.lesson import Learned, Lesson, LessonError, Step, Texts
from twingkit_widgets.wording import LANGUAGES

HEAD = "twingkit-lesson 1"
"""The first line of every record of a way through a lesson."""


@attrs.frozen
class Reply:
    """What the lesson answers: whether it was right (None: there is no wrong), words, rulings, the rule to
    show beside them ("" for none), and the option that would have been right ("" where none is)."""

    right: bool | None
    text: Texts
    rulings: tuple[Ruling, ...] = ()
    rule: str = ""
    truth: str = ""


class Run:
    """One learner in one lesson: `answers` by step, and `step`, the one that is open.

    `answer(text)` gives the open step's answer, `forward` and `back` move; `record` is all of it as text.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.answers: dict[str, str] = {}
        self.slip: tuple[str, str] | None = None
        """The last lay that was not the aim, with its step."""
        self._place = 0

    # -- where the learner is

    @property
    def steps(self) -> list[Step]:
        """The steps of this way through the lesson; where it is still open, the first option's."""
        return [step for step in self.lesson.steps if self._belongs(step.only)]

    @property
    def learned(self) -> list[Learned]:
        """What was learned on this way, and what is still to come."""
        return [learned for learned in self.lesson.learned if self._belongs(learned.only)]

    def _belongs(self, only: Mapping[str, str]) -> bool:
        return all(self.answers.get(name, self._usual(name)) == answer for name, answer in only.items())

    def _usual(self, name: str) -> str:
        step = next(step for step in self.lesson.steps if step.id == name)
        return step.options[0].id if step.options else ""

    @property
    def place(self) -> int:
        """The number of the open step, from 0."""
        return self._place

    @property
    def step(self) -> Step:
        """The open step."""
        return self.steps[self._place]

    @property
    def done(self) -> bool:
        """Whether the open step asks for nothing any more."""
        return not self.step.asks or self.step.id in self.answers

    @property
    def reached(self) -> int:
        """The number of the last step that may be opened, from 0."""
        steps = self.steps
        waiting = (at for at, step in enumerate(steps) if step.asks and step.id not in self.answers)
        return next(waiting, len(steps) - 1)

    @property
    def asked(self) -> list[Step]:
        """The predictions about the battle as it stands now that are not answered yet: this step's and those
        of the next steps, until something happens in the battle again."""
        found = []
        for place, step in enumerate(self.steps[self._place :]):
            if place and (step.play or step.kind in ("lay", "roll", "respond")):
                break
            if step.kind == "predict" and step.id not in self.answers:
                found.append(step)
        return found

    def game(self, until: int | None = None) -> Game:
        """The battle as it stands at the open step, or after the first `until` steps."""
        steps = self.steps[: self._place + 1 if until is None else until]
        game = battle_game(self.lesson.battle)
        for step in steps:
            for given in (*step.play, *self._given(step)):
                game.answer(given)
        return game

    def _given(self, step: Step) -> Iterator[str]:
        """What the learner's answer to a step does in the game."""
        if step.id in self.answers:
            if step.kind == "roll":
                yield from step.faces
            elif step.kind in ("lay", "respond"):
                yield self.answers[step.id]

    # -- what the learner does

    def answer(self, given: str) -> Reply:
        """Answer the open step. A lay that is not the aim is answered, too, but does not count as one.

        Raises `LessonError` if this is no answer to the step, or the step was answered already.
        """
        step = self.step
        if self.done:
            raise LessonError(f"step {step.id!r} asks for nothing (any more)")
        if step.options and step.option(given) is None:
            raise LessonError(f"step {step.id!r} has no option {given!r}")
        if step.kind == "lay" and given != step.aim:
            self.slip = (step.id, given)
        else:
            self.slip = None
            self.answers[step.id] = given
        reply = self.reply
        assert reply is not None
        return reply

    def forward(self) -> None:
        """Open the next step, if this one is done and not the last."""
        if self.done:
            self.go(self._place + 1)

    def back(self) -> None:
        """Open the step before."""
        self.go(self._place - 1)

    def go(self, place: int) -> None:
        """Open the step number `place` (from 0); no further than the learner has come."""
        self._place = min(max(place, 0), self.reached)
        self.slip = None

    def again(self) -> None:
        """Take back the open step's answer and all later ones."""
        for step in self.steps[self._place :]:
            self.answers.pop(step.id, None)
        self.slip = None

    # -- what the lesson says

    @property
    def reply(self) -> Reply | None:
        """The answer to what the learner did at the open step; None before."""
        step = self.step
        if self.slip and self.slip[0] == step.id:
            return self._slipped(step, self.slip[1])
        if step.kind == "explain":
            rulings = [ruling for entry in self.game().transcript for ruling in entry.rulings]
            shown = tuple(ruling for ruling in rulings if ruling.rule in step.cites)
            return Reply(None, {}, shown, shown[0].rule if shown else "")
        if step.id not in self.answers:
            return None
        given = self.answers[step.id]
        if step.kind == "predict":
            right, why = truths.TRUTHS[step.ask](self.game(), step)
            return attrs.evolve(self._said(step, given, right == given, why), truth=right)
        if step.kind == "respond":
            return self._said(step, given, None, ())
        if step.kind == "roll":
            return Reply(None, step.replies["rolled"], (), step.rule)
        laid = tuple(self.game().rulings)
        return Reply(True, step.replies["aim"], laid, laid[0].rule)

    def _said(self, step: Step, given: str, right: bool | None, rulings: Sequence[Ruling]) -> Reply:
        option = step.option(given)
        assert option is not None
        shown = tuple(rulings)
        return Reply(right, option.reply, shown, shown[-1].rule if shown else step.rule)

    def _slipped(self, step: Step, given: str) -> Reply:
        """A lay that is not the aim: refused by a rule, or allowed and weaker."""
        lay = Lay() if given == "lay nothing" else read_lay(given.removeprefix("lay "))
        refusal = next(problems(lay, "attacker", (), ()), None)
        if refusal is None:
            return Reply(False, step.replies["less"])
        return Reply(False, {lang: refusal.text(lang) for lang in LANGUAGES}, (), refusal.rule)

    def facts(self) -> truths.Facts:
        """What the words of the open step can name: points, chances, counts of faces."""
        laid = self.slip[1] if self.slip else ""
        return truths.Facts(self.game(), laid)

    # -- keeping it

    @property
    def record(self) -> str:
        """The way so far as text; `Run.replay` reads it. Empty at the very beginning."""
        if not self.answers and not self._place:
            return ""
        answers = [f"{name}: {given}" for name, given in self.answers.items()]
        return "\n".join([HEAD, self.lesson.id, *answers, f"at {self.step.id}"]) + "\n"

    @classmethod
    def replay(cls, lesson: Lesson, text: str) -> Run:
        """Take up a record. Raises `LessonError` if it is none of this lesson; what an older edition of the
        lesson asked and this one does not is left out."""
        lines = text.splitlines()
        if lines[:2] != [HEAD, lesson.id]:
            raise LessonError(f"this is no record of the lesson {lesson.id!r}")
        run = cls(lesson)
        kept = dict(line.split(": ", 1) for line in lines[2:] if ": " in line)
        while run.step.id in kept or (run.done and run.place < len(run.steps) - 1):
            if not run.done:
                run.answer(kept[run.step.id])
                if not run.done:
                    break
            run.forward()
        at = next((line[3:] for line in lines[2:] if line.startswith("at ")), "")
        place = next((number for number, step in enumerate(run.steps) if step.id == at), run.place)
        run.go(place)
        return run
