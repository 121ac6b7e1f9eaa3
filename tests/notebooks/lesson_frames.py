"""Write the common cells of the lesson notebooks: `python tests/notebooks/lesson_frames.py`.

Each lesson of a course has a notebook in `notebooks/learn/` (the games of `OWN_FOLDERS` in a folder of their
own). Its title, its panel, the heading of its exercise and the link to the next lesson come from the course;
everything else in it is written by hand. The command gives a new lesson a notebook to fill in, and sets these
cells anew in all the others. `test_lesson_notebooks.py` fails where the command would change a notebook.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from twingkit.core.games import games
from twingkit.core.words import TomlTable
from twingkit.learn.lesson.course import course_of

refresh = runpy.run_path(str(Path(__file__).with_name("refresh.py")))
LEARN: Path = refresh["NOTEBOOKS"] / "learn"

OWN_FOLDERS = ("imperium", "imajica", "ember")
"""The games whose lessons have a folder of their own, in the order of the documentation."""

AFTER_LAST = {"twing": "18-write-your-own-lesson.ipynb"}
"""The notebook that follows the last lesson of a game."""

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
"""What runs a notebook."""

BEGINNING, END = ("title", "lesson", "panel"), ("exercise", "answer", "check", "next")
"""The ids of the cells that each of these notebooks has, in this order."""

TITLE_LINES = 3
"""The lines of the first cell that hold both titles; the sentences below them are written by hand."""


class LessonNotebook(NamedTuple):
    """The notebook of a lesson: its place, and the course's data about the lesson."""

    game: str
    lesson: str
    path: Path
    entry: TomlTable
    following: LessonNotebook | None

    @property
    def title(self) -> Mapping[str, str]:
        """The titles of the lesson by language."""
        titles: Mapping[str, str] = self.entry["title"]
        return titles

    def titles(self) -> str:
        """Return the first lines of the notebook."""
        return f"# {self.title['en']}\n\n*{self.title['de']}*"

    def call(self, lang: str = "") -> str:
        """Return the line that shows the lesson's panel."""
        language = f'"{lang}", ' if lang else ""
        return f'LessonPanel("{self.lesson}", {language}game="{self.game}")'

    def link_onward(self) -> str:
        """Return the last lines of the notebook."""
        if self.following is not None:
            titles, place = self.following.title, self.following.path.name
            german = f"*Weiter geht es mit „[{titles['de']}]({place})“.*"
            return f"Go on with “[{titles['en']}]({place})”.\n\n{german}"
        if self.game in AFTER_LAST:
            place = AFTER_LAST[self.game]
            return (
                f"Go on with [a lesson of your own]({place}).\n\n"
                f"*Weiter geht es mit [einer eigenen Lektion]({place}).*"
            )
        return (
            f'Go on with questions that never run out: `PracticePanel(game="{self.game}")`.\n\n'
            f'*Weiter geht es mit Fragen, die nie ausgehen: `PracticePanel("de", game="{self.game}")`.*'
        )


def lesson_notebooks() -> list[LessonNotebook]:
    """Return the notebooks of all lessons, in the order of the courses."""
    found = []
    for course in filter(None, (course_of(game.id) for game in games())):
        folder = LEARN / course.game if course.game in OWN_FOLDERS else LEARN
        following, of_game = None, []
        for number, lesson in reversed([*enumerate(course.names, 1)]):
            path = folder / f"{number:02}-{lesson}.ipynb"
            following = LessonNotebook(course.game, lesson, path, course.lesson_entries[lesson], following)
            of_game.append(following)
        found += reversed(of_game)
    return found


def empty_notebook(lesson: LessonNotebook) -> Any:
    """Return a notebook for a new lesson, to be filled in."""
    goal = lesson.entry["goal"]
    cells = [
        new_markdown_cell(f"\n\n\n\n{goal['en']}\n\n*{goal['de']}*", id="title"),
        new_markdown_cell(id="lesson"),
        new_code_cell(id="panel"),
        new_markdown_cell("## 2. Your turn\n\n", id="exercise"),
        new_code_cell("answer = None", id="answer"),
        new_code_cell("truth = ...", id="check"),
        new_markdown_cell(id="next"),
    ]
    notebook = new_notebook(cells=cells)
    notebook.metadata.kernelspec = KERNEL
    notebook.metadata.language_info = refresh["LANGUAGE"]
    return notebook


def framed(notebook: Any, lesson: LessonNotebook) -> Any:
    """Set the cells of the frame in a notebook; return it."""
    cells = {cell.id: cell for cell in notebook.cells}
    own = cells["title"].source.split("\n")[TITLE_LINES:]
    cells["title"].source = "\n".join([lesson.titles(), *own])
    german = f"*Spiel die Lektion durch. Auf Deutsch: `{lesson.call('de')}`*"
    cells["lesson"].source = f"## 1. Play the lesson\n\n{german}"
    cells["panel"].source = f"from twingkit_widgets import LessonPanel\n\n{lesson.call()}"
    number = 1
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            cell.source = re.sub(r"^## (\d+)\.", f"## {number}.", cell.source)
            number += 1
    task = cells["exercise"].source.split("\n")[1:]
    cells["exercise"].source = "\n".join([f"## {number - 1}. Your turn", *task])
    cells["next"].source = lesson.link_onward()
    notebook.metadata.title = lesson.title["en"]
    return notebook


def main() -> None:
    """Write the frame of all notebooks of lessons."""
    for lesson in lesson_notebooks():
        new = not lesson.path.exists()
        notebook = empty_notebook(lesson) if new else nbformat.read(lesson.path, as_version=4)
        before = "" if new else lesson.path.read_text(encoding="utf-8")
        after = refresh["text"](framed(notebook, lesson))
        if before != after:
            lesson.path.parent.mkdir(parents=True, exist_ok=True)
            lesson.path.write_text(after, encoding="utf-8")
            print(lesson.path.relative_to(LEARN))


if __name__ == "__main__":
    main()
