"""What the fleet lab says, from `fleet_words.toml`, and what can go wrong in it."""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.rules import rulebook
from twingkit_widgets.wording import Words

WORDS = Words(Path(__file__).with_name("fleet_words.toml"))
"""The sentences of the lab."""


def fleet_say(
    lang: str, key: str, role: str = "", /, *, catalogue: Words | None = None, **facts: object
) -> str:
    """Return the sentence `key` with `{who}` and `{whose}` for a side (`{who:dat}`, `{who:acc}` too), a
    capital first. A tab with words of its own gives its `catalogue`."""
    if role:
        facts = {"who": _Named(lang, role), "whose": _Named(lang, role, "gen"), **facts}
    said = (catalogue or WORDS).say(lang, key, **facts)
    return said[:1].upper() + said[1:]


def fleet_word(lang: str, key: str, **facts: object) -> str:
    """Return a word or part of a sentence as it stands in the catalogue."""
    return WORDS.say(lang, key, **facts)


class _Named:
    """A side in a sentence, in the grammatical form that the sentence asks for."""

    def __init__(self, lang: str, role: str, form: str = "") -> None:
        self._lang, self._role, self._form = lang, role, form

    def __format__(self, form: str) -> str:
        return rulebook().words.name(self._role, self._lang, form or self._form)


class FleetFault(ValueError):
    """Something that cannot be done or read, in the words `key` of the catalogue."""

    def __init__(self, key: str = "fault.no_place", **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.facts = key, facts

    def text(self, lang: str) -> str:
        """What is wrong, for a person."""
        return WORDS.say(lang, self.key, **self.facts)

    def __str__(self) -> str:
        return self.text("en")
