"""A probability as a fact in a sentence."""

from __future__ import annotations

import attrs

from twingkit.core.rulebook import Words
from twingkit.core.words import format_percent


@attrs.frozen
class Percentage:
    """A probability from 0 to 1, shown in percent."""

    value: float

    def label(self, words: Words, form: str = "") -> str:
        """Return it in percent, such as `41%`."""
        return format_percent(self.value)
