"""Lines of text that hold a battle, a duel, an end-game attack, a situation or a position."""

from __future__ import annotations

from twingkit.moved import old_names

__getattr__ = old_names(__name__)
