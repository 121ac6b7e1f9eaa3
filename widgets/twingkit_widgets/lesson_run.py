"""One learner's way through a lesson: what was answered, where it stands, and what the lesson says to it.

The game of every step is played anew from the answers, so going back is going back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from twingkit.asking import BadAnswer, Refusal
from twingkit.play import Game
from twingkit.rulebook import Ruling
from twingkit.twing import quiz
from twingkit.twing.begin import begin, give, refused
from twingkit.twing.lay import Lay, problems
from twingkit.twing.notation import ROLES, read_lay
from twingkit_widgets import lesson_truths as truths
from twingkit_widgets.lesson import QUESTIONS, Learned, Lesson, LessonError, Step, Texts

HEAD = "twingkit-lesson 2"
"""The first line of every record of a way through a lesson."""


@attrs.frozen
class Reply:
    """What the lesson answers: whether it was right (None: there is no wrong), words, rulings or refusals,
    the rule to show beside them ("" for none), and the option that would have been right ("" where none is).
    """

    right: bool | None
    text: Texts
    rulings: tuple[Ruling | Refusal, ...] = ()
    rule: str = ""
    truth: str = ""


class Run:
    """One learner in one lesson: `answers` by step, and `step`, the one that is open.

    `answer(text)` gives the open step's answer, `forward` and `back` move; `record` is all of it as text.
    The answer to a closing check is the numbers of the options taken so far (`0 2 1`); `round` says which
    five questions they are.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.answers: dict[str, str] = {}
        self.slip: tuple[str, str] | None = None
        """The last answer that did not solve its step, with the step."""
        self.round = 0
        self._place = 0
        self._dealt: tuple[int, list[quiz.Item]] | None = None

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

    def _answered(self, step: Step) -> bool:
        if step.kind == "check":
            return len(self.answers.get(step.id, "").split()) == QUESTIONS
        return not step.asks or step.id in self.answers

    @property
    def done(self) -> bool:
        """Whether the open step asks for nothing any more."""
        return self._answered(self.step)

    @property
    def finished(self) -> bool:
        """Whether the learner has answered every step."""
        return all(self._answered(step) for step in self.steps)

    @property
    def reached(self) -> int:
        """The number of the last step that may be opened, from 0."""
        steps = self.steps
        waiting = (at for at, step in enumerate(steps) if not self._answered(step))
        return next(waiting, len(steps) - 1)

    @property
    def asked(self) -> list[Step]:
        """The predictions about the battle as it stands now that are not answered yet: this step's and those
        of the next steps, until something happens in the battle again."""
        found = []
        for place, step in enumerate(self.steps[self._place :]):
            if place and (step.table or step.play or step.kind in ("lay", "roll", "choose")):
                break
            if step.kind == "predict" and step.id not in self.answers:
                found.append(step)
        return found

    # -- the table

    @property
    def table(self) -> str:
        """The table of the open step: of the last step up to it that brings its own, else of the lesson."""
        own = [step.table for step in self.steps[: self._place + 1] if step.table]
        return own[-1] if own else self.lesson.table

    def game(self, *, answered: bool = True) -> Game:
        """The table as it stands at the open step; `answered` False: without the answer to that step."""
        steps = self.steps[: self._place + 1]
        start = max((at for at, step in enumerate(steps) if step.table), default=0)
        game = begin(self.table)
        for step in steps[start:]:
            give(game, step.play)
            if answered or step is not steps[-1]:
                give(game, self._given(step))
        return game

    def _given(self, step: Step) -> Iterator[str]:
        """What the learner's answer to a step does in the game."""
        if step.id in self.answers:
            given = self.answers[step.id]
            if step.kind == "roll":
                yield from step.faces
            elif step.kind == "lay":
                yield given
            elif step.kind == "choose":
                option = step.option(given)
                assert option is not None
                yield option.answer or option.id

    # -- the closing check

    def questions(self) -> list[quiz.Item]:
        """The questions of the closing check in this round."""
        if self._dealt is None or self._dealt[0] != self.round:
            self._dealt = self.round, quiz.check(self.lesson.topic, self.round, QUESTIONS)
        return self._dealt[1]

    @property
    def checked(self) -> list[int]:
        """The options taken in the closing check so far."""
        step = next((step for step in self.lesson.steps if step.kind == "check"), None)
        return [] if step is None else [int(each) for each in self.answers.get(step.id, "").split()]

    @property
    def score(self) -> tuple[int, int]:
        """How many questions of the closing check were answered, and how many rightly."""
        taken = self.checked
        pairs = zip(self.questions(), taken, strict=False) if taken else ()
        return len(taken), sum(item.choices[choice].right for item, choice in pairs)

    @property
    def missed(self) -> list[str]:
        """The rules that decided the questions of the closing check that were answered wrongly."""
        taken = self.checked
        pairs = zip(self.questions(), taken, strict=False) if taken else ()
        return [item.rule for item, choice in pairs if not item.choices[choice].right]

    # -- what the learner does

    def answer(self, given: str) -> Reply | None:
        """Answer the open step; one that does not solve it is answered, too, but does not count.

        Raises `LessonError` if this is no answer to the step, or the step was answered already.
        """
        step = self.step
        if self.done:
            raise LessonError(f"step {step.id!r} asks for nothing (any more)")
        if step.kind == "check":
            self._check(step, given)
            return None
        if step.options and step.option(given) is None:
            raise LessonError(f"step {step.id!r} has no option {given!r}")
        if step.kind == "lay":
            given = "lay " + given.removeprefix("lay ")
        solved = self._solves(step, given)
        self.slip = None if solved else (step.id, given)
        if solved:
            self.answers[step.id] = given
        return self.reply

    def _check(self, step: Step, given: str) -> None:
        taken = self.answers.get(step.id, "").split()
        choices = self.questions()[len(taken)].choices
        if not given.isdecimal() or int(given) >= len(choices):
            raise LessonError(f"the question has the options 0 to {len(choices) - 1}, not {given!r}")
        self.answers[step.id] = " ".join([*taken, given])

    def _solves(self, step: Step, given: str) -> bool:
        if step.kind == "lay":
            if self._refused(step, given):
                return False
            aims = [str(read_lay(aim.removeprefix("lay "))) for aim in step.aim]
            return not aims or str(read_lay(given.removeprefix("lay "))) in aims
        if step.kind == "choose":
            option = step.option(given)
            assert option is not None
            return self._refused(step, option.answer or given) is None and given in (step.aim or (given,))
        return True

    def _refused(self, step: Step, given: str) -> Refusal | None:
        """Why a rule forbids an answer to the open step."""
        if step.kind == "lay" and (step.cards or given == "lay nothing"):
            lay = Lay() if given == "lay nothing" else read_lay(given.removeprefix("lay "))
            return next(problems(lay, ROLES[self.lesson.you], (), ()), None)
        return refused(self.game(), given)

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
        """Take back the open step's answer and all later ones; a closing check asks other questions then."""
        self.round += self.step.kind == "check"
        for step in self.steps[self._place :]:
            self.answers.pop(step.id, None)
        self.slip = None

    # -- what the lesson says

    @property
    def reply(self) -> Reply | None:
        """The answer to what the learner did at the open step; None before. Cards that others hold hidden
        stay hidden in it, unless all hands are open in this lesson."""
        said = self._reply()
        if said is None or self.lesson.open:
            return said
        you = self.lesson.you
        heard = [each.seen_by(you) if isinstance(each, Ruling) else each for each in said.rulings]
        return attrs.evolve(said, rulings=tuple(heard))

    def _reply(self) -> Reply | None:
        """The answer with everything that is known in it."""
        step = self.step
        if self.slip and self.slip[0] == step.id:
            return self._slipped(step, self.slip[1])
        if step.kind == "explain":
            rulings = [ruling for entry in self.game().transcript for ruling in entry.rulings]
            cited = tuple(ruling for ruling in rulings if ruling.rule in step.cites)
            return Reply(None, {}, cited, cited[0].rule if cited else step.rule)
        if step.id not in self.answers or step.kind == "check":
            return None
        given = self.answers[step.id]
        if step.kind == "predict":
            right, why = truths.TRUTHS[step.ask](self.game(), step)
            return attrs.evolve(self._said(step, given, right == given, why), truth=right)
        acting = self._acting(step)
        if step.kind == "choose":
            return self._said(step, given, True if step.aim else None, acting)
        if step.kind == "roll":
            return Reply(None, step.replies.get("rolled", {}), acting, step.rule)
        laid = acting if step.cites else tuple(self.game().rulings)
        return Reply(True, step.replies["aim"], laid, step.rule or laid[0].rule)

    def _acting(self, step: Step) -> tuple[Ruling, ...]:
        """What the rules named by `cites` said to the answer of the open step."""
        before = len(self.game(answered=False).transcript)
        told = [ruling for entry in self.game().transcript[before:] for ruling in entry.rulings]
        return tuple(ruling for ruling in told if ruling.rule in step.cites)

    def _said(self, step: Step, given: str, right: bool | None, rulings: Sequence[Ruling | Refusal]) -> Reply:
        option = step.option(given)
        assert option is not None
        shown = tuple(rulings)
        return Reply(right, option.reply, shown, shown[-1].rule if shown else step.rule)

    def _slipped(self, step: Step, given: str) -> Reply:
        """An answer that did not solve the step: refused by a rule, or allowed and not what is meant."""
        option = step.option(given)
        answer = (option.answer if option else "") or given
        refusal = self._refused(step, answer)
        if refusal is not None:
            return Reply(False, option.reply if option else {}, (refusal,), refusal.rule)
        return Reply(False, option.reply if option else step.replies["less"], (), "")

    def facts(self) -> truths.Facts:
        """What the words of the open step can name: points, chances, counts of faces."""
        laid = self.slip[1] if self.slip else ""
        return truths.Facts(self.game(), laid, self.lesson.you)

    # -- keeping it

    @property
    def record(self) -> str:
        """The way so far as text; `Run.replay` reads it. Empty at the very beginning."""
        if not self.answers and not self._place and not self.round:
            return ""
        answers = [f"{name}: {given}" for name, given in self.answers.items()]
        rounds = [f"round {self.round}"] if self.round else []
        return "\n".join([HEAD, self.lesson.id, *rounds, *answers, f"at {self.step.id}"]) + "\n"

    @classmethod
    def replay(cls, lesson: Lesson, text: str) -> Run:
        """Take up a record. Raises `LessonError` if it is none of this lesson; what an older edition of the
        lesson asked and this one does not is left out."""
        lines = text.splitlines()
        if lines[:2] != [HEAD, lesson.id]:
            raise LessonError(f"this is no record of the lesson {lesson.id!r}")
        run = cls(lesson)
        kept = dict(line.split(": ", 1) for line in lines[2:] if ": " in line)
        said = dict(line.split(" ", 1) for line in lines[2:] if line.startswith(("round ", "at ")))
        run.round = int(said["round"]) if said.get("round", "").isdecimal() else 0
        while run.step.id in kept or (run.done and run.place < len(run.steps) - 1):
            try:
                for given in kept.get(run.step.id, "").split() if run.step.kind == "check" else ():
                    run.answer(given)
                if not run.done and run.step.kind != "check":
                    run.answer(kept[run.step.id])
            except (LessonError, BadAnswer, ValueError):
                break  # the lesson asks something else now: the way is taken up as far as it goes
            if not run.done or run.place == len(run.steps) - 1:
                break
            run.forward()
        at = said.get("at", "")
        place = next((number for number, step in enumerate(run.steps) if step.id == at), run.place)
        run.go(place)
        return run
