"""The rulebook of Ember, and helpers that build its refusals."""

from __future__ import annotations

from importlib.resources import files

from twingkit.core.questions import Refusal, RefusalWithRuleId
from twingkit.core.rulebook import Rulebook, load_rulebook_once

ELEMENT_NAMES = {
    "A": {"en": "air", "de": "Luft"},
    "E": {"en": "earth", "de": "Erde"},
    "F": {"en": "fire", "de": "Feuer"},
    "W": {"en": "water", "de": "Wasser"},
}
"""Keys of the elements' names, from which card names are built."""


@load_rulebook_once
def rulebook() -> Rulebook:
    """Return the rules of Ember with their messages and words.

    >>> print(rulebook()["EM-COST-5"].title())
    The Archmage as a wild card
    """
    book = Rulebook.load(
        files("twingkit.ember.rules"), glossary=files("twingkit.ember").joinpath("glossary.toml")
    )
    book.words.add_names({"*": {"en": "Archmage", "de": "Erzmagier"}})
    for letter, names in ELEMENT_NAMES.items():
        for number in range(1, 14):
            book.words.add_names(
                {f"{letter}{number}": {lang: f"{name.capitalize()} {number}" for lang, name in names.items()}}
            )
    return book


def make_input_refusal(rule: str, case: str, **facts: object) -> RefusalWithRuleId:
    """Build a refusal of typed input from a rule, the case of its message and the facts it needs."""
    return RefusalWithRuleId(rule, case, facts, rulebook())


def make_refusal(rule: str, case: str, **facts: object) -> Refusal:
    """Build a refusal from a rule, the case of its message and the facts it needs."""
    return Refusal(rule, case, facts, rulebook())
