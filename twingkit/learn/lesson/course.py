"""Courses: a folder of lesson files in TOML, in order, with their answer key."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any

from twingkit.core.cards.toml_lines import toml_line_numbers
from twingkit.core.games import game_by_id
from twingkit.core.lazy_imports import load_object
from twingkit.core.words import LANGUAGES, TomlTable, fill_missing_languages, load_texts, translate_texts
from twingkit.learn.lesson.answer_key import LessonAnswerFinder
from twingkit.learn.lesson.lesson import Lesson, LessonError, Texts
from twingkit.learn.lesson.reader import read_lesson

_COURSE_FILE = "course.toml"


OWN_LESSONS_VARIABLE = "TWINGKIT_LESSONS"
"""The environment variable with the folders of a publisher's own lessons: a JSON object by game id."""

_OWN_PART = "own"
"""The id of the course part with a publisher's own lessons."""

_OWN_TITLE: Texts = fill_missing_languages(
    {"en": "From the people who run this site", "de": "Von den Leuten, die diese Website betreiben"}
)

_LINE = re.compile(r"\(at line (\d+)")


class Course:
    """The lessons of a game: `folder` contains `course.toml` and one file per lesson.

    The constructor takes the import paths ("module:name") of the answer key and of the pictures for lesson
    panels ("" for plain pictures). `own` is a folder of a publisher's lessons, which follow the others; each
    file has a `title` and a `goal`. A lesson of the game takes precedence over one of the same name.
    """

    def __init__(
        self,
        game: str,
        folder: Path | Traversable,
        answer_key: str = "",
        views: str = "",
        own_folder: Path | None = None,
    ) -> None:
        self.game, self.folder, self.own_folder = game, folder, own_folder
        self._paths = answer_key, views
        self._read: dict[str, Lesson] = {}

    @cached_property
    def answer_key(self) -> LessonAnswerFinder:
        """The answer key of the lessons."""
        return load_object(self._paths[0]) or LessonAnswerFinder(self.game)

    @cached_property
    def lesson_views(self) -> Any:  # defined by the panels, which the core does not import
        """The object that draws the game's pictures for lesson panels; None if the game has none."""
        return load_object(self._paths[1])

    @cached_property
    def _list(self) -> Mapping[str, Any]:
        return load_texts(self.folder.joinpath(_COURSE_FILE))

    @cached_property
    def lesson_entries(self) -> Mapping[str, TomlTable]:
        """The entries of the lessons in the course file (`title`, `goal` and more) by lesson name, in
        order.
        """
        listed = {entry["id"]: entry for entry in self._list["lesson"]}
        for path in sorted(self.own_folder.glob("*.toml")) if self.own_folder else ():
            listed.setdefault(path.stem, {"id": path.stem, "part": _OWN_PART, **_headline(path)})
        return listed

    @cached_property
    def parts(self) -> Mapping[str, Texts]:
        """The titles of the parts of the course by their ids, in order; empty if it has no parts."""
        parts = {entry["id"]: entry["title"] for entry in self._list.get("part", ())}
        own = any(entry.get("part") == _OWN_PART for entry in self.lesson_entries.values())
        return {**parts, _OWN_PART: _OWN_TITLE} if parts and own else parts

    @property
    def names(self) -> list[str]:
        """The names of all lessons, in order."""
        return list(self.lesson_entries)

    def next_lesson(self, name: str) -> tuple[str, Texts] | None:
        """Return the name and title of the next lesson, or None."""
        following = self.names[self.names.index(name) + 1 :][:1]
        return next(((after, self.lesson_entries[after]["title"]) for after in following), None)

    def lesson(self, name: str) -> Lesson:
        """Return the lesson with this name.

        Raises a `LessonError` that lists every fault with its file and line.
        """
        if name not in self.lesson_entries:
            raise LessonError(f"there is no lesson {name!r}; there are: {', '.join(self.names)}")
        if self.own_folder and self.lesson_entries[name].get("part") == _OWN_PART:
            return self._lesson(name, self.own_folder)  # not cached: its author edits it and reloads
        if name not in self._read:
            self._read[name] = self._lesson(name)
        return self._read[name]

    def lessons(self) -> list[Lesson]:
        """Return all lessons, in order. Raises `LessonError` like `lesson`."""
        return [self.lesson(name) for name in self.names]

    def _lesson(self, name: str, own: Path | None = None) -> Lesson:
        file = (own or self.folder).joinpath(f"{name}.toml")
        try:
            text = file.read_text(encoding="utf-8-sig" if own else "utf-8")  # some editors mark UTF-8
            data = translate_texts(tomllib.loads(text))
        except RecursionError as why:
            raise LessonError(f"{file.name}, line 1: [[[…") from why
        except ValueError as why:  # not TOML, not UTF-8, or a number too long to parse
            line = _LINE.search(str(why))
            raise LessonError(f"{file.name}, line {line[1] if line else 1}: {why}") from why
        topic = name if name in self.answer_key.check_topics else ""
        whole = {**({} if own else self.lesson_entries[name]), "id": name, "topic": topic, **data}
        return read_lesson(whole, self.answer_key, file.name, _lines(text, data) if own else None)

    def own_lesson_line_numbers(self, lesson_name: str) -> Mapping[str, int]:
        """Return the line numbers of the steps (by id) and of the top-level keys of one of the site's own
        lessons, which must be valid TOML.
        """
        assert self.own_folder, "the lessons of a game have no faults"
        text = self.own_folder.joinpath(f"{lesson_name}.toml").read_text(encoding="utf-8-sig")
        return _lines(text, translate_texts(tomllib.loads(text)))

    def parse_lesson(self, data: TomlTable, where: str = "lesson") -> Lesson:
        """Build a lesson from parsed TOML. Raises a `LessonError` that lists all faults."""
        return read_lesson(data, self.answer_key, where)


def _headline(path: Path) -> Mapping[str, Texts]:
    try:
        data = translate_texts(tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except (ValueError, RecursionError):
        data = {}  # `lesson` raises the reason when it is opened
    plain = {"title": path.stem.replace("-", " ").capitalize(), "goal": ""}
    entries = {key: data.get(key) for key in plain}
    return {
        key: text
        if isinstance(text, Mapping) and set(text) == set(LANGUAGES)
        else dict.fromkeys(LANGUAGES, plain[key])
        for key, text in entries.items()
    }


def _lines(text: str, data: TomlTable) -> Mapping[str, int]:
    places = toml_line_numbers(text)
    lines = {str(place[0]): line for place, line in places.items() if len(place) == 1}
    steps = {
        str(step.get("id", "step without id")): places[("step", number)]
        for number, step in enumerate(data["step"] if isinstance(data.get("step"), list) else ())
        if isinstance(step, Mapping) and ("step", number) in places
    }
    return {**lines, **steps}


def course_of(game: str) -> Course | None:
    """Return the course of a game, including the site's own lessons, or None if the game has no lessons."""
    entry = game_by_id(game)
    named = entry.load("lessons")
    course: Course | None = getattr(named, "COURSE", None) if isinstance(named, ModuleType) else named
    folder = json.loads(os.environ.get(OWN_LESSONS_VARIABLE, "{}")).get(game)
    return with_own_lessons(course, Path(folder)) if course and folder else course


@cache
def with_own_lessons(course: Course, lessons_folder: Path) -> Course:
    """Return the course with a site's own lessons, those in `lessons_folder`, added at the end."""
    return Course(course.game, course.folder, *course._paths, own_folder=lessons_folder)
