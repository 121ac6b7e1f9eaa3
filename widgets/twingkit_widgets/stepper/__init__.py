"""The stepper: a game gone through answer by answer, whatever the game."""

from __future__ import annotations

from twingkit.moved import old_names

__getattr__ = old_names(__name__)
