"""The battle line, and the notes on it."""

from __future__ import annotations

from twingkit.moved import old_names

__getattr__ = old_names(__name__)
