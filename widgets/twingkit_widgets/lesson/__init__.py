"""Lessons: steps at a table, a learner's way through them, and the course that they make."""

from __future__ import annotations

from twingkit.moved import old_names

__getattr__ = old_names(__name__)
