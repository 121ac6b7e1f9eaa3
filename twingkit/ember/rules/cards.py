"""The cards of the Draw Deck: 52 wizards and three Archmages, and how they are written (EM-SET-2).

A wizard is written as the letter of its element and its number: `A1` is the Demon of air, `W13` the Magus of
water. `*` is an Archmage. Where the three Archmages need different places (one card is one bit), they have
52, 53 and 54.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from twingkit.core.arguments import named_kind
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.ember.rules.rulebook import refuse_input, rulebook

ELEMENTS = "AEFW"
"""Air, earth, fire, water, in the order in which equal numbers lie in a pile (EM-DECK-4).

>>> [card_token(place) for place in range(4)]
['A1', 'E1', 'F1', 'W1']
"""

NUMBERS = 13
"""Highest number of a wizard, the Magus."""

WIZARDS = len(ELEMENTS) * NUMBERS
"""Number of wizards. Places from here on are Archmages."""

ARCHMAGE = "*"
"""Sign of an Archmage."""

ARCHMAGES = 3
"""Number of Archmages in the deck."""

DECK_SIZE = WIZARDS + ARCHMAGES
"""Number of cards in the Draw Deck."""

_CARD = re.compile(rf"([{ELEMENTS}])([1-9]|1[0-3])", re.IGNORECASE)
_LONGEST = 20


def card_token(place: int) -> str:
    """Return how the card of a place (0 to 54) is written.

    >>> card_token(0), card_token(51), card_token(54)
    ('A1', 'W13', '*')
    """
    return ARCHMAGE if place >= WIZARDS else f"{ELEMENTS[place % 4]}{place // 4 + 1}"


DECK: tuple[str, ...] = tuple(map(card_token, range(DECK_SIZE)))
"""Every card of the deck, in the order of places.

>>> len(DECK), DECK[:2], DECK[-2:]
(55, ('A1', 'E1'), ('*', '*'))
"""

CARDS_TAKEN = named_kind(
    "argument.cards",
    lambda cards: (
        isinstance(cards, str)
        or (isinstance(cards, Sequence) and all(isinstance(card, str) for card in cards))
    ),
)
"""Cards as a string or a list of strings, as functions accept them."""

PLACES = {card: place for place, card in enumerate(DECK[: WIZARDS + 1])}
"""Place of each card. All Archmages have the place of the first."""

PILE_ORDER = {**PLACES, ARCHMAGE: -1}
"""Place of each card in a pile, lowest first (EM-DECK-4)."""


def number(card: str) -> int:
    """Return the number of a wizard, 1 to 13; 0 for an Archmage, which has none.

    >>> number("E11"), number("*")
    (11, 0)
    """
    return 0 if card == ARCHMAGE else int(card[1:])


def sorted_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in the order in which they lie in a pile, lowest first (EM-DECK-4).

    >>> sorted_cards(["W2", "*", "A2", "F1"])
    ('*', 'F1', 'A2', 'W2')
    """
    return tuple(sorted(cards, key=PILE_ORDER.__getitem__))


def parse_card(text: str) -> str:
    """Return the card that a text names, in capitals or not. Raises `Fault` if it is not a card.

    >>> parse_card("w13"), parse_card("*")
    ('W13', '*')
    >>> parse_card("A14")
    Traceback (most recent call last):
    ...
    twingkit.core.messages.Fault: 'A14' is not a card; expected A, E, F or W with a number from 1 to 13 ...
    """
    word = text.strip()
    if word == ARCHMAGE:
        return ARCHMAGE
    if not _CARD.fullmatch(word):
        raise Fault("card", rulebook(), found=one_line(word, _LONGEST))
    return word.upper()


def parse_cards(cards: str | Sequence[str]) -> tuple[str, ...]:
    """Return the cards of a text, or of a sequence of texts, in the notation of records.

    Raises `Fault` for text that is not a card, `Refusal` if there are more copies of a card than in the deck
    (EM-SET-2).

    >>> parse_cards("A12 e11 *")
    ('A12', 'E11', '*')
    """
    held = tuple(map(parse_card, cards.split() if isinstance(cards, str) else cards))
    for card, count in Counter(held).items():
        most = ARCHMAGES if card == ARCHMAGE else 1
        if count > most:
            raise refuse_input("EM-SET-2", "too_many", card=card, n=count, most=most)
    return held


def places_of(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the places of cards, Archmages in the order 52, 53, 54.

    >>> places_of(["*", "A1", "*"])
    (52, 0, 53)
    """
    archmages = iter(range(WIZARDS, DECK_SIZE))
    return tuple(next(archmages) if card == ARCHMAGE else PLACES[card] for card in cards)


def bits_of(places: Iterable[int]) -> int:
    """Return cards by their places as bits.

    >>> bits_of((0, 2))
    5
    """
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits


def places_in(bits: int) -> Iterator[int]:
    """Yield the places of bits, lowest first.

    >>> list(places_in(5))
    [0, 2]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
