"""The course of Imajica: its lessons as TOML files, and what is right in them."""

from importlib.resources import files

from twingkit.learn.lesson.course import Course

COURSE = Course(
    "imajica",
    files(__name__),
    answer_key="twingkit.imajica.lessons.answer_key:OF_IMAJICA",
    views="twingkit_widgets.imajica.lesson.views:VIEWS",
)
"""All lessons of the game."""
