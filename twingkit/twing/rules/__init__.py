"""The rules of Imperial Twing: one module per chapter or idea, beside the texts that they cite."""

from __future__ import annotations

from twingkit.moved import old_names

__getattr__ = old_names(__name__)
