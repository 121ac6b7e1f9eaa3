"""Lessons as data: steps at a table of any game, a learner's progress through them, and courses of lessons.

A game defines a `LessonAnswerFinder` (which answers are right, and which fields its steps may have) and
names a `Course` in its entry.
"""
