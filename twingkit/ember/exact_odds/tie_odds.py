"""The chances at a tie: one's own hand against a hand of which only the number of cards is known (EM-CALL-5).

Every hand of so many unseen cards is equally likely; their sums are counted card by card.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import attrs

from twingkit.ember.exact_odds.chance_within import Cards, prepared
from twingkit.ember.rules.cards import DECK, number, read_cards
from twingkit.ember.rules.rulebook import refuse_input
from twingkit.ember.rules.turn import TIE_ARCHMAGE


@attrs.frozen
class TieOdds:
    """The chances that the own hand is higher, equal, or lower."""

    higher: Fraction
    equal: Fraction
    lower: Fraction


def tie_odds(hand: Cards, cards: int, *, seen: Cards = "") -> TieOdds:
    """Return the exact chances of a hand at a tie, against a hand of so many cards that nobody has seen.

    `seen` are all other cards seen. Raises `Fault` and `Refusal` as `chance_within` does, and `Refusal` for
    more cards than are unseen (EM-SET-2).

    >>> odds = tie_odds("A13 E2", 2)
    >>> round(float(odds.higher), 3), round(float(odds.equal), 3)
    (0.577, 0.073)
    """
    _, all_seen, _ = prepared(hand, 0, seen)
    unseen = [worth(card) for place, card in enumerate(DECK) if not all_seen >> place & 1]
    if not 0 <= cards <= len(unseen):
        raise refuse_input("EM-SET-2", "unseen", n=cards, most=len(unseen))
    own = sum(map(worth, read_cards(hand)))
    counts = sums(unseen, cards)
    hands = comb(len(unseen), cards)
    lower = sum(count for total, count in counts.items() if total < own)
    equal = counts.get(own, 0)
    return TieOdds(Fraction(lower, hands), Fraction(equal, hands), Fraction(hands - lower - equal, hands))


def worth(card: str) -> int:
    """The worth of a card in a hand that breaks a tie.

    >>> worth("W12"), worth("*")
    (12, 3)
    """
    return number(card) or TIE_ARCHMAGE


def sums(worths: list[int], cards: int) -> dict[int, int]:
    """The number of choices of so many cards by their sum.

    >>> sums([1, 2, 2], 2)
    {3: 2, 4: 1}
    """
    counted: list[dict[int, int]] = [{0: 1}, *({} for _ in range(cards))]
    for value in worths:
        for size in range(cards, 0, -1):
            for total, count in counted[size - 1].items():
                counted[size][total + value] = counted[size].get(total + value, 0) + count
    return counted[cards]
