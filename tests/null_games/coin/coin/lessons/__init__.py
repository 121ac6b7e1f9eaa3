"""The course: one lesson of three steps."""

from importlib.resources import files

from twingkit.learn.lesson.course import Course

COURSE = Course("coin", files(__name__))
