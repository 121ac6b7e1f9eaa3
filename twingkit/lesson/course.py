"""The lessons of a game in their order: a folder of TOML files, and what is right in them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any

from twingkit.games import game_named
from twingkit.lesson.lesson import Lesson, LessonError, Texts
from twingkit.lesson.reader import read_lesson
from twingkit.lesson.truths import Truths

LIST = "course.toml"
"""The list of a course: its parts and its lessons in order."""


def _named(path: str) -> Any:
    """The object at an import path ("module:name"); None for ""."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name) if module else None


class Course:
    """The lessons of a game: `folder` holds `course.toml` and a file of each lesson's name.

    `truths` is the import path ("module:name") of what is right in them, `views` that of what panels show of
    the game in lessons; a game that names none has plain ones.
    """

    def __init__(self, game: str, folder: Path | Traversable, truths: str = "", views: str = "") -> None:
        self.game, self.folder = game, folder
        self._paths = truths, views

    @cached_property
    def truths(self) -> Truths:
        """The right answers in the lessons."""
        return _named(self._paths[0]) or Truths(self.game)

    @cached_property
    def views(self) -> Any:
        """The views of the game in its lessons; None if it names none."""
        return _named(self._paths[1])

    @cached_property
    def _list(self) -> Mapping[str, Any]:
        return tomllib.loads(self.folder.joinpath(LIST).read_text(encoding="utf-8"))

    @cached_property
    def listed(self) -> Mapping[str, Mapping[str, Any]]:
        """Each lesson's `title`, `goal` and what else the list says of it, by its name, in order."""
        return {entry["id"]: entry for entry in self._list["lesson"]}

    @cached_property
    def parts(self) -> Mapping[str, Texts]:
        """The parts of the course by their ids, in order; none if it has no parts."""
        return {entry["id"]: entry["title"] for entry in self._list.get("part", ())}

    @property
    def names(self) -> list[str]:
        """The names of all lessons, in the order of the course."""
        return list(self.listed)

    def after(self, name: str) -> tuple[str, Texts] | None:
        """The lesson after this one: its name and title."""
        following = self.names[self.names.index(name) + 1 :][:1]
        return next(((after, self.listed[after]["title"]) for after in following), None)

    def lesson(self, name: str) -> Lesson:
        """The lesson of that name. Raises `LessonError` if there is none or its file is faulty."""
        if name not in self.listed:
            raise LessonError(f"there is no lesson {name!r}; there are: {', '.join(self.names)}")
        file = self.folder.joinpath(f"{name}.toml")
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        topic = name if name in self.truths.topics else ""
        return self.read({**self.listed[name], "id": name, "topic": topic, **data}, file.name)

    def read(self, data: Mapping[str, Any], where: str = "lesson") -> Lesson:
        """The lesson that this data describes; raises `LessonError` with all its faults."""
        return read_lesson(data, self.truths, where)


def course_of(game: str) -> Course | None:
    """The course of the game with this id; None if it has no lessons."""
    entry = game_named(game)
    named = entry.load("lessons")
    course: Course | None = getattr(named, "COURSE", None) if isinstance(named, ModuleType) else named
    return course
