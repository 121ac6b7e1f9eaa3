"""The right answers in the lessons of a game: those that a game adds, and those for any game.

=========  ============================================================================================
ask        the right answer, in any game
=========  ============================================================================================
allowed    whether the answer `given` is allowed: `yes`, `no`
which      the only option (its `answer`) that is allowed
barred     the only option that a rule forbids
said       the option whose `answer` names a rule (`TW-BAT-16`; with its case: `TW-BAT-16/sun`) that acts in
           `then`
asked      who is asked after `then`, as records name the seat; `over` if the game is over
due        what is asked after it: a question's kind; `over`
result     what the game has come to after `then`, as its result is written
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
"""Reads what a file says; raises `ValueError` if that is none."""
HEAD = "twingkit-lesson 1"
"""The first line of every record of a way through a lesson."""
ROLL = "throw"
"""The answer of a learner who rolls the dice in a step of the kind `free`."""


class CheckOption(Protocol):
    """One option of a question in a closing check."""

    @property
    def right(self) -> bool:
        """True if it is the right one."""


class Item(Protocol):
    """A question of a closing check."""

    @property
    def rule(self) -> str:
        """The rule that decides it."""

    @property
    def choices(self) -> Sequence[CheckOption]:
        """Its options, each a `CheckOption`."""


class LessonRun(Protocol):
    """A learner's way through a lesson, as far as a key needs it (`twingkit.learn.lesson.run.Run`)."""

    lesson: Lesson
    slip: str

    @property
    def step(self) -> Step:
        """The open step."""

    @property
    def given(self) -> str:
        """The answer to it."""

    def game(self, *, answered: bool = True) -> Game:
        """The table at that point."""


def rulings_since(game: Game, since: int = 0) -> list[Ruling]:
    """The rulings after the first `since` answers."""
    return [ruling for entry in game.transcript[since:] for ruling in entry.rulings]


def only_option(options: Sequence[Option], kind: str) -> Option:
    """The one option there is; raises `LessonError` if there is not exactly one."""
    if len(options) != 1:
        raise LessonError(f"exactly one option must be {kind}, not {[option.id for option in options]}")
    return options[0]


def option_in_range(step: Step, value: float) -> str:
    """The option whose range holds a number."""
    return next(option.id for option in step.options if option.low <= value <= option.high)


def choice_field(*words: str) -> Field:
    """The reader of a field that is one of these words."""

    def read(value: object) -> str:
        if value not in words:
            raise ValueError(f"is one of {', '.join(words)}, not {value!r}")
        return str(value)

    return read


class AnswerKey:
    """The right answers in a game's lessons; usable as it is by a game that adds nothing.

    `asks` are the questions of predictions by name; `fields`, `option_fields` what steps and options have
    beyond what all have, each with its reader; `topics` what a closing check can be about.
    """

    fields: Mapping[str, Field] = {}
    option_fields: Mapping[str, Field] = {}
    default_options: Mapping[str, Sequence[str]] = {"allowed": ("yes", "no")}
    """The options of a prediction that needs none to be written."""
    opponent_names: Sequence[str] = ()
    """The names of the others at the learner's table, clockwise: keys of the rules' words; none: they go by
    their seats."""
    numbers = False
    """True if a lesson can name numbers (`Lesson.numbers`)."""

    def __init__(self, game: str) -> None:
        """Take the id of the game whose lessons these are."""
        self.game = game

    @property
    def topics(self) -> Sequence[str]:
        """The topics of closing checks; none."""
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
        """The game of a table, every die and card of it asked. Raises what reading it raises."""
        return Game.begin(text, game=self.game)

    def play_answers(self, game: Game, answers: Sequence[str]) -> Game:
        """Give these answers of a lesson; return the game."""
        return game.give_answers(*answers)

    def play_freely(self, game: Game, answer: str, you: int) -> None:
        """One answer more of a learner who plays alone (`ROLL`: the dice fall), and what follows on it."""
        if answer == ROLL:
            while isinstance(game.question, Chance):
                game.roll()
        else:
            game.answer(answer)
        while game.question and not isinstance(game.question, Chance) and game.question.player != you:
            game.answer_randomly()

    def rulebook(self) -> Rulebook:
        """The rules that its lessons name."""
        book: Rulebook = game_by_id(self.game).load("rules")()
        return book

    def names_for_reader(self, game: Game, you: int) -> Mapping[str, str]:
        """The words by which those at a table go for the learner, who has seat `you`: see `Words.calling`."""
        names = self.opponents_by_seat(game, you)
        return {game.start.seat(you): YOU, **names} if names else {}

    def opponents_by_seat(self, game: Game, you: int) -> dict[str, str]:
        """The others at a table by their seats, each with one of the names of `opponent_names`."""
        if not self.opponent_names:
            return {}
        seats = [game.start.seat(seat) for seat in range(player_count(game)) if seat != you]
        return dict(zip(seats, self.opponent_names, strict=False))

    def check_thing(self, name: str) -> None:
        """Raise `ValueError` if there is no such item to tap."""

    # -- what the learner says

    def parse_answer(self, step: Step, answer: str) -> str:
        """An answer that the learner made, as the record has it."""
        return answer

    def refusal(self, way: LessonRun, step: Step, answer: str) -> Refusal | None:
        """The reason why a rule forbids an answer to the open step; None if it is allowed."""
        return way.game().refusal(answer)

    def is_aim(self, step: Step, answer: str) -> bool:
        """True if an answer that is allowed is one of the aims."""
        return not step.aim or answer in step.aim

    # -- numbers and questions

    def number(self, request: str) -> str:
        """A number that a lesson names (`Lesson.numbers`). Raises `LessonError` if there is none."""
        raise LessonError(f"there is no number {request!r}")

    def fact(self, way: LessonRun, name: str) -> str:
        """A number of the open step that its words name. Raises `KeyError` if there is none."""
        raise KeyError(name)

    def questions(self, topic: str, deal: int, count: int) -> Sequence[Item]:
        """The questions (`Item`) of a closing check; `deal` numbers the try, from 0."""
        raise LessonError(f"there are no questions about {topic!r}")

    # -- what any game answers

    def explanations(self, game: Game, answers: Sequence[str], step: Step) -> Reasons:
        """The rulings of those answers (of all so far, if there are none) that explain the step: of the
        rules that it names, else all."""
        twin = self.play_answers(game.copy(), answers) if answers else game
        return self.explaining_rulings(twin, len(twin) - len(answers) if answers else 0, step, bool(answers))

    def explaining_rulings(self, game: Game, since: int, step: Step, every: bool = False) -> Reasons:
        """The rulings, from a number of answers on, of the rules that the step names; if it names none, all
        of them or nothing, as `every` says."""
        named = (*step.cites, *([step.rule] if step.rule else []))
        if not named:
            return rulings_since(game, since) if every else ()
        return [
            ruling for ruling in rulings_since(game, since) if ruling.rule in named or ANY_PLAYER in named
        ]

    def game_after(self, game: Game, step: Step) -> Game:
        """The game after what the step plays to find out; the game itself is not changed."""
        return self.play_answers(game.copy(), step.then) if step.then else game

    def whether_allowed(self, game: Game, step: Step) -> KeyedAnswer:
        """The answer `yes` or `no` to whether an answer is allowed, with the refusal or the rulings on it."""
        why = game.refusal(step.given)
        return ("no", (why,)) if why else ("yes", self.explanations(game, (step.given,), step))

    def allowed_option(self, game: Game, step: Step) -> KeyedAnswer:
        """The only option that is allowed."""
        right = only_option(
            [option for option in step.options if not game.refusal(option_text(option))], "allowed"
        )
        return right.id, self.explanations(game, (option_text(right),), step)

    def forbidden_option(self, game: Game, step: Step) -> KeyedAnswer:
        """The only option that a rule forbids, with its reason."""
        why = {option.id: game.refusal(option_text(option)) for option in step.options}
        right = only_option([option for option in step.options if why[option.id]], "forbidden").id
        return right, [refusal for name, refusal in why.items() if refusal and name == right]

    def acting_rule_option(self, game: Game, step: Step) -> KeyedAnswer:
        """The option that names a rule that acts."""
        twin = self.game_after(game, step)
        rulings = rulings_since(twin, len(twin) - len(step.then))
        names = [(ruling.rule, f"{ruling.rule}/{ruling.case}") for ruling in rulings]
        acting = {name for both in names for name in both}
        right = only_option([option for option in step.options if option_text(option) in acting], "acting")
        return right.id, [
            ruling for ruling, both in zip(rulings, names, strict=True) if option_text(right) in both
        ]

    def next_player(self, game: Game, step: Step) -> KeyedAnswer:
        """The player who is asked next."""
        question = self.game_after(game, step).question
        name = "over" if question is None else game.start.seat(question.player)
        return name, self.explanations(game, step.then, step)

    def next_step(self, game: Game, step: Step) -> KeyedAnswer:
        """The kind of the question that comes next."""
        question = self.game_after(game, step).question
        return ("over" if question is None else question.kind), self.explanations(game, step.then, step)

    def result(self, game: Game, step: Step) -> KeyedAnswer:
        """The result of the game."""
        twin = self.game_after(game, step)
        return str(twin.result), self.explanations(game, step.then, step)


def option_text(option: Option) -> str:
    """The text of an option in the game."""
    return option.answer or option.id
