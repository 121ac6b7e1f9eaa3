"""Parse lesson files into `Lesson`s; all faults are reported at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from twingkit.core.cards.box_faults import box_value_text
from twingkit.core.words import LANGUAGES, TomlTable
from twingkit.learn.lesson import shapes
from twingkit.learn.lesson.answer_key import FieldParser, LessonAnswerFinder
from twingkit.learn.lesson.lesson import (
    ALL_RULES,
    DEFAULT_CHECK_QUESTIONS,
    KINDS,
    MAX_PARAGRAPHS,
    Facts,
    LearnedPoint,
    Lesson,
    LessonError,
    Option,
    Step,
    TappableThing,
    Texts,
)
from twingkit.learn.lesson.shapes import ExpectedType

FIELD_BY_FILE_KEY = {"option": "options", "point": "points", "reply": "replies", "step": "steps"}
"""Maps the names of tables in a lesson file to the fields of the classes."""
_TEXT_KEYS = ("after", "button", "hint")
_LIST_KEYS = ("play", "then", "faces")
MAX_QUESTIONS = 20
_TRANSLATED_KEYS = ("title", "goal")
_REQUIRED_KEYS = (*_TRANSLATED_KEYS, "table", "step")


def read_lesson(
    data: TomlTable,
    answer_key: LessonAnswerFinder,
    where: str = "lesson",
    lines: Mapping[str, int] | None = None,
) -> Lesson:
    """Build a lesson from parsed TOML.

    Raises an `InvalidLesson` with all faults; `lines` gives their lines in the file `where`, by key or step.
    """
    reader = _Reader(where, answer_key, lines or {})
    lesson = reader.lesson(data)
    if reader.faults:
        raise InvalidLesson("\n".join(reader.faults), lesson, frozenset(reader.places))
    return lesson


class InvalidLesson(LessonError):
    """The error for a faulty lesson, with the part that could be read and the places (keys, step ids) that
    cannot be checked by playing.
    """

    def __init__(self, faults: str, lesson: Lesson, places: frozenset[str]) -> None:
        super().__init__(faults)
        self.lesson, self.places = lesson, places


def _file_keys(kind: type) -> set[str]:
    named = {value: key for key, value in FIELD_BY_FILE_KEY.items()}
    return {named.get(field.name, field.name) for field in attrs.fields(kind)} - {
        "extra_fields",
        "answer_key",
    }


class _Reader:
    """A reader of the tables of a lesson file, which collects the faults that it finds."""

    def __init__(self, where: str, answer_key: LessonAnswerFinder, lines: Mapping[str, int]) -> None:
        self.where, self.answer_key, self.faults, self.lines = where, answer_key, list[str](), lines
        self.places = set[str]()
        self.book = answer_key.rulebook()

    def fail(self, place: str, why: str, *, in_words: bool = False) -> None:
        """Record a fault at a place of the lesson (a key or step id); with `in_words` it concerns only texts,
        so that the step can still be played.
        """
        self.places |= set() if in_words else {place.partition(".")[0]}
        line = self.lines.get(place) or self.lines.get(place.partition(".")[0])
        where = f"{self.where}, line {line}" if line else self.where
        self.faults.append(f"{where}: {place}: {why}")

    # -- values

    def drop_misshaped(self, entry: TomlTable, shapes: Mapping[str, ExpectedType], place: str) -> TomlTable:
        """Return the table without values of the wrong shape, which are recorded as faults."""
        wrong = {key for key in entry if key in shapes and not shapes[key].matches(entry[key])}
        for key in sorted(wrong):
            self.fail(place, f"{key} is {shapes[key].description}, not {box_value_text(entry[key])}")
        return {key: value for key, value in entry.items() if key not in wrong}

    def check_keys(self, entry: TomlTable, names: Iterable[str], place: str) -> None:
        """Record a fault for every key of an entry that is not part of the format."""
        for key in sorted(set(entry) - set(names)):
            self.fail(place, f"does not have the key {key!r}")

    def texts(self, value: object, place: str) -> Texts:
        """Read a sentence in every language."""
        if (
            not isinstance(value, Mapping)
            or set(value) != set(LANGUAGES)
            or not shapes.SENTENCE.matches(value)
        ):
            self.fail(place, f"needs a sentence in each of {', '.join(LANGUAGES)}", in_words=True)
            return dict.fromkeys(LANGUAGES, "")
        return value

    def rule(self, value: object, place: str) -> str:
        """Read the id of an existing rule, or ""."""
        if value and value not in self.book:
            self.fail(place, f"there is no rule {value!r}")
        return str(value or "")

    def table(self, value: object, place: str) -> str:
        """Read a table (a position string or set-up lines) from which the game can start."""
        text = str(value or "").strip()
        try:
            self.answer_key.game_of_table(text)
        except Exception as fault:  # a table is typed by hand, so all its faults are reported
            self.fail(place, str(fault))
        return text

    def choice(self, value: object, words: Iterable[str], place: str, name: str) -> str:
        """Read a value that must be one of these words."""
        names = list(words)
        if value not in names:
            self.fail(place, f"{name} is one of {', '.join(filter(None, names))}, not {value!r}")
        return str(value)

    def count(self, value: object) -> int:
        """Read the number of questions of the closing check."""
        if type(value) is not int or not 1 <= value <= MAX_QUESTIONS:
            self.fail("questions", f"is a number from 1 to {MAX_QUESTIONS}, not {value!r}")
            return DEFAULT_CHECK_QUESTIONS
        return value

    def switch(self, value: object, place: str, name: str) -> bool:
        """Read a value that must be true or false."""
        if not isinstance(value, bool):
            self.fail(place, f"{name} is true or false, not {value!r}")
        return value is True

    def facts(self, entry: TomlTable, fields: Mapping[str, FieldParser], place: str) -> Facts:
        """Read the extra fields that the game defines for its lessons."""
        table = {}
        for key in fields.keys() & entry.keys():
            try:
                table[key] = fields[key](entry[key])
            except ValueError as fault:
                self.fail(place, f"{key} {fault}")
        return table

    def solution_line(self, line: str) -> tuple[str, str]:
        """Parse a line `step: answer` of the recorded solution into step and answer."""
        step, _, answer = str(line).partition(": ")
        return step, answer

    def mistake(self, line: str) -> tuple[str, str, str]:
        """Parse a line `step: answer -> rule` of the recorded mistakes, where the rule is optional, into its
        parts.
        """
        answer, _, rule = str(line).partition(" -> ")
        return *self.solution_line(answer), self.rule(rule, "mistakes")

    # -- tables

    def lesson(self, data: TomlTable) -> Lesson:
        """Read the whole lesson."""
        self.check_keys(data, _file_keys(Lesson) | {"part", "sign"}, "the lesson")
        if missing := [key for key in _REQUIRED_KEYS if key not in data]:
            self.fail(
                "the lesson", f"lacks {', '.join('[[step]]' if key == 'step' else key for key in missing)}"
            )
            data = {**dict.fromkeys(_TRANSLATED_KEYS, dict.fromkeys(LANGUAGES, "")), **data}
        data = self.drop_misshaped(data, shapes.LESSON_SHAPES, "the lesson")
        lesson = Lesson(
            id=str(data.get("id", "")),
            title=self.texts(data.get("title"), "title"),
            goal=self.texts(data.get("goal"), "goal"),
            table=self.table(data["table"], "table") if "table" in data else "",
            steps=tuple(self.step(entry) for entry in data.get("step", ())),
            answer_key=self.answer_key,
            topic=data.get("topic", ""),
            questions=self.count(data.get("questions", DEFAULT_CHECK_QUESTIONS)),
            game=self.table(data["game"], "game") if data.get("game") else "",
            you=data.get("you", 0),
            open=data.get("open", False),
            numbers=data.get("numbers", {}),
            learned=tuple(
                LearnedPoint(
                    self.texts(entry.get("text"), "learned"),
                    self.rule(entry.get("rule"), "learned"),
                    entry.get("only", {}),
                    entry.get("later", False),
                )
                for entry in self._drop_all_misshaped(
                    data.get("learned", ()), shapes.LEARNED_SHAPES, "learned"
                )
            ),
            solution=tuple(self.solution_line(line) for line in data.get("solution", ())),
            mistakes=tuple(self.mistake(line) for line in data.get("mistakes", ())),
        )
        self.check_whole_lesson(lesson)
        return lesson

    def _drop_all_misshaped(
        self, entries: Iterable[TomlTable], shapes: Mapping[str, ExpectedType], place: str
    ) -> Iterator[TomlTable]:
        return (self.drop_misshaped(entry, shapes, place) for entry in entries)

    def step(self, entry: TomlTable) -> Step:
        """Read one step of a lesson from its table."""
        name = str(entry.get("id", "step without id"))
        self.check_keys(entry, _file_keys(Step) | set(self.answer_key.step_fields), name)
        entry = self.drop_misshaped(entry, shapes.STEP_SHAPES, name)
        if len(entry.get("text", ())) > MAX_PARAGRAPHS:
            self.fail(name, f"has more than {MAX_PARAGRAPHS} paragraphs")
        optional: dict[str, Any] = {
            **{key: self.texts(entry[key], name) for key in _TEXT_KEYS if key in entry},
            **{key: tuple(entry[key]) for key in _LIST_KEYS if key in entry},
        }
        return Step(
            id=name,
            kind=self.choice(entry.get("kind"), KINDS, name, "kind"),
            title=self.texts(entry.get("title"), name),
            text=tuple(self.texts(text, name) for text in entry.get("text", ())),
            rule=self.rule(entry.get("rule"), name),
            ask=self.choice(entry.get("ask", ""), ("", *self.answer_key.prediction_answerers), name, "ask"),
            given=str(entry.get("given", "")),
            table=self.table(entry["table"], name) if entry.get("table") else "",
            aim=(entry["aim"],) if isinstance(entry.get("aim"), str) else tuple(entry.get("aim", ())),
            cites=tuple(
                rule if rule == ALL_RULES else self.rule(rule, name) for rule in entry.get("cites", ())
            ),
            only=entry.get("only", {}),
            options=tuple(self.option(name, option) for option in entry.get("option", ())),
            points=tuple(self.point(name, point) for point in entry.get("point", ())),
            replies={key: self.texts(text, f"{name}.{key}") for key, text in entry.get("reply", {}).items()},
            guess=self.switch(entry.get("guess", False), name, "guess"),
            extra_fields=self.facts(entry, self.answer_key.step_fields, name),
            **optional,
        )

    def option(self, step: str, entry: TomlTable) -> Option:
        """Read one option of a step from its table."""
        path = f"{step}.{entry.get('id')}"
        fields = self.answer_key.option_fields
        self.check_keys(entry, {"id", "text", "reply", "answer", "rule", "from", "to", *fields}, path)
        entry = self.drop_misshaped(entry, shapes.OPTION_SHAPES, path)
        return Option(
            id=str(entry.get("id")),
            text=self.texts(entry.get("text"), path),
            reply=self.texts(entry["reply"], path) if "reply" in entry else {},
            answer=str(entry.get("answer", "")),
            rule=self.rule(entry.get("rule"), path),
            low=float(entry.get("from", 0)),
            high=float(entry.get("to", 1)),
            extra_fields=self.facts(entry, fields, path),
        )

    def point(self, step: str, entry: TomlTable) -> TappableThing:
        """Read one item to tap in a step from its table."""
        name = str(entry.get("thing"))
        path = f"{step}.{name}"
        self.check_keys(entry, {"thing", "rule", "text"}, path)
        entry = self.drop_misshaped(entry, shapes.TAPPABLE_SHAPES, path)
        try:
            self.answer_key.check_tappable(name)
        except ValueError as fault:
            self.fail(path, str(fault))
        return TappableThing(name, self.rule(entry.get("rule"), path), self.texts(entry.get("text"), path))

    def check_whole_lesson(self, lesson: Lesson) -> None:
        """Record the faults that concern several steps of a lesson, such as two steps with the same id."""
        names = [step.id for step in lesson.steps]
        if names and lesson.steps[-1].kind != "end":
            self.fail("the lesson", "its last step must be its end")
        for learned in lesson.learned:
            for step_id in set(learned.only) - set(names):
                self.fail("learned", f"depends on {step_id!r}, which is not a step")
        for name in sorted({name for name in names if names.count(name) > 1}):
            self.fail(name, "two steps have this id")
        for index, step in enumerate(lesson.steps):
            for earlier in set(step.only) - set(names[:index]):
                self.fail(step.id, f"depends on {earlier!r}, which is not an earlier step")
            if step.kind == "check":
                self.choice(lesson.topic, self.answer_key.check_topics, step.id, "the lesson’s topic")
        for key, recorded in (("solution", lesson.solution), ("mistakes", lesson.mistakes)):
            for name, *_ in recorded:
                if name not in names:
                    self.fail(key, f"{name!r} is no step")
        if lesson.numbers and not self.answer_key.has_computed_numbers:
            self.fail("numbers", "the lessons of this game name none")
