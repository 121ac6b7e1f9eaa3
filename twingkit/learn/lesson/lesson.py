"""A lesson as data: its table, and the texts and questions that a learner gets, step by step.

A lesson is a TOML file of a course with a table and steps. It does not state the right answers: the rules
play the table and determine them (`answer_key`), so a lesson cannot contradict the rules. `reader` parses the
file; `run.Run` is one learner's run through it.

=========  ============================================================================================
kind       what the learner does
=========  ============================================================================================
look       taps items (`point`) and reads what they are
answer     composes an answer in the game until it is the `aim`; what a rule forbids is refused
choose     takes one of the `option`s, each an answer in the game; what a rule forbids is refused. With `aim`
           only those options solve the step; the others say why not and can be taken back
predict    says beforehand what the result of `ask` will be, one of the `option`s
roll       lets chance answer with `faces` (a die, a card to draw: what the game asks for). If the next step
           is a prediction with `faces`, they are only shown until that is answered
explain    reads the rulings of the rules in `cites`
check      answers the `questions` of the topic (five, unless the lesson sets another number)
free       plays on alone from the `table` of the step, with dice that are not fixed
end        sees what was learned
=========  ============================================================================================

The table of a lesson, or of a step from which on it applies, is a position string or the set-up lines of a
record. `play` contains answers of other players, given when the step begins; `then` contains what a
prediction plays to find the result, or what follows a choice. `cites` names the rules whose rulings are shown
(`*`: all). `after` replaces the text once the step is answered; `guess` says that nothing before reveals the
answer; `only` names the answer to an earlier step that a step depends on. `extra_fields` are the extra fields
of the game's lessons (`LessonAnswerFinder.step_fields`).
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
_ASKING_KINDS = ("answer", "choose", "predict", "roll", "check")
"""The kinds of steps in which the learner must do something before the lesson goes on."""
ALL_RULES = "*"
"""The entry of `cites` for the rulings of all rules."""
MAX_PARAGRAPHS = 2
"""The largest number of paragraphs in a step; with the reply there are three on the screen."""
DEFAULT_CHECK_QUESTIONS = 5
"""The default number of questions in a closing check."""

Texts = Mapping[str, str]
Facts = Mapping[str, Any]  # values parsed from TOML


class LessonError(KitError, ValueError):
    """The error for a lesson with faults or an invalid answer in a lesson; its message says where and why."""


@attrs.frozen
class Option:
    """One option of a step: its id, text and reply.

    `answer` is the answer in the game (for `choose`; default: the id), `low` and `high` the range it stands
    for if a number is asked. `rule` is shown if the option is allowed but is not an aim. `extra_fields` are
    the extra fields of the game's lessons.
    """

    id: str
    text: Texts
    reply: Texts
    answer: str = ""
    rule: str = ""
    low: float = 0.0
    high: float = 1.0
    extra_fields: Facts = attrs.field(factory=dict)


@attrs.frozen
class TappableThing:
    """An item to tap: its name in the game, its meaning, and the rule about it."""

    thing: str
    rule: str
    text: Texts


@attrs.frozen
class Step:
    """One step of a lesson; the docstring of this module explains the fields."""

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
    points: tuple[TappableThing, ...] = ()
    replies: Mapping[str, Texts] = attrs.field(factory=dict)
    hint: Texts = attrs.field(factory=dict)
    guess: bool = False
    extra_fields: Facts = attrs.field(factory=dict)

    @property
    def needs_answer(self) -> bool:
        """True if the learner must do something before the lesson goes on."""
        return self.kind in _ASKING_KINDS

    def option(self, option_id: str) -> Option | None:
        """Return the option with this id, or None."""
        return next((option for option in self.options if option.id == option_id), None)

    def extra_field(self, name: str) -> str:
        """Return an extra field of the game's lessons; "" if the step does not have it."""
        return str(self.extra_fields.get(name, ""))


@attrs.frozen
class LearnedPoint:
    """A sentence of a lesson's summary, with its rule; `only` limits it to one path through the lesson,
    `later` marks what did not happen on that path.
    """

    text: Texts
    rule: str
    only: Mapping[str, str] = attrs.field(factory=dict)
    later: bool = False


@attrs.frozen
class Lesson:
    """A lesson: its title and goal, table, steps, summary, and recorded solution and mistakes.

    `answer_key` determines the right answers; `you` is the learner's seat; `open` says that nothing is hidden
    from the learner. `topic` is the topic of the closing check and `questions` the number of its questions.
    `game` contains the set-up lines of a small game to play afterwards; `numbers` maps names in texts to
    requests for `LessonAnswerFinder.compute_number`. `solution` contains (step, answer) in order, `mistakes`
    (step, answer, id of the rule shown).
    """

    id: str
    title: Texts
    goal: Texts
    table: str
    steps: tuple[Step, ...]
    answer_key: Any = attrs.field(eq=False, repr=False)  # a `LessonAnswerFinder`, which knows lessons
    topic: str = ""
    questions: int = DEFAULT_CHECK_QUESTIONS
    game: str = ""
    you: int = 0
    open: bool = False
    numbers: Mapping[str, str] = attrs.field(factory=dict)
    learned: tuple[LearnedPoint, ...] = ()
    solution: tuple[tuple[str, str], ...] = ()
    mistakes: tuple[tuple[str, str, str], ...] = ()


@attrs.frozen
class Reply:
    """The reply to an answer: whether it was right (None if the step has no right answer), a text, rulings or
    refusals, the rule to show ("" for none), and the right option ("" for none).
    """

    is_right: bool | None
    text: Texts
    rulings: tuple[Ruling | Refusal, ...] = ()
    rule: str = ""
    right_option: str = ""


def same_in_all_languages(text: str) -> Texts:
    """Return the same sentence for every language."""
    return dict.fromkeys(LANGUAGES, text)
