"""The known name that a wrong name probably meant, for the end of an error message."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

import attrs

from twingkit.core.language import localized
from twingkit.core.messages import message


def nearest_name(wrong: object, allowed: Iterable[str], synonyms: Mapping[str, str] | None = None) -> str:
    """Return the allowed name closest to a wrong one, ignoring case; "" if none is close.

    `synonyms` maps words without any resemblance to allowed names, such as "fire" to F.

    >>> nearest_name("Trop", ("cat", "trap")), nearest_name("fire", ("F", "W"), {"fire": "F"})
    ('trap', 'F')
    """
    if not isinstance(wrong, str):
        return ""
    folded = {name.casefold(): name for name in allowed} | dict(synonyms or {})
    close = difflib.get_close_matches(wrong[:60].strip().casefold(), folded, n=1)
    return folded[close[0]] if close else ""


@attrs.frozen
class NearestName:
    """A hint such as "did you mean …?" for the end of an error message; names the known name closest to
    `given`.

    >>> NearestName("gredy", ("greedy", "random")).text()
    "; did you mean 'greedy'?"
    """

    given: object
    names: tuple[str, ...]
    synonyms: Mapping[str, str] = attrs.field(factory=dict, hash=False)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the hint; "" if no name is close."""
        near = nearest_name(self.given, self.names, self.synonyms)
        return message("near", near=near) if near else ""
