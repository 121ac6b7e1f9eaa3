"""A value of the wrong type for its key is a fault of the lesson's file, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from twingkit.learn.lesson.course import course_of, with_own_lessons
from twingkit.learn.lesson.lesson import LessonError


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("step = 1", "step is a list of tables, not 1"),
        ("step = " + "9" * 5_000, "mine.toml, line 1"),
        ("step = " + "[" * 5_000, "mine.toml, line 1"),
        ('step = ":"', 'step is a list of tables, not ":"'),
        ("step = [1]", "step is a list of tables"),
        ("learned = 3", "learned is a list of tables, not 3"),
        ("learned = [[{}]]", "learned is a list of tables"),
        ("table = []", "table is a text, not []"),
        ("solution = 5", "solution is a list of texts, not 5"),
        ("mistakes = [1]", "mistakes is a list of texts"),
        ("numbers = [1]", "numbers is a table of texts"),
        ('you = "x"', "you is the number of a seat"),
        ("questions = true", "questions: is a number from 1 to 20"),
        ('[[step]]\nid = "a"\ntext = 1', "text is a list of sentences"),
        ('[[step]]\nid = "a"\ntitle = { en = 1, de = [] }', "title is a sentence in each of en, de"),
        ('[[step]]\nid = "a"\noption = [{ id = "b", from = "low" }]', "from is a number"),
        ('[[step]]\nid = "a"\noption = [{ rule = [] }]', "rule is a text"),
        ('[[step]]\nid = "a"\npoint = [1]', "point is a list of tables"),
        ('[[step]]\nid = "a"\nreply = { b = 1 }', "reply is a table of sentences"),
        ('[[step]]\nid = "a"\nonly = [1]', "only is a table of texts"),
    ],
)
@pytest.mark.parametrize("game", ["twing", "imperium"])
def test_a_value_of_another_shape_is_named(game: str, text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    course = course_of(game)
    assert course is not None
    with pytest.raises(LessonError) as caught:
        with_own_lessons(course, tmp_path).lesson("mine")
    assert said in str(caught.value)
    assert all(line.startswith("mine.toml") for line in str(caught.value).splitlines())
