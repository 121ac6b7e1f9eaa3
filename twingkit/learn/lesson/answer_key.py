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
from twingkit.core.questions import Chance, Refusal
from twingkit.core.rulebook import YOU, Rulebook, Ruling
from twingkit.core.running.running_script import player_count
from twingkit.learn.lesson.lesson import ANY_PLAYER, Lesson, LessonError, Option, Step

Reasons = Sequence[Ruling | Refusal]
KeyedAnswer = tuple[str, Reasons]
Ask = Callable[[Game, Step], KeyedAnswer]
Field = Callable[[Any], object]
"""Parses a value of a lesson file. Raises `ValueError` if the value is not valid."""
HEAD = "twingkit-lesson 1"
"""The first line of every record of a learner's answers in a lesson."""
ROLL = "throw"
"""The answer of a learner who rolls the dice in a step of the kind `free`."""


class CheckOption(Protocol):
    """One option of a question in a closing check."""

    @property
    def right(self) -> bool:
        """True if this option is right."""


class Item(Protocol):
    """A question of a closing check."""

    @property
    def rule(self) -> str:
        """The id of the rule that decides the question."""

    @property
    def choices(self) -> Sequence[CheckOption]:
        """The options of the question."""


class LessonRun(Protocol):
    """The part of a `twingkit.learn.lesson.run.Run` that an answer key needs."""

    lesson: Lesson
    slip: str

    @property
    def step(self) -> Step:
        """The open step."""

    @property
    def given(self) -> str:
        """The answer to the open step; "" if there is none."""

    def game(self, *, answered: bool = True) -> Game:
        """Return the game at the open step."""


def rulings_since(game: Game, since: int = 0) -> list[Ruling]:
    """Return the rulings after the first `since` answers."""
    return [ruling for entry in game.transcript[since:] for ruling in entry.rulings]


def only_option(options: Sequence[Option], kind: str) -> Option:
    """Return the only option. Raises `LessonError` if there is not exactly one."""
    if len(options) != 1:
        raise LessonError(f"exactly one option must be {kind}, not {[option.id for option in options]}")
    return options[0]


def option_in_range(step: Step, value: float) -> str:
    """Return the id of the option whose range contains `value`."""
    return next(option.id for option in step.options if option.low <= value <= option.high)


def choice_field(*words: str) -> Field:
    """Return a parser for a field that must be one of these words."""

    def read(value: object) -> str:
        if value not in words:
            raise ValueError(f"is one of {', '.join(words)}, not {value!r}")
        return str(value)

    return read


class AnswerKey:
    """The right answers in the lessons of a game; usable unchanged by a game that adds nothing.

    `asks` are the questions of predictions by name; `fields` and `option_fields` map the extra fields of
    steps and options to their parsers; `topics` are the topics of closing checks.
    """

    fields: Mapping[str, Field] = {}
    option_fields: Mapping[str, Field] = {}
    default_options: Mapping[str, Sequence[str]] = {"allowed": ("yes", "no")}
    """The options of a prediction that does not list its own."""
    opponent_names: Sequence[str] = ()
    """The names of the other players at the learner's table, clockwise, as keys of the rulebook's words;
    empty if they are named by seat.
    """
    numbers = False
    """True if lessons may name computed numbers (`Lesson.numbers`)."""

    def __init__(self, game: str) -> None:
        """Take the id of the game."""
        self.game = game

    @property
    def topics(self) -> Sequence[str]:
        """The topics of closing checks."""
        return ()

    @property
    def asks(self) -> Mapping[str, Ask]:
        """The questions of a prediction, by name."""
        return {
            "allowed": self.whether_allowed,
            "which": self.allowed_option,
            "barred": self.forbidden_option,
            "said": self.acting_rule_option,
            "asked": self.next_player,
            "due": self.next_step,
            "result": self.result,
        }

    # -- the table

    def table(self, text: str) -> Game:
        """Return the game of a table, with chance to be answered. Raises what parsing the table raises."""
        return Game.begin(text, game=self.game)

    def play_answers(self, game: Game, answers: Sequence[str]) -> Game:
        """Give these answers of a lesson and return the game."""
        return game.give_answers(*answers)

    def play_freely(self, game: Game, answer: str, you: int) -> None:
        """Play one answer of a learner who plays alone (`ROLL` rolls the dice), and everything that follows
        from it.
        """
        if answer == ROLL:
            while isinstance(game.question, Chance):
                game.roll()
        else:
            game.answer(answer)
        while game.question and not isinstance(game.question, Chance) and game.question.player != you:
            game.answer_randomly()

    def rulebook(self) -> Rulebook:
        """Return the rulebook that the lessons cite."""
        book: Rulebook = game_by_id(self.game).load("rules")()
        return book

    def names_for_reader(self, game: Game, you: int) -> Mapping[str, str]:
        """Return the names to use when a message addresses the learner, who has the seat `you`."""
        names = self.opponents_by_seat(game, you)
        return {game.start.seat(you): YOU, **names} if names else {}

    def opponents_by_seat(self, game: Game, you: int) -> dict[str, str]:
        """Map the seats of the other players to their names (`opponent_names`)."""
        if not self.opponent_names:
            return {}
        seats = [game.start.seat(seat) for seat in range(player_count(game)) if seat != you]
        return dict(zip(seats, self.opponent_names, strict=False))

    def check_thing(self, name: str) -> None:
        """Raise `ValueError` if the game has no item of this name to tap."""

    # -- answers of the learner

    def parse_answer(self, step: Step, answer: str) -> str:
        """Return the learner's answer in the form of the record."""
        return answer

    def refusal(self, way: LessonRun, step: Step, answer: str) -> Refusal | None:
        """Return why a rule forbids an answer to the open step, or None if it is allowed."""
        return way.game().refusal(answer)

    def is_aim(self, step: Step, answer: str) -> bool:
        """True if an allowed answer is one of the aims of the step."""
        return not step.aim or answer in step.aim

    # -- numbers and questions

    def number(self, request: str) -> str:
        """Compute a number that a lesson names (`Lesson.numbers`).

        Raises `LessonError` for an unknown request.
        """
        raise LessonError(f"there is no number {request!r}")

    def fact(self, way: LessonRun, name: str) -> str:
        """Return a fact of the open step that its text names. Raises `KeyError` if it is unknown."""
        raise KeyError(name)

    def questions(self, topic: str, deal: int, count: int) -> Sequence[Item]:
        """Return `count` questions of a closing check; `deal` is the number of the attempt, from 0."""
        raise LessonError(f"there are no questions about {topic!r}")

    # -- questions for any game

    def explanations(self, game: Game, answers: Sequence[str], step: Step) -> Reasons:
        """Return the rulings of these answers (of all so far, if there are none) that explain the step: those
        of the rules that it cites, or else all.
        """
        twin = self.play_answers(game.copy(), answers) if answers else game
        return self.explaining_rulings(twin, len(twin) - len(answers) if answers else 0, step, bool(answers))

    def explaining_rulings(self, game: Game, since: int, step: Step, every: bool = False) -> Reasons:
        """Return the rulings from answer number `since` on that belong to rules cited by the step.

        If the step cites none, return all of them or nothing, as `every` says.
        """
        named = (*step.cites, *([step.rule] if step.rule else []))
        if not named:
            return rulings_since(game, since) if every else ()
        return [
            ruling for ruling in rulings_since(game, since) if ruling.rule in named or ANY_PLAYER in named
        ]

    def game_after(self, game: Game, step: Step) -> Game:
        """Return the game after the answers of `then`; the given game is not changed."""
        return self.play_answers(game.copy(), step.then) if step.then else game

    def whether_allowed(self, game: Game, step: Step) -> KeyedAnswer:
        """Return `yes` or `no` to whether an answer is allowed, with the refusal or the rulings."""
        why = game.refusal(step.given)
        return ("no", (why,)) if why else ("yes", self.explanations(game, (step.given,), step))

    def allowed_option(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the only option that is allowed."""
        right = only_option(
            [option for option in step.options if not game.refusal(option_text(option))], "allowed"
        )
        return right.id, self.explanations(game, (option_text(right),), step)

    def forbidden_option(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the only option that a rule forbids, with its refusal."""
        why = {option.id: game.refusal(option_text(option)) for option in step.options}
        right = only_option([option for option in step.options if why[option.id]], "forbidden").id
        return right, [refusal for name, refusal in why.items() if refusal and name == right]

    def acting_rule_option(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the option that names a rule that acts."""
        twin = self.game_after(game, step)
        rulings = rulings_since(twin, len(twin) - len(step.then))
        names = [(ruling.rule, f"{ruling.rule}/{ruling.case}") for ruling in rulings]
        acting = {name for both in names for name in both}
        right = only_option([option for option in step.options if option_text(option) in acting], "acting")
        return right.id, [
            ruling for ruling, both in zip(rulings, names, strict=True) if option_text(right) in both
        ]

    def next_player(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the player who is asked next."""
        question = self.game_after(game, step).question
        name = "over" if question is None else game.start.seat(question.player)
        return name, self.explanations(game, step.then, step)

    def next_step(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the kind of the next question."""
        question = self.game_after(game, step).question
        return ("over" if question is None else question.kind), self.explanations(game, step.then, step)

    def result(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the result of the game."""
        twin = self.game_after(game, step)
        return str(twin.result), self.explanations(game, step.then, step)


def option_text(option: Option) -> str:
    """Return the answer in the game that an option stands for."""
    return option.answer or option.id
