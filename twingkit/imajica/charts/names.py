"""The names of cards and seats in figures, from the ids that tables of analyses have."""

from __future__ import annotations

from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.rulebook import rulebook


def card_names(ids: str) -> str:
    """The names of cards, from their ids in one text: `gek-a-gek gek-a-gek.2`.

    >>> card_names("gideon irish")
    'Gideon, Irish'
    """
    cards = load_cards()
    names = [name.partition(".")[0] for name in ids.split()]
    return ", ".join(cards[name].name() if name in cards else name for name in names)


def capitalized_seat_name(seat: str) -> str:
    """The name of a seat at the beginning of a sentence.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", capitalized_seat_name, "p2")
    'Person 2'
    """
    name = rulebook().words.name(seat)
    return name[:1].upper() + name[1:]
