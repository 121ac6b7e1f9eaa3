"""The controller of a lesson: the run, the learner's current choices, and every action.

Panels render it (`view`) and forward the learner's actions: `act(name, value)`. Afterwards `status` is the
text for screen readers, and `run.record` the text to save.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from twingkit.core.language import language
from twingkit.core.questions import Refusal
from twingkit.learn.lesson.lesson import Lesson, LessonError, Reply, Texts
from twingkit.learn.lesson.run import LessonRun
from twingkit_widgets.learn.lesson.views import AnswerComposer, lesson_pictures_of
from twingkit_widgets.learn.practice.open_question import ShownQuestion
from twingkit_widgets.panel.views import parse_sent_answer

_PRAISE = ("right", "right_1", "right_2")
"""The keys of messages for a right answer, used in turn."""
_RIGHT_GUESS_KEYS = ("guess_right", "guess_right_1", "guess_right_2")
"""The keys of messages for a right guess, used in turn."""


class LessonController:
    """A controller for one learner's run through a lesson: it takes answers and builds texts; with `site`
    links to other site pages are allowed.

    `answers_to_record` collects the check questions answered since it was last read: the name, whether the
    answer was right, the rules.
    """

    def __init__(self, lesson: Lesson, *, site: bool = False) -> None:
        self.lesson, self.has_site_links = lesson, site
        self.run = LessonRun(lesson)
        self.views = lesson_pictures_of(lesson.answer_key.game)
        self.book = lesson.answer_key.rulebook()
        self.status = ""
        self.answers_to_record: list[tuple[str, bool, tuple[str, ...]]] = []
        self.next_lesson: tuple[str, Texts] | None = None
        """The name and title of the next lesson."""
        self.has_course_map = False
        """True if there is a map of the course to return to (the action `map`)."""
        self.reset_choices()

    def reset_choices(self) -> None:
        """Reset the choices and close everything that is open."""
        self.pointed_thing: int | None = None
        self.open_rule = self.open_rule_place = ""
        self.is_hint_open = False
        self.open_question: ShownQuestion | None = None
        self._picker: tuple[str, AnswerComposer] | None = None

    def restore(self, record: str) -> None:
        """Restore a record of the lesson, "" for its beginning. Raises `LessonError` if it is not valid."""
        self.run = LessonRun.replay(self.lesson, record) if record else LessonRun(self.lesson)
        self.reset_choices()

    @property
    def picker(self) -> AnswerComposer:
        """The control that composes the answer of the open step."""
        name = self.run.step.id
        if self._picker is None or self._picker[0] != name:
            self._picker = name, self.views.picker(self)
        return self._picker[1]

    def act(self, name: str, value: object = None) -> bool:
        """Carry out an action. Returns False if there is no such action."""
        handler = self._handler(f"act_{name}") if re.fullmatch(r"[a-z_]+", name) else None
        if handler is None:
            return False
        text = parse_sent_answer(value) if isinstance(value, Mapping) else str(value)
        handler("" if value is None else text)
        return True

    def _handler(self, name: str) -> Callable[[str], None] | None:
        question, act = self.check_question(), name.removeprefix("act_")
        if question is not None and question.handles_action(act):
            return lambda value: self._tell(question.run_action(act, value))
        own: Callable[[str], None] | None = getattr(self, name, None)
        if own is None and self.run.step.kind == "answer":
            own = getattr(self.picker, name, None)
        return own

    def _tell(self, sentence: str) -> None:
        self.status = sentence or self.status

    # -- choosing

    def act_point(self, value: str) -> None:
        """Show the explanation of the item with the index `value` among the items to tap."""
        self.pointed_thing = int(value)
        self.status = self.fill_text(self.run.step.points[self.pointed_thing].text)

    def act_answer(self, value: str) -> None:
        """Give the answer `value`: an option, or an answer of the game."""
        special = {"free": self.act_answer_in_free_play, "check": self._check}
        special.get(self.run.step.kind, self.give_answer)(value)

    def act_hint(self, value: str) -> None:
        """Show or close the hint of the step."""
        self.is_hint_open = not self.is_hint_open
        self.status = self.fill_text(self.run.step.hint) if self.is_hint_open else ""

    def give_answer(self, answer: str) -> None:
        """Answer the open step; ignored if it is answered already (a second press on a slow page)."""
        if self.run.is_step_done:
            return
        reply = self.run.answer(answer)
        if reply is not None:
            rulings = " ".join(ruling.text() for ruling in reply.rulings)
            self.status = " ".join(
                filter(None, (self.verdict_text(reply), self.fill_text(reply.text), rulings))
            )

    def act_answer_in_free_play(self, answer: str) -> None:
        """Give one answer of the learner in free play, without guidance."""
        before = len(self.run.game())
        self.run.play_freely(answer)
        game = self.run.game()
        rulings = [ruling.text() for ruling in self.run.statements_for_learner(game.rulings_since(before))]
        texts = [self.views.free_question_text(self, game.question)] if game.question else []
        self.reset_choices()
        self.status = " ".join([*rulings, *texts])

    # -- the closing check

    def check_question(self) -> ShownQuestion | None:
        """Return the check question that is open or was just answered; None when all are done."""
        if self.open_question is None and self.run.step.kind == "check" and not self.run.is_step_done:
            self.open_question = ShownQuestion(self.run.check_questions()[len(self.run.check_answers)])
        return self.open_question

    def _check(self, value: str) -> None:
        question = self._require_question()
        if question.take_option(value):
            self.run.answer(value)
            self.answers_to_record.append((question.item.name, question.is_right, question.rules_to_record))
        self.status = question.screen_reader_text()

    def act_further(self, value: str) -> None:
        """Show the next check question or the result; `value` is the number of questions answered, so that a
        second press is ignored.
        """
        if value and value != str(len(self.run.check_answers)):
            return
        self.open_question = None
        question = self.check_question()
        right, of = self.run.answered_and_right[1], self.lesson.questions
        self.status = (
            question.screen_reader_text() if question else self.say("check_done", right=right, of=of)
        )

    def _require_question(self) -> ShownQuestion:
        question = self.check_question()
        if question is None:
            raise LessonError("no question is open")
        return question

    # -- moving

    def act_forward(self, value: str) -> None:
        """Go to the step after the step with the index `value` ("": the open step).

        A second press on a slow page names a step that is no longer open, and is ignored.
        """
        if not self.run.is_step_done:
            self.status = self.say("unanswered")
        elif value in ("", self.run.step.id):
            self.go_to_step(self.run.step_index + 1)

    def act_back(self, value: str) -> None:
        """Go to the step before the step with the index `value` ("": the open step); a repeated press is
        ignored.
        """
        if value in ("", self.run.step.id):
            self.go_to_step(self.run.step_index - 1)

    def act_take_back_answer(self, value: str) -> None:
        """Take back the answer to the open step and the answers to all later steps."""
        self.run.take_back_from_step()
        self.reset_choices()
        self.announce_progress()

    def act_restart(self, value: str) -> None:
        """Restart the lesson."""
        self.run = LessonRun(self.lesson)
        self.reset_choices()
        self.announce_progress()

    def go_to_step(self, step_index: int) -> None:
        """Open step number `step_index` (from 0), at most the last one reached."""
        self.run.go_to(step_index)
        self.reset_choices()
        self.announce_progress()

    def announce_progress(self) -> None:
        """Announce the learner's position in the lesson."""
        step = self.run.step
        sentences = " ".join(self.fill_text(text) for text in step.text)
        title = step.title[language()]
        end = "" if title.endswith(("?", "!")) else "."
        self.status = f"{self.progress_text()}: {title}{end} {sentences}".strip()

    # -- rules

    def act_rule_of_sentence(self, value: str) -> None:
        """Open or close the rule below a sentence: `ruling 1:TW-BAT-16`."""
        key, _, rule = value.partition(":")
        if key != self.open_rule_place:
            self.open_rule, self.open_rule_place = "", key
        self.act_rule(rule)

    def act_table_rule(self, value: str) -> None:
        """Open or close a rule above the table."""
        self.act_rule_of_sentence(f"table:{value}")

    def act_rule(self, value: str) -> None:
        """Open the rule with the id `value`; the id of the open rule, or "", closes it."""
        self.open_rule = value if value in self.book and value != self.open_rule else ""
        if self.open_rule:
            self.status = f"{self.open_rule}: {self.book[self.open_rule].title()}"

    # -- words

    def say(self, key: str, **facts: object) -> str:
        """Return a text of the lesson page by its key."""
        return self.views.say(key, **facts)

    def fill_text(self, texts: Texts) -> str:
        """Return a text of the lesson with numbers and facts filled in, in the current language."""
        return self.run.fill_text(texts)

    def progress_text(self) -> str:
        """Return the number of the open step and the number of all steps, in words."""
        return self.say("where", n=self.run.step_index + 1, of=len(self.run.steps))

    def verdict_text(self, reply: Reply) -> str:
        """Return a short message on whether the answer was right; "" if it was neither right nor wrong."""
        if reply.is_right is None:
            return ""
        guess = self.run.step.guess
        if reply.is_right:
            return self.say((_RIGHT_GUESS_KEYS if guess else _PRAISE)[self.run.step_index % len(_PRAISE)])
        doing = self.run.step.kind in ("answer", "choose")
        if doing and any(isinstance(ruling, Refusal) for ruling in reply.rulings):
            return self.say("refused")
        return self.say("other" if self.run.step.kind == "choose" else "guess_wrong" if guess else "wrong")
