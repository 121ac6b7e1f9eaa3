"""Lessons as data: what a learner is shown and asked, step by step, about one battle.

A lesson is a TOML file in `lessons/`: a goal, a battle line, and steps. It never says what is right: the
rules engine plays the battle and says it (`lesson_truths`), so a lesson cannot teach what the rules do not.

=========  ============================================================================================
kind       what the learner does
=========  ============================================================================================
look       taps cards (`point`) and reads what they are
lay        chooses from `cards` (a lay in notation) until it is `aim`; what a rule forbids is refused
predict    says beforehand what `ask` will turn out to be, one of the `option`s
roll       rolls the dice; they show `faces`
respond    plays one of the responses that the engine allows, or passes
explain    reads the rulings of the rules in `cites`
end        sees what was learned
=========  ============================================================================================

`after` replaces the text once the step is answered. `play` holds answers of others, given when the step
begins; `only` names the answer to an earlier step that a step depends on. `lesson_run.Run` is one learner's
way through a lesson.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from twingkit.twing.rules import rulebook
from twingkit_widgets import lesson_truths as truths
from twingkit_widgets.wording import LANGUAGES

FOLDER = Path(__file__).with_name("lessons")
KINDS = ("look", "lay", "predict", "roll", "respond", "explain", "end")
MOST_PARAGRAPHS = 2
"""A step's own paragraphs; with the answer to what the learner did there are three on the screen."""

Texts = Mapping[str, str]


class LessonError(ValueError):
    """A lesson that cannot be taught as it is written: where, and what is wrong."""


@attrs.frozen
class Option:
    """One answer to choose: its id, its words, what is replied; for a chance the range it stands for."""

    id: str
    text: Texts
    reply: Texts
    low: float = 0.0
    high: float = 1.0


@attrs.frozen
class Point:
    """A card to tap, as `spell F5`, `creature F4` or `cat`, what it is, and the rule that says so."""

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
    play: tuple[str, ...] = ()
    ask: str = ""
    side: str = "attacker"
    card: str = ""
    cards: str = ""
    aim: str = ""
    faces: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    only: Mapping[str, str] = attrs.field(factory=dict)
    options: tuple[Option, ...] = ()
    points: tuple[Point, ...] = ()
    replies: Mapping[str, Texts] = attrs.field(factory=dict)

    @property
    def asks(self) -> bool:
        """Whether the learner has to do something before the lesson goes on."""
        return self.kind in ("lay", "predict", "roll", "respond")

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
    """A lesson: what it is about, its battle line, its steps, what was learned, and its recorded ways.

    `solution` holds (step, answer) in order, `mistakes` (step, answer, rule that is shown).
    """

    id: str
    title: Texts
    goal: Texts
    battle: str
    steps: tuple[Step, ...]
    learned: tuple[Learned, ...] = ()
    solution: tuple[tuple[str, str], ...] = ()
    mistakes: tuple[tuple[str, str, str], ...] = ()


def lesson(name: str) -> Lesson:
    """The lesson of that name. Raises `LessonError` if there is none or its file is faulty."""
    path = FOLDER / f"{name}.toml"
    if name not in lesson_names():
        raise LessonError(f"there is no lesson {name!r}; there are: {', '.join(lesson_names())}")
    return read_lesson(tomllib.loads(path.read_text(encoding="utf-8")), path.name)


def lesson_names() -> list[str]:
    """The names of all lessons."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_lesson(data: Mapping[str, Any], where: str = "lesson") -> Lesson:
    """The lesson that this data describes; raises `LessonError` with all its faults."""
    reader = _Reader(where)
    steps = tuple(reader.step(entry) for entry in data.get("step", ()))
    made = Lesson(
        id=data.get("id", ""),
        title=reader.texts(data.get("title"), "title"),
        goal=reader.texts(data.get("goal"), "goal"),
        battle=data.get("battle", ""),
        steps=steps,
        learned=tuple(
            Learned(
                reader.texts(entry.get("text"), "learned"),
                reader.rule(entry.get("rule"), "learned"),
                entry.get("only", {}),
                entry.get("later", False),
            )
            for entry in data.get("learned", ())
        ),
        solution=tuple((entry["step"], entry["answer"]) for entry in data.get("solution", ())),
        mistakes=tuple((entry["step"], entry["answer"], entry["rule"]) for entry in data.get("mistake", ())),
    )
    reader.finish(made)
    return made


class _Reader:
    """Reads the tables of a lesson file and collects what is wrong with them."""

    def __init__(self, where: str) -> None:
        self.where, self.faults = where, list[str]()

    def fail(self, place: str, why: str) -> None:
        """Note a fault of the file."""
        self.faults.append(f"{self.where}: {place}: {why}")

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

    def step(self, entry: Mapping[str, Any]) -> Step:
        """One step of the lesson."""
        name = str(entry.get("id", "step without id"))
        known = {"option": "options", "point": "points", "reply": "replies"}
        fields = {field.name for field in attrs.fields(Step)} - set(known.values()) | set(known)
        for key in sorted(set(entry) - fields):
            self.fail(name, f"has no use for {key!r}")
        if entry.get("kind") not in KINDS:
            self.fail(name, f"kind is one of {', '.join(KINDS)}, not {entry.get('kind')!r}")
        if entry.get("ask", "") not in {"", *truths.TRUTHS}:
            self.fail(name, f"ask is one of {', '.join(truths.TRUTHS)}, not {entry.get('ask')!r}")
        if len(entry.get("text", ())) > MOST_PARAGRAPHS:
            self.fail(name, f"has more than {MOST_PARAGRAPHS} paragraphs")
        return Step(
            id=name,
            kind=str(entry.get("kind")),
            title=self.texts(entry.get("title"), name),
            text=tuple(self.texts(text, name) for text in entry.get("text", ())),
            after=self.texts(entry["after"], name) if "after" in entry else {},
            rule=self.rule(entry.get("rule"), name),
            play=tuple(entry.get("play", ())),
            ask=entry.get("ask", ""),
            side=entry.get("side", "attacker"),
            card=entry.get("card", ""),
            cards=entry.get("cards", ""),
            aim=entry.get("aim", ""),
            faces=tuple(entry.get("faces", ())),
            cites=tuple(self.rule(rule, name) for rule in entry.get("cites", ())),
            only=entry.get("only", {}),
            options=tuple(self.option(name, option) for option in entry.get("option", ())),
            points=tuple(
                Point(point["card"], self.rule(point.get("rule"), name), self.texts(point.get("text"), name))
                for point in entry.get("point", ())
            ),
            replies={key: self.texts(text, f"{name}.{key}") for key, text in entry.get("reply", {}).items()},
        )

    def option(self, step: str, entry: Mapping[str, Any]) -> Option:
        """One answer to a question."""
        place = f"{step}.{entry.get('id')}"
        text, reply = self.texts(entry.get("text"), place), self.texts(entry.get("reply"), place)
        low, high = float(entry.get("from", 0)), float(entry.get("to", 1))
        return Option(str(entry.get("id")), text, reply, low, high)

    def finish(self, made: Lesson) -> None:
        """What can only be judged when all steps are read."""
        names = [step.id for step in made.steps]
        for learned in made.learned:
            for step_id in set(learned.only) - set(names):
                self.fail("learned", f"depends on {step_id!r}, which is no step")
        for place, step in enumerate(made.steps):
            if names.count(step.id) > 1:
                self.fail(step.id, "two steps have this id")
            for earlier in set(step.only) - set(names[:place]):
                self.fail(step.id, f"depends on {earlier!r}, which is no earlier step")
        if self.faults:
            raise LessonError("\n".join(self.faults))
