"""The house’s differences as words behind what a rule says, where there is no room for a note."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.variants.house import with_us
from twingkit_widgets.panel.wording import say


def with_us_words(rules: Iterable[str], lang: str) -> str:
    """The differences of this house from some rules, with a space before them; "" if there are none.

    >>> with_us_words(["TW-OBJ-1"], "en")
    ''
    """
    sentences = dict.fromkeys(sentence for rule in rules for sentence in with_us(rule, lang))
    return " ".join(["", say(lang, "rule.with_us"), *sentences]) if sentences else ""
