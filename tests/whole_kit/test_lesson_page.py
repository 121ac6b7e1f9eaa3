"""docs/lessons.md names every key, kind and question of a lesson file, and its example can be solved."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from twingkit.core.games import GameEntry, games
from twingkit.learn.lesson.answer_key import LessonAnswerFinder
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.lesson import KINDS, Lesson, Step
from twingkit.learn.lesson.reader import FIELD_BY_FILE_KEY
from twingkit.learn.lesson.rehearsal import rehearse
from twingkit.testing.lessons import (
    assert_choices_valid,
    assert_mistakes_explained,
    assert_predictions_valid,
    assert_record_restores,
    assert_solvable,
)
from twingkit.twing.notation.position import Position

PAGE = Path(__file__).parents[2].joinpath("docs", "lessons.md").read_text(encoding="utf-8")
TABLES = dict(re.findall(r"^(?:## |In )([^\n:(]+?)(?: \([^\n]*\))?:?\n\n((?:\|.*\n)+)", PAGE, re.M))
TAUGHT = [game for game in games() if course_of(game.id) and game.title("en") in TABLES]


def first_cells(table: str) -> set[str]:
    """Return the names in code in the first column of a table."""
    return {name for line in table.splitlines()[2:] for name in re.findall(r"`(.*?)`", line.split("|")[1])}


def keys(kind: type) -> set[str]:
    """Return the keys that a table of a file may have."""
    named = {value: key for key, value in FIELD_BY_FILE_KEY.items()}
    return {named.get(field.name, field.name) for field in attrs.fields(kind)} - {
        "extra_fields",
        "answer_key",
    }


def test_every_key_and_kind_has_its_line() -> None:
    assert first_cells(TABLES["At the top of the file"]) == keys(Lesson) - {"id"}
    assert first_cells(TABLES["Kinds of steps"]) == set(KINDS)
    assert first_cells(TABLES["Keys of a step"]) == keys(Step)


def test_what_any_game_asks_has_its_line() -> None:
    assert first_cells(TABLES["every game"]) == set(LessonAnswerFinder("twing").prediction_answerers)


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_what_a_game_asks_has_its_line(game: GameEntry) -> None:
    course = course_of(game.id)
    assert course is not None
    own = first_cells(TABLES[game.title("en")])
    assert own | first_cells(TABLES["every game"]) == set(course.answer_key.prediction_answerers)


def test_the_page_has_the_games_of_the_kit_that_it_names() -> None:
    assert {"twing", "imperium", "ember", "imajica"} <= {game.id for game in TAUGHT}


EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_played_through(example: str) -> None:
    course = course_of("twing")
    assert course is not None
    lesson = course.parse_lesson({"id": "example", **tomllib.loads(example)})
    rehearse(lesson)
    assert lesson.solution
    for holds in (
        assert_solvable,
        assert_mistakes_explained,
        assert_predictions_valid,
        assert_choices_valid,
        assert_record_restores,
    ):
        holds(lesson)


@pytest.mark.parametrize(
    ("holds", "number", "whole", "broken", "said"),
    [
        (
            assert_solvable,
            0,
            "tie: tie",
            "tie: attacker",
            "example, step 'tie': the recorded answer 'attacker'",
        ),
        (assert_solvable, 1, "buy: buy hat", "end: buy hat", "example: the steps ['buy'] ask, `solution`"),
        (assert_solvable, 0, "dice show 2.", "show {many}.", "example, step 'tie': a text names 'many'"),
        (assert_mistakes_explained, 0, "-> TW-BAT-17", "-> TW-BAT-16", "'TW-BAT-17', expected 'TW-BAT-16'"),
        (assert_mistakes_explained, 0, "tie: attacker", "tie: tie", "mistake 'tie': is not wrong"),
    ],
)
def test_an_example_that_is_wrong_is_found_with_step_and_answer(
    holds: Callable[[Lesson], None], number: int, whole: str, broken: str, said: str
) -> None:
    course = course_of("twing")
    assert course is not None
    assert whole in EXAMPLES[number]
    lesson = course.parse_lesson({"id": "example", **tomllib.loads(EXAMPLES[number].replace(whole, broken))})
    with pytest.raises(AssertionError, match=re.escape(said)):
        holds(lesson)


def test_the_examples_are_a_battle_with_a_mistake_and_a_whole_table() -> None:
    battle, whole = map(tomllib.loads, EXAMPLES)
    assert battle["mistakes"]
    assert "players F W\n" in whole["table"]


def test_the_lines_of_a_whole_table_are_those_that_the_game_reads() -> None:
    rows = dict(re.findall(r"^\| `(variant|players|p1|table) .*?` \| (.*) \|$", PAGE, re.M))
    assert list(rows) == ["variant", "players", "p1", "table"]
    parts = {name: re.findall(r"`([a-z][^`]*)`", cell) for name, cell in rows.items()}
    for part in parts["p1"]:
        assert f"p1 {part}" in Position.from_lines([f"p1 {part}", "p2", "p3"], 3).lines()
    for part in parts["table"]:
        full = "direction clockwise" if part == "direction" else part
        assert Position.from_lines(["p1", "p2", f"table {full}"], 2)
    assert [len(parts[name]) for name in ("p1", "table")] == [7, 8]
