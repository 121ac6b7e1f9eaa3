"""The course of Imperial Twing: its lessons as TOML files, and their right answers."""

from importlib.resources import files

from twingkit.learn.lesson.course import Course

COURSE = Course(
    "twing",
    files(__name__),
    answer_key="twingkit.twing.lessons.answer_key:TWING_ANSWER_KEY",
    views="twingkit_widgets.twing.lesson.views:VIEWS",
)
"""All lessons of the game."""
