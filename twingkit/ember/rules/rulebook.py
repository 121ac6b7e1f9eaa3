"""The rulebook of Ember, read once, and the functions with which its chapters refuse something."""

from __future__ import annotations

from importlib.resources import files

from twingkit.core.questions import InputRefusal, Refusal
from twingkit.core.rulebook import Rulebook, load_once

ELEMENT_NAMES = {
    "A": {"en": "air", "de": "Luft"},
    "E": {"en": "earth", "de": "Erde"},
    "F": {"en": "fire", "de": "Feuer"},
    "W": {"en": "water", "de": "Wasser"},
}
"""Names of the elements, from which the names of cards are made."""


@load_once
def rulebook() -> Rulebook:
    """Return the rules of Ember, with their sentences and words. Cards are named by element and number.

    >>> print(rulebook()["EM-COST-5"].title())
    The Archmage as a wild card
    """
    book = Rulebook.load(files("twingkit.ember.rules"))
    book.words.add({"*": {"en": "Archmage", "de": "Erzmagier"}})
    for letter, names in ELEMENT_NAMES.items():
        for number in range(1, 14):
            book.words.add(
                {f"{letter}{number}": {lang: f"{name.capitalize()} {number}" for lang, name in names.items()}}
            )
    return book


def refuse_input(rule: str, case: str, **facts: object) -> InputRefusal:
    """Return the refusal of something typed, by a rule, with the facts for its sentence."""
    return InputRefusal(rule, case, facts, rulebook())


def refuse(rule: str, case: str, **facts: object) -> Refusal:
    """Return a refusal by a rule, with the facts for its sentence."""
    return Refusal(rule, case, facts, rulebook())
