"""The reason why a decision could not be rated, in every language, as a review keeps it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.words import LANGUAGES


@attrs.frozen
class Reason:
    """A fault that is told later, perhaps to somebody else: its sentence by language.

    >>> Reason.from_fault(Fault("reviews.hand")).text("de")
    'die Karten, die zur Wahl standen, sind nicht bekannt'
    """

    texts: Mapping[str, str]

    @classmethod
    def from_fault(cls, fault: Fault) -> Reason:
        """The reason that a fault is."""
        return cls({lang: fault.text(lang) for lang in LANGUAGES})

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> Reason:
        """The reason that was kept as its texts. Raises `KeyError` or `TypeError` for what is none."""
        return cls({lang: str(texts[lang]) for lang in LANGUAGES})

    @localized
    def text(self, lang: str | None = None) -> str:
        """The reason as a sentence."""
        return self.texts[language()]
