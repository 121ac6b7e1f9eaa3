"""The course of Imajica: lessons in TOML files, and an answer key that computes what is right."""

from importlib.resources import files

from twingkit.learn.lesson.course import Course

COURSE = Course(
    "imajica",
    files(__name__),
    answer_key="twingkit.imajica.lessons.answer_key:OF_IMAJICA",
    views="twingkit_widgets.imajica.lesson.views:VIEWS",
)
"""All lessons of the game."""
