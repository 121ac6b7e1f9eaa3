"""A probability as a fact of a sentence."""

from __future__ import annotations

import attrs

from twingkit.core.rulebook import NamesByLanguage
from twingkit.core.words import format_percent


@attrs.frozen
class PercentageFact:
    """A probability from 0 to 1 that a sentence shows in percent."""

    value: float

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the probability in percent, such as `41%`."""
        return format_percent(self.value)
