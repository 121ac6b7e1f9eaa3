"""The rules of Twilight Imperium's battles: one module per step or idea, beside their texts."""

from __future__ import annotations

from twingkit.moved import old_names

__getattr__ = old_names(__name__)
