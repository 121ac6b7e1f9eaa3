"""Lessons as data: what a learner is shown and asked, step by step, at a table.

A lesson is a TOML file in `lessons/` (or is made by `teaching.lesson`): a table and steps. It never says what
is right: the rules engine plays the table and says it (`lesson_truths`), so that a lesson cannot teach what
the rules do not. `lesson_reader` reads it, `lesson_run.Run` is one learner's way through it.

=========  ============================================================================================
kind       what the learner does
=========  ============================================================================================
look       taps things (`point`) and reads what they are
lay        chooses cards until they are the `aim`; what a rule forbids is refused with the reason. The cards
           are those in hand and entourage, or `cards` (a lay in notation) where the table is a battle
choose     takes one of the `option`s, each an answer in the game; what a rule forbids is refused. With `aim`
           only those options solve the step; the others say why not and can be taken back
predict    says beforehand what `ask` will turn out to be, one of the `option`s
roll       lets chance answer with `faces` (a die, a card to draw, an object: what the game asks for)
explain    reads the rulings of the rules in `cites`
check      answers five questions of the topic, dealt by `twingkit.twing.quiz`
end        sees what was learned
=========  ============================================================================================

The table of a lesson, or of a step from which on it holds, is a battle in notation or the set-up lines of a
record (`twingkit.twing.begin`). `play` holds answers of others, given when the step begins, and `then` what a
prediction plays to find out. `after` replaces the text once the step is answered; `only` names the answer to
an earlier step that a step depends on; `show` is what is seen of a whole game: "seats", "battle", "both" or
"nothing" (left out: the battle if there is one, else the seats).
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit_widgets.wording import LANGUAGES

KINDS = ("look", "lay", "choose", "predict", "roll", "explain", "check", "end")
SHOWN = ("", "seats", "battle", "both", "nothing")
MOST_PARAGRAPHS = 2
"""A step's own paragraphs; with the answer to what the learner did there are three on the screen."""
QUESTIONS = 5
"""How many questions the closing check has."""

Texts = Mapping[str, str]


class LessonError(ValueError):
    """A lesson that cannot be taught as it is written: where, and what is wrong."""


@attrs.frozen
class Option:
    """One answer to choose: its id, its words, what is replied.

    `answer` is what is said in the game (for `choose`; left out: the id), `cards` a lay in notation that is
    drawn beside the words, `low` and `high` the range that it stands for where a chance is asked.
    """

    id: str
    text: Texts
    reply: Texts
    answer: str = ""
    cards: str = ""
    low: float = 0.0
    high: float = 1.0


@attrs.frozen
class Point:
    """A thing to tap, what it is, and the rule that says so.

    `card` is `spell F5`, `creature F4` (`F4M` is a mount), `cat`, `trap`, `miromon`, `object hat`,
    `face Sun`, `character F` or `ornicle`.
    """

    card: str
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
    what: str = ""
    side: str = "attacker"
    card: str = ""
    cards: str = ""
    aim: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    button: Texts = attrs.field(factory=dict)
    cites: tuple[str, ...] = ()
    show: str = ""
    only: Mapping[str, str] = attrs.field(factory=dict)
    options: tuple[Option, ...] = ()
    points: tuple[Point, ...] = ()
    replies: Mapping[str, Texts] = attrs.field(factory=dict)
    hint: Texts = attrs.field(factory=dict)

    @property
    def asks(self) -> bool:
        """Whether the learner has to do something before the lesson goes on."""
        return self.kind in ("lay", "choose", "predict", "roll", "check")

    def option(self, name: str) -> Option | None:
        """The option with this id."""
        return next((option for option in self.options if option.id == name), None)


@attrs.frozen
class Learned:
    """A sentence of the last step with its rule: `only` on that way, `later` if it did not happen on it."""

    text: Texts
    rule: str
    only: Mapping[str, str] = attrs.field(factory=dict)
    later: bool = False


@attrs.frozen
class Lesson:
    """A lesson: what it is about, its table, its steps, what was learned, and its recorded ways.

    `you` is the learner's seat (0: the attacker, the first player); `open` says that all hands are seen;
    `topic` is what its closing check is about. `solution` holds (step, answer) in order, `mistakes` (step,
    answer, rule that is shown).
    """

    id: str
    title: Texts
    goal: Texts
    table: str
    steps: tuple[Step, ...]
    topic: str = ""
    you: int = 0
    open: bool = False
    learned: tuple[Learned, ...] = ()
    solution: tuple[tuple[str, str], ...] = ()
    mistakes: tuple[tuple[str, str, str], ...] = ()

    @property
    def battle(self) -> str:
        """The battle in notation that the lesson is about; "" if its table is one of a whole game."""
        return self.table if " vs " in self.table else ""


def both(text: str) -> Texts:
    """The same sentence in every language, for a lesson that is written in one."""
    return dict.fromkeys(LANGUAGES, text)
