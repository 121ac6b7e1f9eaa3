"""The reason why a decision could not be rated, saved in every language."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.words import LANGUAGES


@attrs.frozen
class UnratedReason:
    """The reason why a decision could not be rated, as a sentence in every language.

    >>> UnratedReason.from_fault(Fault("reviews.hand")).text("de")
    'die Karten, die zur Wahl standen, sind nicht bekannt'
    """

    texts: Mapping[str, str]

    @classmethod
    def from_fault(cls, fault: Fault) -> UnratedReason:
        """Return the reason with the texts of a fault."""
        return cls({lang: fault.text(lang) for lang in LANGUAGES})

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> UnratedReason:
        """Return the reason with saved texts. Raises `KeyError` or `TypeError` if they are not valid."""
        return cls({lang: str(texts[lang]) for lang in LANGUAGES})

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the reason as a sentence."""
        return self.texts[language()]
