"""The cards of the Draw Deck: 52 wizards and three Archmages, and how they are written (EM-SET-2).

A wizard is written as the letter of its element and its number: `A1` is the Demon of air, `W13` the Magus of
water. `*` is an Archmage. Each card has an index from 0 to 54; the three
Archmages have 52, 53 and 54.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from twingkit.core.arguments import text_or_texts
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.ember.rules.rulebook import make_input_refusal, rulebook

ELEMENTS = "AEFW"
"""Air, earth, fire and water, in the order in which equal numbers lie in a pile (EM-DECK-4).

>>> [card_notation(index) for index in range(4)]
['A1', 'E1', 'F1', 'W1']
"""

HIGHEST_NUMBER = 13
"""Highest number of a wizard, the Magus."""

WIZARD_COUNT = len(ELEMENTS) * HIGHEST_NUMBER
"""Number of wizards; card indexes from here on are Archmages."""

ARCHMAGE = "*"
"""Notation of an Archmage."""

ARCHMAGE_COUNT = 3
"""Number of Archmages in the deck."""

DECK_SIZE = WIZARD_COUNT + ARCHMAGE_COUNT
"""Number of cards in the Draw Deck."""

ALL_CARDS_MASK = (1 << DECK_SIZE) - 1
"""Bit mask of all cards."""

ARCHMAGES_MASK = ALL_CARDS_MASK & ~((1 << WIZARD_COUNT) - 1)
"""Bit mask of the three Archmages."""

_CARD = re.compile(rf"([{ELEMENTS}])([1-9]|1[0-3])", re.IGNORECASE)
_LONGEST = 20


def card_notation(index: int) -> str:
    """Return the notation of the card with an index (0 to 54).

    >>> card_notation(0), card_notation(51), card_notation(54)
    ('A1', 'W13', '*')
    """
    return ARCHMAGE if index >= WIZARD_COUNT else f"{ELEMENTS[index % 4]}{index // 4 + 1}"


DECK: tuple[str, ...] = tuple(map(card_notation, range(DECK_SIZE)))
"""Notation of every card of the deck, by index.

>>> len(DECK), DECK[:2], DECK[-2:]
(55, ('A1', 'E1'), ('*', '*'))
"""

CARDS_ARGUMENT = text_or_texts("argument.cards")
"""Argument check for cards, a string or a list of strings."""

INDEX_BY_CARD = {card: index for index, card in enumerate(DECK[: WIZARD_COUNT + 1])}
"""Index of each card by its notation; all Archmages have the index of the first."""

PILE_ORDER = {**INDEX_BY_CARD, ARCHMAGE: -1}
"""Rank of each card in a pile, lowest first (EM-DECK-4)."""


def card_number(card: str) -> int:
    """Return the number of a wizard, 1 to 13; 0 for an Archmage.

    >>> card_number("E11"), card_number("*")
    (11, 0)
    """
    return 0 if card == ARCHMAGE else int(card[1:])


def in_pile_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in the order in which they lie in a pile, lowest first (EM-DECK-4).

    >>> in_pile_order(["W2", "*", "A2", "F1"])
    ('*', 'F1', 'A2', 'W2')
    """
    return tuple(sorted(cards, key=PILE_ORDER.__getitem__))


def without_cards(hand: Iterable[str], cards: Iterable[str]) -> list[str]:
    """Return the cards of a hand without the given `cards`; only one copy is removed for each of them.

    >>> without_cards(["A1", "*", "*"], ["*"])
    ['A1', '*']
    """
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def parse_card(text: str) -> str:
    """Parse the notation of a card, in upper or lower case. Raises `Fault` if it is not a card.

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
        raise Fault("card", rulebook(), found=one_line_excerpt(word, _LONGEST))
    return word.upper()


def parse_cards(cards: str | Sequence[str]) -> tuple[str, ...]:
    """Parse cards from a string or a sequence of strings.

    Raises `Fault` for text that is not a card, `Refusal` if there are more copies of a card than in the deck
    (EM-SET-2).

    >>> parse_cards("A12 e11 *")
    ('A12', 'E11', '*')
    """
    held = tuple(map(parse_card, cards.split() if isinstance(cards, str) else cards))
    for card, count in Counter(held).items():
        most = ARCHMAGE_COUNT if card == ARCHMAGE else 1
        if count > most:
            raise make_input_refusal("EM-SET-2", "too_many", card=card, n=count, most=most)
    return held


def cards_text(cards: str | Sequence[str]) -> str:
    """Parse cards and return them as one string in standard notation, in the given order.

    >>> cards_text(["A12", "e11"]), cards_text("a12  *")
    ('A12 E11', 'A12 *')
    """
    return " ".join(parse_cards(cards))


def card_indexes(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the indexes of cards; Archmages get 52, 53, 54 in this order.

    >>> card_indexes(["*", "A1", "*"])
    (52, 0, 53)
    """
    archmages = iter(range(WIZARD_COUNT, DECK_SIZE))
    return tuple(next(archmages) if card == ARCHMAGE else INDEX_BY_CARD[card] for card in cards)


def bitmask_of(indexes: Iterable[int]) -> int:
    """Return the integer in which the bits at these card indexes are set.

    >>> bitmask_of((0, 2))
    5
    """
    bits = 0
    for index in indexes:
        bits |= 1 << index
    return bits


def indexes_in_bitmask(bits: int) -> Iterator[int]:
    """Yield the indexes of the set bits, lowest first.

    >>> list(indexes_in_bitmask(5))
    [0, 2]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
