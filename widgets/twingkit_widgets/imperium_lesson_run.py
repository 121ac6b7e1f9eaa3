"""One learner's way through a lesson on fleets: what was answered, where it stands, what is said to it.

The battle of every step is played anew from the answers, so going back is going back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from twingkit.asking import BadAnswer, Refusal
from twingkit.imperium.force import State
from twingkit.imperium.questions import Assign, Decision, Throw
from twingkit.imperium.volley import Thrown
from twingkit.odds import Odds
from twingkit.play import Game
from twingkit.rulebook import Ruling
from twingkit_widgets import imperium_lesson_truths as truths
from twingkit_widgets.imperium_lesson import FleetLesson, Option, Step
from twingkit_widgets.lesson import LessonError, Texts
from twingkit_widgets.wording import percent

HEAD = "twingkit-fleet-lesson 1"
"""The first line of every record of a way through a lesson."""
THROWN = "roll"
"""The answer to a step in which dice are thrown."""
BETWEEN = " | "
"""What stands between the answers of a battle that the learner fights alone."""


@attrs.frozen
class Reply:
    """What the lesson answers: whether it was right (None: there is no wrong), words, rulings or refusals,
    the rule to show beside them ("" for none), and the option that would have been right ("": none)."""

    right: bool | None
    text: Texts
    rulings: tuple[Ruling | Refusal, ...] = ()
    rule: str = ""
    truth: str = ""


@attrs.frozen
class Scene:
    """What lies on the table: the battle, the forces now and before this step, the dice on show (None: not
    thrown yet), whether it is still a question how many of them hit (`covered`), whether the winner is one
    (`asked`), and whether the defender's structures are destroyed (`razed`, IM-INV-8)."""

    game: Game
    state: State
    before: State
    dice: tuple[tuple[Throw, Thrown | None], ...] = ()
    covered: bool = False
    asked: bool = False
    razed: bool = False


class Run:
    """One learner in one lesson: `answers` by step, and `step`, the one that is open.

    `answer(text)` gives the open step's answer, `forward` and `back` move; `record` is all of it as text.
    """

    learner: ClassVar[int] = 0
    """The learner is the attacker."""

    def __init__(self, lesson: FleetLesson) -> None:
        self.lesson = lesson
        self.answers: dict[str, str] = {}
        self.slip = ""
        """The option that was taken last and did not solve the open step."""
        self.place = 0
        """The number of the open step, from 0."""

    # -- where the learner is

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps."""
        return self.lesson.steps

    @property
    def step(self) -> Step:
        """The open step."""
        return self.steps[self.place]

    @property
    def given(self) -> str:
        """The answer to the open step; "" if there is none yet."""
        return self.answers.get(self.step.id, "")

    @property
    def done(self) -> bool:
        """Whether the open step asks for nothing any more."""
        return not self.step.asks or bool(self.given)

    @property
    def finished(self) -> bool:
        """Whether the learner has answered every step."""
        return all(not step.asks or step.id in self.answers for step in self.steps)

    @property
    def reached(self) -> int:
        """The number of the last step that may be opened, from 0."""
        open_ = (at for at, step in enumerate(self.steps) if step.asks and step.id not in self.answers)
        return next(open_, len(self.steps) - 1)

    # -- the table

    def game(self, *, answered: bool = True) -> Game:
        """The battle as it stands at the open step; `answered` False: without the answer to that step."""
        steps = self.steps[: self.place + 1]
        start = max((at for at, step in enumerate(steps) if step.table), default=0)
        game = truths.begin(steps[start].table or self.lesson.table)
        for at, step in enumerate(steps[start:], start):
            truths.give(game, step.play)
            if answered or at < self.place:
                truths.give(game, tuple(self._done(step, at)))
        return game

    def _done(self, step: Step, at: int) -> Iterator[str]:
        """What the learner's answer to a step does in the battle."""
        given = self.answers.get(step.id)
        if given is None:
            return
        if step.kind == "free":
            yield from given.split(BETWEEN)
        elif (step.kind == "roll" and not self._held(at)) or step.ask == "hits":
            yield from step.faces
        elif step.kind == "choose":
            option = step.option(given)
            assert option is not None
            yield option.answer
            yield from step.then

    def _held(self, at: int) -> bool:
        """Whether the dice of a throw only lie there until the next step has asked for their hits."""
        return at + 1 < len(self.steps) and self.steps[at + 1].ask == "hits"

    def scene(self) -> Scene:
        """What lies on the table at the open step."""
        step, begun, now = self.step, self.game(answered=False), self.game()
        state: State = now.table.state
        before: State = begun.table.state
        if step.kind == "roll" and not self.done:
            return Scene(
                now, state, before, tuple((asked, None) for asked, _ in truths.falls(now, step.faces))
            )
        if (step.kind == "roll" and self._held(self.place)) or (step.ask == "hits" and not self.done):
            return Scene(now, state, before, tuple(truths.falls(begun, step.faces)), covered=True)
        if step.kind == "roll" or step.ask == "hits":
            return Scene(now, state, before, tuple(truths.falls(begun, step.faces)))
        if step.kind == "free":
            return self._fought(now)
        if step.ask == "winner":  # its text tells what `then` does, so the table shows it
            over = truths.give(begun.copy(), step.then)
            return Scene(over, over.table.state, before, _last_throws(begun)[1], asked=not self.done)
        if step.ask == "kept":
            return Scene(now, state, state, razed=self.done and _razed(now))
        if isinstance(begun.question, Assign):
            return Scene(now, state, before, _last_throws(begun)[1])
        return Scene(now, state, state)

    @staticmethod
    def _fought(game: Game) -> Scene:
        """The battle that the learner fights alone: the last throws, and the forces before them."""
        begin, dice = _last_throws(game)
        twin = game.copy()
        if dice:
            twin.undo(len(twin) - begin)
        return Scene(game, game.table.state, twin.table.state, dice, razed=_razed(game))

    # -- what the learner does

    def answer(self, given: str) -> Reply | None:
        """Answer the open step; one that does not solve it is answered, too, but does not count.

        Raises `LessonError` if this is no answer to the step, or the step was answered already.
        """
        step = self.step
        if self.done:
            raise LessonError(f"step {step.id!r} asks for nothing (any more)")
        if step.kind == "roll":
            given = THROWN
        elif step.option(given) is None:
            raise LessonError(f"step {step.id!r} has no option {given!r}")
        if step.kind == "choose" and given not in step.aim:
            self.slip = given
        else:
            self.slip, self.answers[step.id] = "", given
        return self.reply

    def fight(self, given: str) -> None:
        """One answer more in the battle that the learner fights alone; `throw` lets the dice fall. What the
        other side decides follows from its line. Raises `Refusal` and `BadAnswer` as a game does."""
        game = self.game()
        if given == "throw":
            asked = game.question
            while isinstance(game.question, Throw) and isinstance(asked, Throw):
                if game.question.step != asked.step or game.question.player < asked.player:
                    break
                asked = game.question
                game.roll()
        else:
            game.answer(given)
        while isinstance(game.question, Decision) and game.question.player != self.learner:
            game.answer(game.question.stated())
        self.answers[self.step.id] = BETWEEN.join(entry.answer for entry in game.transcript)

    def forward(self) -> None:
        """Open the next step, if this one is done and not the last."""
        if self.done:
            self.go(self.place + 1)

    def back(self) -> None:
        """Open the step before."""
        self.go(self.place - 1)

    def go(self, place: int) -> None:
        """Open the step number `place` (from 0); no further than the learner has come."""
        self.place = min(max(place, 0), self.reached)
        self.slip = ""

    def again(self) -> None:
        """Take back the open step's answer and all later ones."""
        for step in self.steps[self.place :]:
            self.answers.pop(step.id, None)
        self.slip = ""

    # -- what the lesson says

    @property
    def reply(self) -> Reply | None:
        """The answer to what the learner did at the open step; None before."""
        step = self.step
        if self.slip:
            return self._slipped(step)
        if step.kind == "explain":
            said = [ruling for ruling in truths.told(self.game(), 0) if ruling.rule in step.cites]
            return Reply(None, step.reply, tuple(said), step.rule or (said[-1].rule if said else ""))
        if not self.given or step.kind in ("look", "free", "end"):
            return None
        if step.kind == "roll":
            acting = () if self._held(self.place) else self._acting(step)
            return Reply(None, step.reply, acting, step.rule)
        option = step.option(self.given)
        assert option is not None
        if step.kind == "choose":
            return Reply(True, option.reply, self._acting(step), step.rule)
        right, why = truths.TRUTHS[step.ask](self.game(answered=False), step)
        rulings = tuple(why)
        rule = step.rule or (rulings[-1].rule if rulings else "")
        return Reply(right == self.given, option.reply, rulings, rule, right)

    def _acting(self, step: Step) -> tuple[Ruling, ...]:
        """What the rules named by `cites` (all, if it names none) say to the answer to the open step."""
        found = truths.told(self.game(), len(self.game(answered=False)))
        return tuple(ruling for ruling in found if not step.cites or ruling.rule in step.cites)

    def _slipped(self, step: Step) -> Reply:
        """An answer that did not solve the step: refused by a rule, or allowed and not what is meant."""
        option = step.option(self.slip)
        assert option is not None
        refusal = truths.refused(self.game(), option.answer)
        if refusal is not None:
            return Reply(False, option.reply, (refusal,), refusal.rule)
        return Reply(False, option.reply, (), step.rule)

    def shares(self) -> dict[str, Odds]:
        """Once the step is solved: the odds that each option leads to, where options lead to odds."""
        step = self.step
        if not self.given or not (step.kind == "choose" or step.ask in ("best", "enough")):
            return {}
        begun = self.game(answered=False)
        found = {option.id: truths.after(begun, option) for option in step.options}
        return {name: odds for name, odds in found.items() if odds is not None}

    def compared(self) -> tuple[str, str] | None:
        """The two battles that an answered step holds against each other."""
        step = self.step
        return (step.line, step.other) if step.ask == "drop" and self.given else None

    def fill(self, texts: Texts, lang: str) -> str:
        """A sentence of the lesson with its numbers: those of the lesson, `{now}` (the learner's chance to
        win as it stands), and for an option taken `{this}` (that chance after it)."""
        return texts[lang].format_map(_Numbers(self, lang)) if texts else ""

    def said(self, name: str, lang: str) -> str:
        """One number. Raises `KeyError` if there is none of that name."""
        if name in self.lesson.numbers:
            return truths.number(self.lesson.numbers[name], lang)
        begun = self.game(answered=False)
        if name == "now":
            return percent(lang, truths.odds_here(begun).win)
        if name == "this":
            found = truths.after(begun, self._taken())
            if found is not None:
                return percent(lang, found.win)
        raise KeyError(name)

    def _taken(self) -> Option:
        option = self.step.option(self.slip or self.given)
        if option is None:
            raise KeyError("this")
        return option

    # -- keeping it

    @property
    def record(self) -> str:
        """The way so far as text; `Run.replay` reads it. Empty at the very beginning."""
        if not self.answers and not self.place:
            return ""
        answers = [f"{name}: {given}" for name, given in self.answers.items()]
        return "\n".join([HEAD, self.lesson.id, *answers, f"at {self.step.id}"]) + "\n"

    @classmethod
    def replay(cls, lesson: FleetLesson, text: str) -> Run:
        """Take up a record. Raises `LessonError` if it is none of this lesson; what an older edition of the
        lesson asked and this one does not is left out."""
        lines = text.splitlines()
        if lines[:2] != [HEAD, lesson.id]:
            raise LessonError(f"this is no record of the lesson {lesson.id!r}")
        run = cls(lesson)
        kept = dict(line.split(": ", 1) for line in lines[2:] if ": " in line)
        at = next((line.removeprefix("at ") for line in lines[2:] if line.startswith("at ")), "")
        try:
            for step in run.steps:
                run.place = run.steps.index(step)
                if step.kind == "free" and step.id in kept:
                    run.answers[step.id] = kept[step.id]
                    run.game()
                elif step.asks:
                    run.answer(kept[step.id])
                    if not run.done:
                        break
        except (LessonError, BadAnswer, Refusal, KeyError):
            run.answers.pop(run.step.id, None)  # the way is taken up as far as it goes
        run.go(next((place for place, step in enumerate(run.steps) if step.id == at), 0))
        return run


def _razed(game: Game) -> bool:
    """Whether the attacker has taken the planet and the structures on it are gone (IM-INV-8)."""
    return any((each.rule, each.case) == ("IM-INV-8", "taken_structures") for each in truths.told(game, 0))


def _last_throws(game: Game) -> tuple[int, tuple[tuple[Throw, Thrown], ...]]:
    """The dice that lie on the table, and which answer (from 0) the first of them are: the last throw, and
    the other side's of the same step before it."""
    found: list[tuple[Throw, Thrown]] = []
    begin = len(game)
    for place, entry in reversed(list(enumerate(game.transcript))):
        asked = entry.asked
        if isinstance(asked, Throw):
            if found and not (asked.step == found[-1][0].step and asked.player < found[-1][0].player):
                break
            found.append((asked, asked.read(entry.answer)))
            begin = place
        elif found:
            break
    return begin, tuple(reversed(found))


class _Numbers(dict[str, str]):
    """A mapping that works a number out when a sentence names it."""

    def __init__(self, run: Run, lang: str) -> None:
        super().__init__()
        self.run, self.lang = run, lang

    def __missing__(self, name: str) -> str:
        return self.run.said(name, self.lang)
