"""A chance as a fact of a sentence."""

from __future__ import annotations

import attrs

from twingkit.core.rulebook import Words
from twingkit.core.words import format_percent


@attrs.frozen
class Percentage:
    """A chance from 0 to 1, which a sentence says in percent."""

    value: float

    def label(self, words: Words, form: str = "") -> str:
        """`41%`."""
        return format_percent(self.value)
