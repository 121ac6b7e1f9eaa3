"""A lesson as data: what a learner is shown and asked, step by step, at a table.

A lesson is a TOML file of a course: a table and steps. It never says what is right: the rules play the table
and say it (`answer_key`), so that a lesson cannot teach what the rules do not. `reader` reads it, `run.Run`
is one learner's way through it.

=========  ============================================================================================
kind       what the learner does
=========  ============================================================================================
look       taps things (`point`) and reads what they are
answer     makes an answer in the game until it is the `aim`; what a rule forbids is refused
choose     takes one of the `option`s, each an answer in the game; what a rule forbids is refused. With `aim`
           only those options solve the step; the others say why not and can be taken back
predict    says beforehand what `ask` will turn out to be, one of the `option`s
roll       lets chance answer with `faces` (a die, a card to draw: what the game asks for). If the next step
           is a prediction with `faces`, they only lie there until that is answered
explain    reads the rulings of the rules in `cites`
check      answers the `questions` of the topic (five, if the lesson names no other number)
free       plays on alone from the `table` of the step, with dice that are not set
end        sees what was learned
=========  ============================================================================================

The table of a lesson, or of a step from which on it holds, is a line of the game or the set-up lines of a
record. `play` holds answers of others, given when the step begins; `then` what a prediction plays to find
out, or what follows on a choice. `cites` names the rules whose rulings are shown (`*`: all). `after` replaces
the text once the step is answered; `guess` says that nothing before tells the answer; `only` names the answer
to an earlier step that a step depends on.
`facts` is what the game's lessons have beyond that (`AnswerKey.fields`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from twingkit.core.errors import KitError
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.words import LANGUAGES

KINDS = ("look", "answer", "choose", "predict", "roll", "explain", "check", "free", "end")
ASKING_KINDS = ("answer", "choose", "predict", "roll", "check")
"""The kinds of steps in which the learner has to do something before the lesson goes on."""
ANY_PLAYER = "*"
"""The entry of `cites` for the rulings of all rules."""
MAX_PARAGRAPHS = 2
"""A step's own paragraphs; with the answer to what the learner did there are three on the screen."""
QUESTIONS = 5
"""The number of questions of a closing check that names no other."""

Texts = Mapping[str, str]
Facts = Mapping[str, Any]  # as the fields of its table and tasks make them of TOML


class LessonError(KitError, ValueError):
    """A lesson that cannot be taught as it is written, or an answer that is none: where and why."""


@attrs.frozen
class Option:
    """One answer to choose: its id, its words, what is replied.

    `answer` is what is said in the game (for `choose`; left out: the id), `low` and `high` the range that it
    stands for where a number is asked; `rule` is shown where it is allowed and not meant, `facts` is what the
    game's lessons have beyond that.
    """

    id: str
    text: Texts
    reply: Texts
    answer: str = ""
    rule: str = ""
    low: float = 0.0
    high: float = 1.0
    facts: Facts = attrs.field(factory=dict)


@attrs.frozen
class Point:
    """An item to tap: its name in the game, its meaning, and the rule on it."""

    thing: str
    rule: str
    text: Texts


@attrs.frozen
class Step:
    """One step of a lesson; see the head of this module."""

    id: str
    kind: str
    title: Texts
    text: tuple[Texts, ...] = ()
    after: Texts = attrs.field(factory=dict)
    rule: str = ""
    table: str = ""
    play: tuple[str, ...] = ()
    ask: str = ""
    then: tuple[str, ...] = ()
    given: str = ""
    aim: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    button: Texts = attrs.field(factory=dict)
    cites: tuple[str, ...] = ()
    only: Mapping[str, str] = attrs.field(factory=dict)
    options: tuple[Option, ...] = ()
    points: tuple[Point, ...] = ()
    replies: Mapping[str, Texts] = attrs.field(factory=dict)
    hint: Texts = attrs.field(factory=dict)
    guess: bool = False
    facts: Facts = attrs.field(factory=dict)

    @property
    def needs_answer(self) -> bool:
        """True if the learner has to do something before the lesson goes on."""
        return self.kind in ASKING_KINDS

    def option(self, name: str) -> Option | None:
        """The option with this id."""
        return next((option for option in self.options if option.id == name), None)

    def fact(self, name: str) -> str:
        """The value of a field that only this game's lessons have; "" if this step does not have it."""
        return str(self.facts.get(name, ""))


@attrs.frozen
class LearnedPoint:
    """A sentence of the last step with its rule: `only` on that way, `later` if it did not happen on it."""

    text: Texts
    rule: str
    only: Mapping[str, str] = attrs.field(factory=dict)
    later: bool = False


@attrs.frozen
class Lesson:
    """A lesson: what it is about, its table, its steps, what was learned, and its recorded ways.

    `answer_key` says what is right in it; `you` is the learner's seat; `open` says that
    nothing is hidden from the learner; `topic` is what its closing check is about, `questions` how many they
    are; `game` is the table of a small game to play after it, as set-up lines; `numbers` are those that its
    words name, each a request to `AnswerKey.number`. `solution` holds (step, answer) in order, `mistakes`
    (step, answer, rule that is shown).
    """

    id: str
    title: Texts
    goal: Texts
    table: str
    steps: tuple[Step, ...]
    answer_key: Any = attrs.field(eq=False, repr=False)  # an `AnswerKey`, which knows lessons
    topic: str = ""
    questions: int = QUESTIONS
    game: str = ""
    you: int = 0
    open: bool = False
    numbers: Mapping[str, str] = attrs.field(factory=dict)
    learned: tuple[LearnedPoint, ...] = ()
    solution: tuple[tuple[str, str], ...] = ()
    mistakes: tuple[tuple[str, str, str], ...] = ()


@attrs.frozen
class Reply:
    """The lesson's reply: whether the answer was right (None: there is no wrong one), words, rulings or
    refusals, the rule to show beside them ("" for none), and the option that would have been right ("" for
    none)."""

    right: bool | None
    text: Texts
    rulings: tuple[Ruling | Refusal, ...] = ()
    rule: str = ""
    truth: str = ""


def same_in_all_languages(text: str) -> Texts:
    """The same sentence in every language, for a lesson that is written in one."""
    return dict.fromkeys(LANGUAGES, text)
