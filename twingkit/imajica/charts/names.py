"""Names of cards and seats in charts, from the ids in result tables."""

from __future__ import annotations

from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.rulebook import rulebook


def card_names(tokens: str) -> str:
    """Return the names of cards from tokens separated by spaces, such as `gek-a-gek gek-a-gek.2`.

    >>> card_names("gideon irish")
    'Gideon, Irish'
    """
    cards = load_cards()
    names = [name.partition(".")[0] for name in tokens.split()]
    return ", ".join(cards[name].name() if name in cards else name for name in names)


def capitalized_seat_name(seat: str) -> str:
    """Return the name of a seat for the start of a sentence.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", capitalized_seat_name, "p2")
    'Person 2'
    """
    name = rulebook().words.name(seat)
    return name[:1].upper() + name[1:]
