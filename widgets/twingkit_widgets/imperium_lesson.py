"""Lessons on the battles of Twilight Imperium, as data: what a learner sees and is asked, step by step.

A lesson is a TOML file in `imperium_lessons/`: a battle line and steps. It never says what is right, and
holds no number that can be computed: the rules and the odds say both (`imperium_lesson_truths`).
`imperium_lesson_run.Run` is one learner's way through it.

=========  ============================================================================================
kind       what the learner does
=========  ============================================================================================
look       taps units (`point`) and reads what they are
predict    says beforehand what `ask` will turn out to be, one of the `option`s
roll       throws dice: `faces`, one string a side in the order in which the battle asks. If the next step
           asks for their `hits`, they only lie there until that is answered
choose     takes one of the `option`s, each an answer in the battle; what a rule forbids is refused. Only an
           `aim` solves the step, the others say why not
explain    reads the rulings of the rules in `cites`
free       fights the battle of its `table` alone, with dice that nobody set
end        sees what was learned
=========  ============================================================================================

`table` is the battle of a step and those after it, if it is another one. `play` holds answers of others,
given when the step begins (`stated`: what the line says), `then` what a prediction plays to find out, or
what follows on a choice. `after` replaces the text once the step is answered.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from twingkit.imperium.notation import Battle
from twingkit.imperium.rules import rulebook
from twingkit.imperium.units import CLASSES
from twingkit_widgets.lesson import MOST_PARAGRAPHS, Learned, LessonError, Texts
from twingkit_widgets.wording import LANGUAGES

FOLDER = Path(__file__).with_name("imperium_lessons")
KINDS = ("look", "predict", "roll", "choose", "explain", "free", "end")
ASKS = ("hits", "die", "any", "share", "best", "enough", "drop", "needs", "due", "winner", "rolls", "kept")
"""What a prediction can ask; `imperium_lesson_truths` says how each is answered."""


@attrs.frozen
class Option:
    """One answer to choose: its id, its words, what is replied.

    `answer` is what is said in the battle (for `choose`), `line` a battle of its own whose odds are compared,
    `low` and `high` the range that it stands for where a number is asked.
    """

    id: str
    text: Texts
    reply: Texts
    answer: str = ""
    line: str = ""
    low: float = 0.0
    high: float = 1.0


@attrs.frozen
class Point:
    """A unit to tap, of the attacker (side 0) or the defender, and what is said of it."""

    unit: str
    side: int
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
    side: int = 0
    unit: str = ""
    line: str = ""
    other: str = ""
    aim: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    button: Texts = attrs.field(factory=dict)
    cites: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    points: tuple[Point, ...] = ()
    reply: Texts = attrs.field(factory=dict)

    @property
    def asks(self) -> bool:
        """Whether the learner has to do something before the lesson goes on."""
        return self.kind in ("predict", "roll", "choose")

    def option(self, name: str) -> Option | None:
        """The option with this id."""
        return next((option for option in self.options if option.id == name), None)


@attrs.frozen
class FleetLesson:
    """A lesson: what it is about, its battle, its steps, what was learned, and its recorded way.

    `numbers` are the numbers that its words name, each as a request to `imperium_lesson_truths.number`.
    `solution` holds (step, answer), `mistakes` (step, answer, rule that is shown).
    """

    id: str
    title: Texts
    goal: Texts
    table: str
    steps: tuple[Step, ...]
    numbers: Mapping[str, str] = attrs.field(factory=dict)
    learned: tuple[Learned, ...] = ()
    solution: tuple[tuple[str, str], ...] = ()
    mistakes: tuple[tuple[str, str, str], ...] = ()


@cache
def course() -> Mapping[str, Mapping[str, Any]]:
    """Each lesson's `title`, `goal` and `sign` (the unit drawn beside it), by its name, in order."""
    text = (FOLDER / "course.toml").read_text(encoding="utf-8")
    return {each["id"]: each for each in tomllib.loads(text)["lesson"]}


def fleet_lesson(name: str) -> FleetLesson:
    """The lesson of that name. Raises `LessonError` if there is none or its file is faulty."""
    if name not in course():
        raise LessonError(f"there is no lesson {name!r}; there are: {', '.join(course())}")
    path = FOLDER / f"{name}.toml"
    listed = {key: course()[name][key] for key in ("title", "goal")}
    return read_fleet_lesson({**listed, **tomllib.loads(path.read_text(encoding="utf-8"))}, path.name)


def read_fleet_lesson(data: Mapping[str, Any], where: str = "lesson") -> FleetLesson:
    """The lesson that this data describes; raises `LessonError` with all its faults."""
    return _Reader(where).lesson(data)


class _Reader:
    """Reads the tables of a lesson file and collects what is wrong with them."""

    def __init__(self, where: str) -> None:
        self.where, self.faults = where, list[str]()

    def fail(self, place: str, why: str) -> None:
        """Note a fault of the file."""
        self.faults.append(f"{self.where}: {place}: {why}")

    def lesson(self, data: Mapping[str, Any]) -> FleetLesson:
        """All of it; raises `LessonError` if anything was wrong."""
        known = {field.name for field in attrs.fields(FleetLesson)} - {"steps"} | {"step"}
        self.known(data, known, "the lesson")
        made = FleetLesson(
            id=str(data.get("id", "")),
            title=self.texts(data.get("title"), "title"),
            goal=self.texts(data.get("goal"), "goal"),
            table=self.battle(data.get("table"), "table"),
            steps=tuple(self.step(entry) for entry in data.get("step", ())),
            numbers=data.get("numbers", {}),
            learned=tuple(
                Learned(self.texts(each.get("text"), "learned"), self.rule(each.get("rule"), "learned"))
                for each in data.get("learned", ())
            ),
            solution=tuple(self.way(line) for line in data.get("solution", ())),
            mistakes=tuple(self.mistake(line) for line in data.get("mistakes", ())),
        )
        names = [step.id for step in made.steps]
        for name in sorted({name for name in names if names.count(name) > 1}):
            self.fail(name, "two steps have this id")
        for name, *_ in (*made.solution, *made.mistakes):
            if name not in names:
                self.fail("solution and mistakes", f"{name!r} is no step")
        if not names or made.steps[-1].kind != "end":
            self.fail("the lesson", "its last step must be its end")
        if self.faults:
            raise LessonError("\n".join(self.faults))
        return made

    def known(self, entry: Mapping[str, Any], names: set[str], place: str) -> None:
        """Only what the format has."""
        for key in sorted(set(entry) - names):
            self.fail(place, f"has no use for {key!r}")

    def texts(self, value: Any, place: str) -> Texts:
        """A sentence in every language."""
        if not isinstance(value, Mapping) or set(value) != set(LANGUAGES):
            self.fail(place, f"needs a sentence in each of {', '.join(LANGUAGES)}")
            return dict.fromkeys(LANGUAGES, "")
        return value

    def rule(self, value: Any, place: str) -> str:
        """The id of a rule there is, or nothing."""
        if value and value not in rulebook():
            self.fail(place, f"there is no rule {value!r}")
        return str(value or "")

    def battle(self, value: Any, place: str) -> str:
        """A battle line that the rules allow, or nothing."""
        if value:
            try:
                Battle.parse(str(value)).check()
            except ValueError as fault:
                self.fail(place, str(fault))
        return str(value or "")

    def choice(self, value: str, words: tuple[str, ...], place: str, name: str) -> str:
        """One of the known words."""
        if value not in words:
            self.fail(place, f"{name} is one of {', '.join(filter(None, words))}, not {value!r}")
        return value

    def way(self, line: str) -> tuple[str, str]:
        """`step: answer`."""
        step, _, answer = str(line).partition(": ")
        return step, answer

    def mistake(self, line: str) -> tuple[str, str, str]:
        """`step: answer -> rule that is shown`."""
        said, _, rule = str(line).partition(" -> ")
        return *self.way(said), self.rule(rule, "mistakes")

    def step(self, entry: Mapping[str, Any]) -> Step:
        """One step of the lesson."""
        name = str(entry.get("id", "step without id"))
        fields = {field.name for field in attrs.fields(Step)} - {"options", "points"} | {"option", "point"}
        self.known(entry, fields, name)
        if len(entry.get("text", ())) > MOST_PARAGRAPHS:
            self.fail(name, f"has more than {MOST_PARAGRAPHS} paragraphs")
        optional: dict[str, Any] = {
            **{key: self.texts(entry[key], name) for key in ("after", "button", "reply") if key in entry},
            **{key: entry[key] for key in ("side", "unit") if key in entry},
            **{key: tuple(entry[key]) for key in ("play", "then", "faces", "aim") if key in entry},
        }
        return Step(
            id=name,
            kind=self.choice(str(entry.get("kind")), KINDS, name, "kind"),
            title=self.texts(entry.get("title"), name),
            text=tuple(self.texts(text, name) for text in entry.get("text", ())),
            rule=self.rule(entry.get("rule"), name),
            table=self.battle(entry.get("table"), name),
            line=self.battle(entry.get("line"), name),
            other=self.battle(entry.get("other"), name),
            ask=self.choice(str(entry.get("ask", "")), ("", *ASKS), name, "ask"),
            cites=tuple(self.rule(rule, name) for rule in entry.get("cites", ())),
            options=tuple(self.option(name, option) for option in entry.get("option", ())),
            points=tuple(self.point(name, point) for point in entry.get("point", ())),
            **optional,
        )

    def option(self, step: str, entry: Mapping[str, Any]) -> Option:
        """One answer to a question."""
        place = f"{step}.{entry.get('id')}"
        self.known(entry, {"id", "text", "reply", "answer", "line", "from", "to"}, place)
        return Option(
            id=str(entry.get("id")),
            text=self.texts(entry.get("text"), place),
            reply=self.texts(entry.get("reply"), place),
            answer=str(entry.get("answer", "")),
            line=self.battle(entry.get("line"), place),
            low=float(entry.get("from", 0)),
            high=float(entry.get("to", 1)),
        )

    def point(self, step: str, entry: Mapping[str, Any]) -> Point:
        """A unit to tap."""
        unit = str(entry.get("unit"))
        place = f"{step}.{unit}"
        self.known(entry, {"unit", "side", "rule", "text"}, place)
        return Point(
            self.choice(unit, CLASSES, place, "unit"),
            int(entry.get("side", 0)),
            self.rule(entry.get("rule"), place),
            self.texts(entry.get("text"), place),
        )
