"""The parts of every panel: markup, words, controls, charts, and the client that shows it."""

from __future__ import annotations

from twingkit.moved import old_names

__getattr__ = old_names(__name__)
