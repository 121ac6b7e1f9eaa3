"""A learner's path through a lesson: the answers by step, the open step, and which steps can be opened."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.learn.lesson.lesson import LearnedPoint, Lesson, Step

_GAME_ACTION_KINDS = ("answer", "choose", "roll", "free")
"""Kinds of steps."""


class LessonAnswers:
    """The answers of one learner in one lesson, and the current step, recorded without playing the game."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.answers: dict[str, str] = {}
        self.wrong_answer = ""
        """The last answer to the open step if it did not solve it."""
        self.wrong_answers: list[str] = []
        """The answers to the open step that did not solve it, in order."""
        self.check_attempt = 0
        """The number of times the closing check was restarted."""
        self.step_index = 0
        """The number of the open step, from 0."""

    @property
    def steps(self) -> list[Step]:
        """The steps on this learner's path through the lesson; after a choice that is still open, those of
        its first option.
        """
        return [step for step in self.lesson.steps if not step.only or self._belongs(step.only)]

    @property
    def learned_points(self) -> list[LearnedPoint]:
        """The learned points of the summary that belong to this path, including those of steps still to
        come.
        """
        return [learned for learned in self.lesson.learned if self._belongs(learned.only)]

    def _belongs(self, only: Mapping[str, str]) -> bool:
        return all(
            self.answers.get(name, self._default_option(name)) == answer for name, answer in only.items()
        )

    def _default_option(self, name: str) -> str:
        step = next(step for step in self.lesson.steps if step.id == name)
        return step.options[0].id if step.options else ""

    @property
    def step(self) -> Step:
        """The open step."""
        return self.steps[self.step_index]

    @property
    def given_answer(self) -> str:
        """The answer to the open step; "" if there is none yet."""
        return self.answers.get(self.step.id, "")

    def _answered(self, step: Step) -> bool:
        if step.kind == "check":
            return len(self.answers.get(step.id, "").split()) == self.lesson.questions
        return not step.needs_answer or step.id in self.answers

    @property
    def is_step_done(self) -> bool:
        """True if the open step needs nothing more from the learner."""
        return self._answered(self.step)

    @property
    def is_finished(self) -> bool:
        """True if every step is answered."""
        return all(self._answered(step) for step in self.steps)

    @property
    def last_reachable(self) -> int:
        """The number of the last step that can be opened, from 0."""
        steps = self.steps
        waiting = (index for index, step in enumerate(steps) if not self._answered(step))
        return next(waiting, len(steps) - 1)

    @property
    def table_predictions(self) -> list[Step]:
        """The unanswered predictions about the current table, in this step and the next ones, until the table
        changes again.
        """
        steps = []
        for index, step in enumerate(self.steps[self.step_index :]):
            if index and (step.table or step.play or step.kind in _GAME_ACTION_KINDS):
                break
            if step.kind == "predict" and step.id not in self.answers:
                steps.append(step)
        return steps

    def forward(self) -> None:
        """Open the next step if the open step is done and is not the last."""
        if self.is_step_done:
            self.go_to(self.step_index + 1)

    def back(self) -> None:
        """Open the previous step."""
        self.go_to(self.step_index - 1)

    def go_to(self, step_index: int) -> None:
        """Open step number `step_index` (from 0), at most the last one the learner has reached."""
        self.step_index = min(max(step_index, 0), self.last_reachable)
        self.wrong_answer, self.wrong_answers = "", []
