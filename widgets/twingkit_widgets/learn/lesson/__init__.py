"""Lessons: steps at a table, a learner's way through them, and the course that they make."""
