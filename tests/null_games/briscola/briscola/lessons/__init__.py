"""The course: one lesson."""

from importlib.resources import files

from twingkit.learn.lesson.course import Course

COURSE = Course("briscola", files(__name__))
