"""Lessons: steps at a table, a learner's progress, and the course."""
