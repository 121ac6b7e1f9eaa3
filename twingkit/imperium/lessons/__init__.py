"""The course of Twilight Imperium: its lessons as TOML files, and their right answers."""

from importlib.resources import files

from twingkit.learn.lesson.course import Course

COURSE = Course(
    "imperium",
    files(__name__),
    answer_key="twingkit.imperium.lessons.whole_game:ANSWER_KEY",
    views="twingkit_widgets.imperium.lesson.galaxy:VIEWS",
)
"""The course of Twilight Imperium with all its lessons."""
