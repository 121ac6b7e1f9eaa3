"""The course of Imajica: lessons in TOML files, and the answer key that computes their answers."""

from importlib.resources import files

from twingkit.learn.lesson.course import Course

COURSE = Course(
    "imajica",
    files(__name__),
    answer_key="twingkit.imajica.lessons.answer_key:IMAJICA_ANSWER_KEY",
    views="twingkit_widgets.imajica.lesson.views:VIEWS",
)
"""All lessons of the game."""
