"""Each lesson has a notebook, whose frame is that of its course and whose exercise can be solved."""

import contextlib
import io
import re
import runpy
from pathlib import Path
from typing import Any

import nbformat
import pytest

from twingkit.learn.lesson.course import course_of
from twingkit_widgets import LessonPanel

frames = runpy.run_path(str(Path(__file__).with_name("lesson_frames.py")))
LEARN: Path = frames["LEARN"]
NOTEBOOKS = frames["lesson_notebooks"]()

RULE = re.compile(r"\b(?:TW|IM|IJ|EM)-[A-Z]+-\w+")
"""The id of a rule."""


def each_notebook(name: str = "notebook") -> Any:
    return pytest.mark.parametrize(name, NOTEBOOKS, ids=lambda each: f"{each.game}-{each.lesson}")


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def run(source: str, names: dict[str, Any]) -> str:
    """Return what code prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(source, "a cell", "exec"), names)
    return printed.getvalue()


def test_the_folder_holds_the_notebooks_of_all_lessons_and_no_others() -> None:
    found = {path for path in LEARN.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts}
    others = {LEARN / name for name in frames["AFTER_LAST"].values()}
    assert found == {notebook.path for notebook in NOTEBOOKS} | others
    assert {notebook.game for notebook in NOTEBOOKS} == {"twing", "imperium", "imajica", "ember"}


@each_notebook()
def test_the_frame_is_that_of_the_course(notebook: Any) -> None:
    """Titles, panel, numbers of the parts and the link onward; the command writes them."""
    stored = notebook.path.read_text(encoding="utf-8")
    written = frames["refresh"]["text"](frames["framed"](read(notebook.path), notebook))
    assert written == stored, "run `python tests/notebooks/lesson_frames.py`"
    ids = [cell.id for cell in read(notebook.path).cells]
    assert tuple(ids[:3]) == frames["BEGINNING"]
    assert tuple(ids[-4:]) == frames["END"]


@each_notebook()
def test_the_first_cell_says_in_both_languages_what_is_in_the_notebook(notebook: Any) -> None:
    title, german_title, text, german_text = read(notebook.path).cells[0].source.split("\n\n")
    assert title.removeprefix("# ") == notebook.title["en"]
    assert german_title.strip("*") == notebook.title["de"]
    assert text
    assert re.fullmatch(r"\*.+\*", german_text, re.DOTALL)


@each_notebook()
def test_the_panel_shows_the_lesson(notebook: Any) -> None:
    *imports, call = read(notebook.path).cells[2].source.splitlines()
    names: dict[str, Any] = {}
    run("\n".join(imports), names)
    panel = eval(call, names)
    assert isinstance(panel, LessonPanel)
    assert panel.controller.lesson.id == notebook.lesson
    assert notebook.title["en"] in panel.html


@each_notebook()
def test_the_exercise_has_a_check_that_takes_the_true_answer_only(notebook: Any) -> None:
    *_, exercise, answer, check, _ = read(notebook.path).cells
    english, *_, german = exercise.source.split("\n\n")[1:]
    assert english
    assert re.fullmatch(r"\*.+\*", german, re.DOTALL)
    names: dict[str, Any] = {}
    assert not run(answer.source, names)
    assert set(names) - {"__builtins__"} == {"answer"}
    wrong = names["answer"]
    hint = run(check.source, names)
    assert "Right" not in hint
    assert "Noch nicht: " in hint, "a hint in both languages"
    assert wrong != names["truth"] is not None
    told = rf"(?<![\w-]){re.escape(str(names['truth']))}(?!\w)"
    assert not re.search(told, hint), "a hint is not the solution"
    names["answer"] = names["truth"]
    assert run(check.source, names) == "Right. / Richtig.\n"


@each_notebook()
def test_what_is_printed_cites_rules_that_the_lesson_teaches(notebook: Any) -> None:
    course = course_of(notebook.game)
    assert course is not None
    taught = set(RULE.findall(course.folder.joinpath(f"{notebook.lesson}.toml").read_text(encoding="utf-8")))
    cells = [cell for cell in read(notebook.path).cells if cell.cell_type == "code"]
    printed = "\n".join(output.text for cell in cells for output in cell.outputs)
    assert taught & set(RULE.findall(printed))
