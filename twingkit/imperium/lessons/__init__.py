"""The course of Twilight Imperium's battles: its lessons as TOML files, and what is right in them."""

from importlib.resources import files

from twingkit.lesson.course import Course

COURSE = Course(
    "imperium",
    files(__name__),
    answer_key="twingkit.imperium.lessons.answer_key:OF_BATTLES",
    views="twingkit_widgets.imperium.lesson.views:VIEWS",
)
"""All lessons of the game."""
