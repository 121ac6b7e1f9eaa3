"""One learner's run through a lesson: the answers, the open step, and the replies of the lesson.

A run is a list of answers by step. The game at each step is computed once from the step before and cached, so
that going back is cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

from twingkit.core.language import language
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.rulebook import Ruling
from twingkit.learn.lesson.answer_key import HEAD, LessonAnswerFinder, Reasons, game_answer_of_option
from twingkit.learn.lesson.lesson import ALL_RULES, Lesson, LessonError, Reply, Step, Texts
from twingkit.learn.lesson.lesson_path import LessonAnswers
from twingkit.learn.quiz.item import QuizItem

_ROLLED_ANSWER = "roll"
"""The answer to a step in which chance answers."""
_ANSWER_SEPARATOR = " | "
"""Separates the answers of a learner who plays on alone."""


class LessonRun(LessonAnswers):
    """One learner's run through one lesson: `answers` by step, and the open `step`.

    `answer(text)` answers the open step, `forward` and `back` move, `record` is everything as text. The
    answer to a closing check is the list of options taken so far (`0 2 1`); `round` selects its questions.
    The games it returns are cached: copy one before you change it.
    """

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.answer_key: LessonAnswerFinder = lesson.answer_key
        self._dealt: tuple[int, Sequence[QuizItem]] | None = None
        self._games: dict[tuple[int, bool], tuple[object, Game]] = {}
        self._reply: tuple[object, Reply | None] | None = None

    # -- the table

    def game(self, *, answered: bool = True) -> Game:
        """Return the game at the open step; with `answered` False, without the answer to that step."""
        return self._game(self.steps, self.step_index, answered)

    def _game(self, steps: Sequence[Step], step_index: int, answered: bool) -> Game:
        key = tuple((step.id, self.answers.get(step.id)) for step in steps[: step_index + answered])
        kept = self._games.get((step_index, answered))
        if kept is None or kept[0] != key:
            kept = key, self._build_game(steps, step_index, answered)
            self._games[step_index, answered] = kept
        return kept[1]

    def _build_game(self, steps: Sequence[Step], step_index: int, answered: bool) -> Game:
        step = steps[step_index]
        if answered:
            game, more = self._game(steps, step_index, False), tuple(self._game_answers(steps, step_index))
        elif step_index and not step.table:
            game, more = self._game(steps, step_index - 1, True), step.play
        else:
            game, more = self.answer_key.game_of_table(step.table or self.lesson.table), step.play
            return self.answer_key.give_answers(game, more)
        return self.answer_key.give_answers(game.copy(), more) if more else game

    def _game_answers(self, steps: Sequence[Step], step_index: int) -> Iterator[str]:
        """Yield the game answers that the learner's answer to a step stands for."""
        step = steps[step_index]
        given = self.answers.get(step.id)
        if given is None:
            return
        if step.kind == "free":
            yield from given.split(_ANSWER_SEPARATOR)
        elif step.kind == "answer":
            yield given
        elif step.kind == "predict" or (
            step.kind == "roll" and not self._hides_dice_result(steps, step_index)
        ):
            yield from step.faces
        elif step.kind == "choose":
            option = step.option(given)
            assert option is not None
            yield game_answer_of_option(option)
            yield from step.then

    def _hides_dice_result(self, steps: Sequence[Step], step_index: int) -> bool:
        """True if the dice of a step are only shown until the result is predicted in the next step."""
        following = steps[step_index + 1 : step_index + 2]
        return any(step.kind == "predict" and step.faces for step in following)

    @property
    def hides_dice_result(self) -> bool:
        """True if the dice of the open step are only shown because their result is still to be predicted."""
        if self.step.kind == "predict":
            return bool(self.step.faces) and not self.is_step_done
        return self.step.kind == "roll" and self._hides_dice_result(self.steps, self.step_index)

    @property
    def table_text(self) -> str:
        """The table of the open step, as a position string or set-up lines."""
        own = [step.table for step in self.steps[: self.step_index + 1] if step.table]
        return own[-1] if own else self.lesson.table

    # -- the closing check

    def check_questions(self) -> Sequence[QuizItem]:
        """Return the questions of the closing check for the current attempt."""
        if self._dealt is None or self._dealt[0] != self.check_attempt:
            items = self.answer_key.questions(self.lesson.topic, self.check_attempt, self.lesson.questions)
            self._dealt = self.check_attempt, items
        return self._dealt[1]

    @property
    def check_answers(self) -> list[int]:
        """The numbers (from 0) of the options chosen in the closing check so far."""
        step = next((step for step in self.lesson.steps if step.kind == "check"), None)
        return [] if step is None else [int(number) for number in self.answers.get(step.id, "").split()]

    def _results(self) -> list[tuple[QuizItem, bool]]:
        """Return the answered questions of the closing check, each with whether the answer was right."""
        taken = self.check_answers
        pairs = zip(self.check_questions(), taken, strict=False) if taken else ()
        return [(item, item.choices[choice].is_right) for item, choice in pairs]

    @property
    def answered_and_right(self) -> tuple[int, int]:
        """The number of check questions answered, and how many of them were answered right."""
        results = self._results()
        return len(results), sum(right for _, right in results)

    @property
    def missed_rules(self) -> list[str]:
        """The rules that decide the check questions answered wrong."""
        return [item.rule for item, right in self._results() if not right]

    # -- actions of the learner

    def answer(self, given: str) -> Reply | None:
        """Answer the open step and return the reply (None in a closing check); an answer that does not solve
        the step gets a reply but does not count.

        Raises `LessonError` if this is not a valid answer, or the step was answered already.
        """
        self._answer(given)
        return None if self.step.kind == "check" else self.reply

    def _answer(self, given: str) -> None:
        step = self.step
        if self.is_step_done:
            raise LessonError(f"step {step.id!r} does not ask for an answer (any more)")
        if step.kind == "check":
            self._check(step, given)
            return
        if step.options and step.option(given) is None:
            raise LessonError(f"step {step.id!r} has no option {given!r}")
        if step.kind == "roll":
            given = _ROLLED_ANSWER
        elif step.kind == "answer":
            given = self.answer_key.parse_answer(step, given)
        solved = self._solves(step, given)
        self.wrong_answer = "" if solved else given
        if solved:
            self.answers[step.id] = given
        else:
            self.wrong_answers.append(given)

    def _check(self, step: Step, given: str) -> None:
        taken = self.answers.get(step.id, "").split()
        choices = self.check_questions()[len(taken)].choices
        if not given.isdecimal() or int(given) >= len(choices):
            raise LessonError(f"the question has the options 0 to {len(choices) - 1}, not {given!r}")
        self.answers[step.id] = " ".join([*taken, given])

    def _solves(self, step: Step, given: str) -> bool:
        if step.kind == "answer":
            return self.answer_key.refusal(self, step, given) is None and self.answer_key.solves_step(
                step, given
            )
        if step.kind == "choose":
            option = step.option(given)
            assert option is not None
            return given in (step.aim or (given,)) and not self.answer_key.refusal(
                self, step, game_answer_of_option(option)
            )
        return True

    def play_freely(self, given: str) -> None:
        """Play one answer of the learner in a step of the kind `free`, then the answers of the other players.

        Raises `Refusal` or `BadAnswer` like a game, and changes nothing then.
        """
        game = self.game().copy()
        before = len(self.game(answered=False))
        self.answer_key.play_freely(game, given, self.lesson.you)
        answers = [entry.answer for entry in game.transcript[before:]]
        self.answers[self.step.id] = _ANSWER_SEPARATOR.join(answers)
        key = tuple((step.id, self.answers.get(step.id)) for step in self.steps[: self.step_index + 1])
        self._games[self.step_index, True] = key, game

    def take_back_from_step(self) -> None:
        """Take back the answer to the open step and all later ones; a closing check then asks other
        questions.
        """
        self.check_attempt += self.step.kind == "check"
        for step in self.steps[self.step_index :]:
            self.answers.pop(step.id, None)
        self.wrong_answer, self.wrong_answers = "", []

    # -- replies of the lesson

    @property
    def reply(self) -> Reply | None:
        """The reply to the learner's answer at the open step, or None before an answer.

        Other players' hidden cards stay hidden in it unless the lesson is open.
        """
        key = (self.step_index, self.wrong_answer, tuple(self.answers.items()))
        if self._reply is None or self._reply[0] != key:
            self._reply = key, self._reply_for_learner(self._full_reply(self.step))
        return self._reply[1]

    def _reply_for_learner(self, reply: Reply | None) -> Reply | None:
        return reply and attrs.evolve(reply, rulings=self.statements_for_learner(reply.rulings))

    def statements_for_learner(self, statements: Reasons) -> tuple[Ruling | Refusal, ...]:
        """Return rulings and refusals without hidden information, addressed to the learner."""
        return tuple(self._statement_for_learner(sentence) for sentence in statements)

    def _statement_for_learner(self, said: Ruling | Refusal) -> Ruling | Refusal:
        you = self.lesson.you
        if isinstance(said, Ruling) and not self.lesson.open:
            said = said.seen_by(you)
        return said.for_reader(self.answer_key.names_for_reader(self.game(), you))

    def _full_reply(self, step: Step) -> Reply | None:
        if self.wrong_answer:
            return self._slip_reply(step)
        if step.kind == "explain":
            cited = self._cited_rulings(step, self.game().rulings_since())
            return Reply(
                None, step.replies.get("explained", {}), cited, cited[0].rule if cited else step.rule
            )
        if step.kind not in ("answer", "choose", "predict", "roll") or not self.given_answer:
            return None
        if step.kind == "predict":
            right, why = self.answer_key.prediction_answerers[step.ask](self.game(answered=False), step)
            return attrs.evolve(self._taken(step, right == self.given_answer, why), right_option=right)
        acting = self._cited_rulings(step, self.game().rulings_since(len(self.game(answered=False))))
        if step.kind == "choose":
            return self._taken(step, True if step.aim else None, acting)
        if step.kind == "roll":
            return Reply(None, step.replies.get("rolled", {}), acting, step.rule)
        laid = acting if step.cites else tuple(self.game().latest_rulings)
        return Reply(True, step.replies.get("aim", {}), laid, step.rule or laid[0].rule)

    @staticmethod
    def _cited_rulings(step: Step, rulings: Sequence[Ruling]) -> tuple[Ruling, ...]:
        return tuple(ruling for ruling in rulings if ruling.rule in step.cites or ALL_RULES in step.cites)

    def _taken(self, step: Step, right: bool | None, rulings: Sequence[Ruling | Refusal]) -> Reply:
        option = step.option(self.given_answer)
        assert option is not None
        shown = tuple(rulings)
        return Reply(right, option.reply, shown, step.rule or (shown[-1].rule if shown else ""))

    def _slip_reply(self, step: Step) -> Reply:
        option = step.option(self.wrong_answer)
        text = option.reply if option else {}
        refusal = self.answer_key.refusal(
            self, step, game_answer_of_option(option) if option else self.wrong_answer
        )
        if refusal is not None:
            return Reply(False, text, (refusal,), refusal.rule)
        if option:
            return Reply(False, text, (), option.rule)
        return Reply(False, step.replies.get("less", {}))

    def fill_text(self, texts: Texts) -> str:
        """Fill the numbers and facts of the lesson and of the open step into a sentence."""
        return texts[language()].format_map(_Numbers(lambda name: self.fact_text(name))) if texts else ""

    def fact_text(self, name: str) -> str:
        """Return the text of a number or fact that a sentence names. Raises `KeyError` if it is unknown."""
        if name in self.lesson.numbers:
            return self.answer_key.compute_number(self.lesson.numbers[name])
        return self.answer_key.fact_text(self, name)

    # -- saving

    @property
    def record(self) -> str:
        """The run as text, which `Run.replay` reads; "" if nothing has been answered yet."""
        if not self.answers and not self.step_index and not self.check_attempt:
            return ""
        answers = [f"{name}: {given}" for name, given in self.answers.items()]
        rounds = [f"round {self.check_attempt}"] if self.check_attempt else []
        head = [HEAD, self.lesson.id]
        return "\n".join([*head, *rounds, *answers, f"at {self.step.id}"]) + "\n"

    @classmethod
    def replay(cls, lesson: Lesson, record: str) -> LessonRun:
        """Restore a run from its record.

        Raises `LessonError` if the record does not belong to this lesson.
        """
        lines = record.splitlines()
        if lines[:2] != [HEAD, lesson.id]:
            raise LessonError(f"this is not a record of the lesson {lesson.id!r}")
        run = cls(lesson)
        kept = dict(line.split(": ", 1) for line in lines[2:] if ": " in line)
        state = dict(line.split(" ", 1) for line in lines[2:] if line.startswith(("round ", "at ")))
        run.check_attempt = int(state["round"]) if state.get("round", "").isdecimal() else 0
        while True:
            try:
                run._restore_step(kept)
            except (BadAnswer, Refusal, ValueError) as why:
                raise LessonError(f"step {run.step.id!r} of {lesson.id!r} rejects the answer") from why
            if not run.is_step_done or run.step_index == len(run.steps) - 1:
                break
            run.forward()
        places = [number for number, step in enumerate(run.steps) if step.id == state.get("at")]
        if not places:
            raise LessonError(f"the record does not name a step of the lesson {lesson.id!r}")
        run.go_to(places[0])
        return run

    def _restore_step(self, kept: Mapping[str, str]) -> None:
        step, given = self.step, kept.get(self.step.id)
        if given is None:
            return
        if step.kind == "check":
            for number in given.split():
                self._answer(number)
        elif step.kind == "free":
            self.answers[step.id] = given
            self.game()
        elif not self.is_step_done:
            self._answer(given)


class _Numbers(dict[str, str]):
    """A mapping from the name of a number to its text, which it computes with a function when the number is
    read.
    """

    def __init__(self, work_out: Callable[[str], str]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, name: str) -> str:
        return self.work_out(name)
