"""A chance as a fact of a sentence."""

from __future__ import annotations

import attrs

from twingkit.core.rulebook import Words
from twingkit.core.words import percent


@attrs.frozen
class Share:
    """A chance from 0 to 1, which a sentence says in percent."""

    value: float

    def label(self, words: Words, form: str = "") -> str:
        """`41%`."""
        return percent(self.value)
