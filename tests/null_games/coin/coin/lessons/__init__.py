"""The course: one lesson of three steps."""

from importlib.resources import files

from twingkit.lesson.course import Course

COURSE = Course("coin", files(__name__))
