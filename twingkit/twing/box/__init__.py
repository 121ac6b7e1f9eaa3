"""The box of Imperial Twing: its cards, and the reader and linter of one's own."""

from __future__ import annotations

from twingkit.moved import old_names

__getattr__ = old_names(__name__)
