"""The lessons of every installed game: solved as their files say, and saved."""

from __future__ import annotations

import pytest

from twingkit.core.games import games
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.lesson import Lesson
from twingkit.testing import lessons as holds

COURSES = [course for course in (course_of(game.id) for game in games()) if course]

each_lesson = pytest.mark.parametrize(
    "lesson",
    [
        pytest.param(course.lesson(name), id=f"{course.game}-{name}")
        for course in COURSES
        for name in course.names
    ],
)


@each_lesson
def test_a_lesson_is_solved_as_it_says_and_every_sentence_is_complete(lesson: Lesson) -> None:
    holds.assert_solvable(lesson)


@each_lesson
def test_a_lesson_of_the_kit_says_what_was_learned_and_replies_to_every_option(lesson: Lesson) -> None:
    """These are stricter than the requirements for a lesson: see `docs/lessons.md`."""
    assert lesson.learned
    silent = [(step.id, option.id) for step in lesson.steps for option in step.options if not option.reply]
    assert silent == []


@each_lesson
def test_every_recorded_mistake_is_answered_by_the_recorded_rule(lesson: Lesson) -> None:
    holds.assert_mistakes_explained(lesson)


@each_lesson
def test_exactly_one_option_of_a_prediction_is_right_and_a_rule_says_why(lesson: Lesson) -> None:
    holds.assert_predictions_valid(lesson)


@each_lesson
def test_what_can_be_chosen_is_allowed_or_refused_by_a_rule(lesson: Lesson) -> None:
    holds.assert_choices_valid(lesson)


@each_lesson
def test_a_record_takes_a_learner_back_to_every_step(lesson: Lesson) -> None:
    holds.assert_record_restores(lesson)
