"""Those whom an effect concerns: a word such as `target:rival:active:strength<=2`, and its phrase.

The base comes first, then filters. `target` and `site` are named by the user; the other bases say by
themselves whom they mean. `rules/matches.py` says who passes a filter.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

import attrs

from twingkit.core.language import language
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.imajica.rules.rulebook import rulebook

AFFILIATIONS = (
    "maestro", "vassal", "adorer", "aphrodyte", "artist", "tabula-rasa", "oviate",
    "dearther", "eurhetemec", "kuyrmid", "oethac",
)  # fmt: skip
"""All affiliations, in the order of their rules IJ-AFF-1 to 7; the last four are names without a power
(IJ-AFF-8)."""

BASES = (
    "self", "acting", "target", "site", "this", "the-site", "involved", "seizers", "contesters", "mine",
)  # fmt: skip
"""The bases: the card itself, the acting Ally, what is named, the Site of this card, that of the seizure, all
involved, all on a side, all own characters."""

SIDES = {"seizers": "mine", "contesters": "theirs", "involved": "involved"}
"""The bases that mean the sides of a seizure, each with the side of the fight."""

LEADING_FILTERS = ("own", "rival", "active", "pivoted", "unpivoted", "male", "female", "involved", "secured")
TRAILING_FILTERS = ("reserve", "holder", "not-holder", "circle", "other", "seizer", "contester")
"""The filters by a word, before and after the noun in a phrase."""

_FIGURE = re.compile(r"(magic|strength|prime|resistance)<=(\d)|(dominion)=([1-5])")


@attrs.frozen(cache_hash=True)
class Selector:
    """A base and its filters.

    >>> print(parse_selector("target:rival:active:strength<=2").label(None))
    target rival active character with Strength at most 2
    """

    base: str
    filters: tuple[str, ...] = ()

    @cached_property
    def is_site(self) -> bool:
        """True if it means a Site."""
        return self.base in ("site", "this", "the-site")

    @cached_property
    def figure_filters(self) -> tuple[str, ...]:
        """Its filters that ask for a figure, a Dominion or an affiliation."""
        return tuple(word for word in self.filters if "=" in word or word in AFFILIATIONS)

    @cached_property
    def state_filters(self) -> tuple[str, ...]:
        """Its other filters, which ask how a card lies there and whose it is."""
        return tuple(word for word in self.filters if word not in self.figure_filters)

    def label(self, words: object, form: str = "") -> str:
        """The phrase in a sentence."""
        book = rulebook()
        said = book.sentences["who"]
        noun = "site" if self.is_site else "character"

        def word(key: str) -> str:
            for own in [f"{key}_site"] if self.is_site else [f"filter_{key}"]:
                if own in said:
                    return said[own][language()]
            return said[key][language()]

        before = [word(key) for key in self.filters if key in LEADING_FILTERS]
        after = [word(key) for key in self.filters if key in TRAILING_FILTERS]
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
    """Return whom a word means; raises `Fault`.

    >>> parse_selector("site:circle").is_site
    True
    """
    base, *filters = text.split(":")
    known = {*LEADING_FILTERS, *TRAILING_FILTERS, *AFFILIATIONS}
    if base not in BASES or not all(key in known or _FIGURE.fullmatch(key) for key in filters):
        raise Fault("who", rulebook(), found=one_line(text, 40))
    return Selector(base, tuple(filters))
