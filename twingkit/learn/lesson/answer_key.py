"""The right answers in the lessons of a game: a base for any game, which games extend.

=========  ============================================================================================
ask        the right answer, in any game
=========  ============================================================================================
allowed    whether the answer `given` is allowed: `yes` or `no`
which      the only option (its `answer`) that is allowed
barred     the only option that a rule forbids
said       the option whose `answer` names a rule that acts in `then` (`TW-BAT-16`, or with its case
           `TW-BAT-16/sun`)
asked      who is asked after `then`, as records name the seat; `over` if the game is over
due        the kind of the question that comes after `then`; `over`
result     the result of the game after `then`
=========  ============================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from twingkit.core.games import game_by_id
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion, Refusal
from twingkit.core.rulebook import READER_KEY, Rulebook, Ruling
from twingkit.core.running.running_script import player_count
from twingkit.learn.lesson.lesson import ALL_RULES, Lesson, LessonError, Option, Step
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.quiz_of import quiz_of

Reasons = Sequence[Ruling | Refusal]
KeyedAnswer = tuple[str, Reasons]
PredictionAnswerer = Callable[[Game, Step], KeyedAnswer]
FieldParser = Callable[[Any], object]
"""Parses a value of a lesson file. Raises `ValueError` if the value is not valid."""
HEAD = "twingkit-lesson 1"
"""The first line of every record of a learner's answers in a lesson."""
ROLL_ANSWER = "throw"
"""The answer of a learner who rolls the dice in a step of the kind `free`."""


class LessonRun(Protocol):
    """The interface of a run through a lesson that an answer key uses: its step, answers and game."""

    lesson: Lesson
    wrong_answer: str

    @property
    def step(self) -> Step:
        """The open step."""

    @property
    def given_answer(self) -> str:
        """The answer to the open step; "" if there is none."""

    def game(self, *, answered: bool = True) -> Game:
        """Return the game at the open step; with `answered` False, without the answer to that step."""


def only_option(options: Sequence[Option], *, meant_to_be: str) -> Option:
    """Return the option in a list of exactly one. Raises `LessonError` if there are none or several.

    `meant_to_be` is the word for it in the error, such as "allowed".
    """
    if len(options) != 1:
        raise LessonError(
            f"exactly one option must be {meant_to_be}, not {[option.id for option in options]}"
        )
    return options[0]


def option_id_in_range(step: Step, value: float) -> str:
    """Return the id of the option whose range contains `value`."""
    return next(option.id for option in step.options if option.low <= value <= option.high)


def option_id_of_answer(step: Step, answer: str) -> str:
    """Return the id of the option that stands for an answer, or the answer itself if there is none."""
    return next((option.id for option in step.options if game_answer_of_option(option) == answer), answer)


def one_of_field(*words: str) -> FieldParser:
    """Return a parser for a lesson field that accepts only the given words and raises `ValueError` for any
    other value.
    """

    def read(value: object) -> str:
        if value not in words:
            raise ValueError(f"is one of {', '.join(words)}, not {value!r}")
        return str(value)

    return read


class LessonAnswerFinder:
    """The functions and parsers by which a game's lessons find their right answers; the default works for any
    game.

    `prediction_answerers` maps the questions of predictions (`ask`) to the functions that find their answer;
    `step_fields` and `option_fields` map the extra fields of steps and options to their parsers;
    `check_topics` are the topics of closing checks, and `questions` deals their questions from the quiz.
    """

    step_fields: Mapping[str, FieldParser] = {}
    option_fields: Mapping[str, FieldParser] = {}
    default_options: Mapping[str, Sequence[str]] = {"allowed": ("yes", "no")}
    """The options of a prediction that does not list its own."""
    opponent_names: Sequence[str] = ()
    """The names of the other players at the learner's table, clockwise, as keys of the rulebook's words;
    empty if they are named by seat.
    """
    has_computed_numbers = False
    """True if lessons may name numbers that `compute_number` computes."""

    def __init__(self, game: str) -> None:
        """Create the answer key of the game with the id `game`."""
        self.game = game

    @property
    def check_topics(self) -> Sequence[str]:
        """The topics of closing checks: by default those of the game's quiz."""
        return tuple(quiz_of(self.game).topics)

    @property
    def prediction_answerers(self) -> Mapping[str, PredictionAnswerer]:
        """The functions that find the right answer to a prediction, by the name of its question."""
        return {
            "allowed": self.whether_allowed,
            "which": self.allowed_option,
            "barred": self.forbidden_option,
            "said": self.acting_rule_option,
            "asked": self.next_player,
            "due": self.next_question_kind,
            "result": self.game_result,
        }

    # -- the table

    def game_of_table(self, table_lines: str) -> Game:
        """Return the game that starts from a position string or set-up lines; dice rolls and card draws wait
        for answers. Raises the errors of their parsers.
        """
        return Game.begin(table_lines, game=self.game)

    def give_answers(self, game: Game, answers: Sequence[str]) -> Game:
        """Give these answers in order and return the game."""
        return game.give_answers(*answers)

    def play_freely(self, game: Game, answer: str, you: int) -> None:
        """Play one answer of a learner in a step of the kind `free` (`ROLL_ANSWER` rolls the dice), then
        random answers of the other players.
        """
        if answer == ROLL_ANSWER:
            while isinstance(game.question, ChanceQuestion):
                game.roll()
        else:
            game.answer(answer)
        while game.question and not game.question.is_chance and game.question.player != you:
            game.answer_randomly()

    def rulebook(self) -> Rulebook:
        """Return the rulebook that the lessons cite."""
        book: Rulebook = game_by_id(self.game).load("rules")()
        return book

    def names_for_reader(self, game: Game, you: int) -> Mapping[str, str]:
        """Return the names to use when a message addresses the learner, who has the seat `you`.

        The learner is "you" if the rulebook has a word for that.
        """
        own = {game.start.seat(you): READER_KEY} if READER_KEY in self.rulebook().words else {}
        return own | self.opponents_by_seat(game, you)

    def opponents_by_seat(self, game: Game, you: int) -> dict[str, str]:
        """Return the names of the other players by their seats (`opponent_names`)."""
        if not self.opponent_names:
            return {}
        seats = [game.start.seat(seat) for seat in range(player_count(game)) if seat != you]
        return dict(zip(seats, self.opponent_names, strict=False))

    def check_tappable(self, name: str) -> None:
        """Raise `ValueError` if the game has no item of this name to tap."""

    # -- answers of the learner

    def parse_answer(self, step: Step, answer: str) -> str:
        """Return the learner's answer as it is written in a record."""
        return answer

    def refusal(self, run: LessonRun, step: Step, answer: str) -> Refusal | None:
        """Return why a rule forbids an answer to the open step, or None if it is allowed."""
        return run.game().refusal(answer)

    def solves_step(self, step: Step, answer: str) -> bool:
        """True if an allowed answer is a solution of the step."""
        return not step.aim or answer in step.aim

    # -- numbers and questions

    def compute_number(self, request: str) -> str:
        """Compute a number that a lesson requests in `numbers`. Raises `LessonError` for an unknown
        request.
        """
        raise LessonError(f"there is no number {request!r}")

    def fact_text(self, run: LessonRun, name: str) -> str:
        """Return the text of a fact that the open step names. Raises `KeyError` if it is unknown."""
        raise KeyError(name)

    def questions(self, topic: str, attempt: int, count: int) -> Sequence[QuizItem]:
        """Return `count` questions of a closing check; `attempt` is the number of the attempt, from 0."""
        return quiz_of(self.game).closing_check(topic, attempt, count)

    # -- questions for any game

    def explanations(self, game: Game, answers: Sequence[str], step: Step) -> Reasons:
        """Give `answers` in a copy of the game and return the rulings that follow: those of the rules that
        the step cites, or all if it cites none.

        Without answers, return the rulings of the whole game so far that the step cites; none if it cites
        none.
        """
        twin = self.give_answers(game.copy(), answers) if answers else game
        return self.explaining_rulings(twin, len(twin) - len(answers) if answers else 0, step, bool(answers))

    def explaining_rulings(
        self, game: Game, answer_count: int, step: Step, all_if_none_cited: bool = False
    ) -> Reasons:
        """Return the rulings from answer number `answer_count` on that belong to rules cited by the step.

        If the step cites none, return all of them or nothing, as `all_if_none_cited` says.
        """
        named = (*step.cites, *([step.rule] if step.rule else []))
        if not named:
            return game.rulings_since(answer_count) if all_if_none_cited else ()
        return [
            ruling
            for ruling in game.rulings_since(answer_count)
            if ruling.rule in named or ALL_RULES in named
        ]

    def game_after(self, game: Game, step: Step) -> Game:
        """Return the game after the answers in the step's `then`; the given game is not changed."""
        return self.give_answers(game.copy(), step.then) if step.then else game

    def outcome(self, game: Game, step: Step) -> tuple[Any, Reasons]:  # each game has its table
        """Return the table after the answers in the step's `then`, with the rulings that explain it."""
        return self.game_after(game, step).table, self.explanations(game, step.then, step)

    def whether_allowed(self, game: Game, step: Step) -> KeyedAnswer:
        """Return `yes` with the rulings if the step's given answer is allowed, or `no` with the refusal."""
        why = game.refusal(step.given)
        return ("no", (why,)) if why else ("yes", self.explanations(game, (step.given,), step))

    def allowed_option(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the only option that is allowed."""
        right = only_option(
            [option for option in step.options if not game.refusal(game_answer_of_option(option))],
            meant_to_be="allowed",
        )
        return right.id, self.explanations(game, (game_answer_of_option(right),), step)

    def forbidden_option(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the only option that a rule forbids, with its refusal."""
        why = {option.id: game.refusal(game_answer_of_option(option)) for option in step.options}
        right = only_option([option for option in step.options if why[option.id]], meant_to_be="forbidden").id
        return right, [refusal for name, refusal in why.items() if refusal and name == right]

    def acting_rule_option(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the only option that names a rule that acts during the answers in the step's `then`."""
        twin = self.game_after(game, step)
        rulings = twin.rulings_since(len(twin) - len(step.then))
        names = [(ruling.rule, f"{ruling.rule}/{ruling.case}") for ruling in rulings]
        acting = {name for both in names for name in both}
        right = only_option(
            [option for option in step.options if game_answer_of_option(option) in acting],
            meant_to_be="acting",
        )
        return right.id, [
            ruling
            for ruling, both in zip(rulings, names, strict=True)
            if game_answer_of_option(right) in both
        ]

    def next_player(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the seat that is asked after the answers in the step's `then`, or `over`."""
        question = self.game_after(game, step).question
        name = "over" if question is None else game.start.seat(question.player)
        return name, self.explanations(game, step.then, step)

    def next_question_kind(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the kind of question asked after the answers in the step's `then`, or `over`."""
        question = self.game_after(game, step).question
        return ("over" if question is None else question.kind), self.explanations(game, step.then, step)

    def game_result(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the result of the game after the answers in the step's `then`, as text."""
        twin = self.game_after(game, step)
        return str(twin.result), self.explanations(game, step.then, step)


def game_answer_of_option(option: Option) -> str:
    """Return the game answer that an option stands for: its `answer`, or its id."""
    return option.answer or option.id
