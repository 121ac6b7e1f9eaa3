"""Reading lessons: from data to a `Lesson`, with every fault named at once; the files of the course."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from twingkit.twing.quiz import TOPICS
from twingkit.twing.rules import rulebook
from twingkit_widgets import lesson_truths as truths
from twingkit_widgets.lesson import (
    KINDS,
    MOST_PARAGRAPHS,
    SHOWN,
    Learned,
    Lesson,
    LessonError,
    Option,
    Point,
    Step,
    Texts,
)
from twingkit_widgets.wording import LANGUAGES

FOLDER = Path(__file__).with_name("lessons")
NAMED = {"option": "options", "point": "points", "reply": "replies"}
"""What the tables of a step are called in a file, and in a `Step`."""
WHOLE = {"id", "title", "goal", "table", "topic", "you", "open", "step", "learned", "solution", "mistakes"}
"""What a lesson can have."""


def lesson(name: str) -> Lesson:
    """The lesson of that name. Raises `LessonError` if there is none or its file is faulty."""
    if name not in lesson_names():
        raise LessonError(f"there is no lesson {name!r}; there are: {', '.join(lesson_names())}")
    path = FOLDER / f"{name}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return read_lesson({**course()[name], "id": name, "topic": name, **data}, path.name)


def lesson_names() -> list[str]:
    """The names of all lessons, in the order of the course."""
    return list(course())


@cache
def course() -> Mapping[str, Mapping[str, Any]]:
    """Each lesson's `title`, `goal` and `part`, by its name, in order: `lessons/course.toml`."""
    text = (FOLDER / "course.toml").read_text(encoding="utf-8")
    return {each["id"]: {**each} for each in tomllib.loads(text)["lesson"]}


@cache
def parts() -> Mapping[str, Texts]:
    """The parts of the course by their ids, in order."""
    text = (FOLDER / "course.toml").read_text(encoding="utf-8")
    return {each["id"]: each["title"] for each in tomllib.loads(text)["part"]}


def read_lesson(data: Mapping[str, Any], where: str = "lesson") -> Lesson:
    """The lesson that this data describes; raises `LessonError` with all its faults."""
    reader = _Reader(where)
    for key in sorted(set(data) - WHOLE - {"part"}):
        reader.fail("the lesson", f"has no use for {key!r}")
    steps = tuple(reader.step(entry) for entry in data.get("step", ()))
    made = Lesson(
        id=data.get("id", ""),
        title=reader.texts(data.get("title"), "title"),
        goal=reader.texts(data.get("goal"), "goal"),
        table=str(data.get("table", "")).strip(),
        steps=steps,
        topic=data.get("topic", ""),
        you=data.get("you", 0),
        open=data.get("open", False),
        learned=tuple(
            Learned(
                reader.texts(entry.get("text"), "learned"),
                reader.rule(entry.get("rule"), "learned"),
                entry.get("only", {}),
                entry.get("later", False),
            )
            for entry in data.get("learned", ())
        ),
        solution=tuple(reader.way(line) for line in data.get("solution", ())),
        mistakes=tuple(reader.mistake(line) for line in data.get("mistakes", ())),
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

    def choice(self, value: Any, known: Iterable[str], place: str, name: str) -> str:
        """One of the known words."""
        words = list(known)
        if value not in words:
            self.fail(place, f"{name} is one of {', '.join(filter(None, words))}, not {value!r}")
        return str(value)

    def way(self, line: str) -> tuple[str, str]:
        """`step: answer`."""
        step, _, answer = str(line).partition(": ")
        return step, answer

    def mistake(self, line: str) -> tuple[str, str, str]:
        """`step: answer -> rule that is shown`, the rule left out where none is."""
        said, _, rule = str(line).partition(" -> ")
        return *self.way(said), self.rule(rule, "mistakes")

    def step(self, entry: Mapping[str, Any]) -> Step:
        """One step of the lesson."""
        name = str(entry.get("id", "step without id"))
        fields = {field.name for field in attrs.fields(Step)} - set(NAMED.values()) | set(NAMED)
        for key in sorted(set(entry) - fields):
            self.fail(name, f"has no use for {key!r}")
        if len(entry.get("text", ())) > MOST_PARAGRAPHS:
            self.fail(name, f"has more than {MOST_PARAGRAPHS} paragraphs")
        optional: dict[str, Any] = {
            **{key: self.texts(entry[key], name) for key in ("after", "button", "hint") if key in entry},
            **{key: entry[key] for key in ("card", "cards", "given", "what", "side") if key in entry},
            **{key: tuple(entry[key]) for key in ("play", "then", "faces") if key in entry},
        }
        return Step(
            id=name,
            kind=self.choice(entry.get("kind"), KINDS, name, "kind"),
            title=self.texts(entry.get("title"), name),
            text=tuple(self.texts(text, name) for text in entry.get("text", ())),
            rule=self.rule(entry.get("rule"), name),
            ask=self.choice(entry.get("ask", ""), ("", *truths.TRUTHS), name, "ask"),
            show=self.choice(entry.get("show", ""), SHOWN, name, "show"),
            table=str(entry.get("table", "")).strip(),
            aim=(entry["aim"],) if isinstance(entry.get("aim"), str) else tuple(entry.get("aim", ())),
            cites=tuple(self.rule(rule, name) for rule in entry.get("cites", ())),
            only=entry.get("only", {}),
            options=tuple(self.option(name, option) for option in entry.get("option", ())),
            points=tuple(
                Point(point["card"], self.rule(point.get("rule"), name), self.texts(point.get("text"), name))
                for point in entry.get("point", ())
            ),
            replies={key: self.texts(text, f"{name}.{key}") for key, text in entry.get("reply", {}).items()},
            **optional,
        )

    def option(self, step: str, entry: Mapping[str, Any]) -> Option:
        """One answer to a question."""
        place = f"{step}.{entry.get('id')}"
        for key in sorted(set(entry) - {"id", "text", "reply", "answer", "cards", "from", "to"}):
            self.fail(place, f"has no use for {key!r}")
        return Option(
            id=str(entry.get("id")),
            text=self.texts(entry.get("text"), place),
            reply=self.texts(entry["reply"], place) if "reply" in entry else {},
            answer=str(entry.get("answer", "")),
            cards=str(entry.get("cards", "")),
            low=float(entry.get("from", 0)),
            high=float(entry.get("to", 1)),
        )

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
            if step.kind == "check":
                self.choice(made.topic, TOPICS, step.id, "the lesson’s topic")
        for way in (*made.solution, *made.mistakes):
            if way[0] not in names:
                self.fail("solution and mistakes", f"{way[0]!r} is no step")
        if self.faults:
            raise LessonError("\n".join(self.faults))
