"""Selectors: words such as `target:rival:active:strength<=2` that say which cards an effect applies to.

A base comes first, then filters. The user names `target` and `site`; the other bases are fixed.
`rules/matches.py` decides which cards match.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

import attrs

from twingkit.core.language import language
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.imajica.rules.rulebook import rulebook

AFFILIATIONS = (
    "maestro", "vassal", "adorer", "aphrodyte", "artist", "tabula-rasa", "oviate",
    "dearther", "eurhetemec", "kuyrmid", "oethac",
)  # fmt: skip
"""All affiliations, in the order of rules IJ-AFF-1 to 7; the last four give no power (IJ-AFF-8)."""

_BASES = (
    "self", "acting", "target", "site", "this", "the-site", "involved", "seizers", "contesters", "mine",
)  # fmt: skip
"""The bases of selectors: the card itself, the acting Ally, the target, Sites, and the groups of a fight."""

FIGHT_FIELD_BY_BASE = {"seizers": "attackers", "contesters": "defenders", "involved": "involved"}
"""Fields of `Fight` by the base that means that side."""

_LEADING_FILTERS = ("own", "rival", "active", "pivoted", "unpivoted", "male", "female", "involved", "secured")
_POST_NOUN_FILTERS = ("reserve", "holder", "not-holder", "circle", "other", "seizer", "contester")

_FIGURE = re.compile(r"(magic|strength|prime|resistance)<=(\d)|(dominion)=([1-5])")


@attrs.frozen(cache_hash=True)
class Selector:
    """A selector of cards in an effect, such as `target:rival:active`: a base (a kind of card) and filters
    that narrow it down.

    >>> print(parse_selector("target:rival:active:strength<=2").label(None))
    target rival active character with Strength 2 or less
    """

    base: str
    filters: tuple[str, ...] = ()

    @cached_property
    def is_site(self) -> bool:
        """Whether the selector selects a Site."""
        return self.base in ("site", "this", "the-site")

    @cached_property
    def value_filters(self) -> tuple[str, ...]:
        """Filters on a value, a Dominion or an affiliation."""
        return tuple(word for word in self.filters if "=" in word or word in AFFILIATIONS)

    @cached_property
    def state_filters(self) -> tuple[str, ...]:
        """Filters on state, area or owner."""
        return tuple(word for word in self.filters if word not in self.value_filters)

    def label(self, words: object, form: str = "") -> str:
        """Return the selector as a phrase of a sentence."""
        book = rulebook()
        said = book.sentences["who"]
        noun = "site" if self.is_site else "character"

        def word(key: str) -> str:
            for own in [f"{key}_site"] if self.is_site else [f"filter_{key}"]:
                if own in said:
                    return said[own][language()]
            return said[key][language()]

        before = [word(key) for key in self.filters if key in _LEADING_FILTERS]
        after = [word(key) for key in self.filters if key in _POST_NOUN_FILTERS]
        kinds = [book.words.name(key) for key in self.filters if key in AFFILIATIONS]
        after += [said["affiliated"][language()].format(what=kind) for kind in kinds]
        for key in self.filters:
            if match := _FIGURE.fullmatch(key):
                case = match[1] or match[3]
                after.append(said[case][language()].format(n=match[2] or match[4]))
        if self.base in ("target", "site", "mine"):
            parts = [
                said[f"{self.base}_begin"][language()],
                *before,
                said[f"{noun}_{self.base}"][language()],
                *after,
            ]
        else:
            parts = [said[self.base][language()], *after]
        return " ".join(filter(None, parts))

    def __str__(self) -> str:
        return ":".join([self.base, *self.filters])


@lru_cache(maxsize=1024)
def parse_selector(text: str) -> Selector:
    """Parse a selector of cards, such as `site:circle`. Raises `Fault` for unknown words.

    >>> parse_selector("site:circle").is_site
    True
    """
    base, *filters = text.split(":")
    known = {*_LEADING_FILTERS, *_POST_NOUN_FILTERS, *AFFILIATIONS}
    if base not in _BASES or not all(key in known or _FIGURE.fullmatch(key) for key in filters):
        raise Fault("who", rulebook(), found=one_line_excerpt(text, 40))
    return Selector(base, tuple(filters))
