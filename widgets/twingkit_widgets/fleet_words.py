"""What the fleet lab says, from `fleet_words.toml`, and what can go wrong in it."""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.rules import rulebook
from twingkit_widgets.sentences import SaidFault, sentence
from twingkit_widgets.wording import Words
from twingkit_widgets.workbench import WORDS as COMMON

WORDS = Words(Path(__file__).with_name("fleet_words.toml"))
"""The sentences of the lab."""


def fleet_say(
    lang: str, key: str, role: str = "", /, *, catalogue: Words | None = None, **facts: object
) -> str:
    """Return the sentence `key` with `{who}` and `{whose}` for a side (`{who:dat}`, `{who:acc}` too), a
    capital first: of this lab, or the one that every lab says. A tab with words of its own gives its
    `catalogue`."""
    own = catalogue or (WORDS if key in WORDS else COMMON)
    return sentence(own, rulebook(), lang, key, role, **facts)


def fleet_word(lang: str, key: str, **facts: object) -> str:
    """Return a word or part of a sentence as it stands in the catalogue."""
    return WORDS.say(lang, key, **facts)


class FleetFault(SaidFault):
    """Something that cannot be done or read in the lab; without a `key`: that there is no such place."""

    catalogue = WORDS

    def __init__(self, key: str = "fault.no_place", **facts: object) -> None:
        super().__init__(key, **facts)
