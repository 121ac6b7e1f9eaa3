"""The course of Ember: its lessons as TOML files, and their right answers."""

from importlib.resources import files

from twingkit.learn.lesson.course import Course

COURSE = Course(
    "ember",
    files(__name__),
    answer_key="twingkit.ember.lessons.answer_key:EMBER_ANSWER_KEY",
    views="twingkit_widgets.ember.lesson.views:VIEWS",
)
"""All lessons of the game."""
