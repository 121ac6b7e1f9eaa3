"""The odds in a tie: your hand against a hand of which only the number of cards is known (EM-CALL-5).

All hands of unseen cards are equally likely. Their sums are counted card by card or, with `tie=best`, their
cards from the highest worth down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, explained_frame, format_fraction
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.ember.exact_odds.chance_within import Cards, check_unseen_cards
from twingkit.ember.rules.cards import CARDS_ARGUMENT, DECK, HIGHEST_NUMBER, card_number, parse_cards
from twingkit.ember.rules.turn import ARCHMAGE_TIE_WORTH
from twingkit.ember.variants.variant import BOX, Variant

if TYPE_CHECKING:
    import pandas as pd


@attrs.frozen
class TieOdds:
    """The probabilities that your hand is higher, equal or lower than the other hand in a tie.

    >>> odds = tie_odds("A13", 1)
    >>> odds.higher, odds.equal, odds.lower
    (Fraction(17, 18), Fraction(1, 18), Fraction(0, 1))
    """

    higher: Fraction
    equal: Fraction
    lower: Fraction
    hand_sums: tuple[int, int, int] | None = attrs.field(default=None, repr=False)
    """Your sum and the smallest and largest possible sum of the other hand; None if sums do not count."""

    @localized
    def frame(self, lang: Lang | None = None) -> pd.DataFrame:
        """Return a table with a row for each outcome: outcome, chance, exact, reason (if the chance is 0).

        `attrs["columns"]` explains the columns. Needs pandas.
        """
        rows = [(name, getattr(self, name)) for name in ("higher", "equal", "lower")]
        cells = {**TIE_COLUMNS, "reason": lambda row: "" if row[1] else self._why()}
        return explained_frame(rows, cells, "twingkit.ember.TieOdds")

    def _why(self) -> str:
        if self.hand_sums is None:
            return message("ember.tie_cards")
        own, least, most = self.hand_sums
        return message("ember.tie_sums", own=own, least=least, most=most)


TIE_COLUMNS: CellMakers[tuple[str, Fraction]] = {
    "outcome": lambda row: row[0],
    "chance": lambda row: float(row[1]),
    "exact": lambda row: format_fraction(row[1]),
}
"""Columns of `tie_odds(...).frame()` except the reasons."""


@with_column_meanings
@check_arguments(hand=CARDS_ARGUMENT, seen=CARDS_ARGUMENT)
def tie_odds(hand: Cards, cards: int, *, seen: Cards = "", variant: Variant | str = BOX) -> TieOdds:
    """Return the exact odds of your hand in a tie against a hand of `cards` unseen cards.

    Compared are the sums of the hands, with 3 for an Archmage, or, if the `variant` has the switch `tie`,
    their cards from the highest down (EM-CALL-5). `seen` are all other cards seen, such as the Charred Pile.
    Raises `Fault` for text that is not a card, `Refusal` for a duplicate card or more cards than are unseen
    (EM-SET-2), and `VariantError`.

    >>> odds = tie_odds("A13 E2", 2)
    >>> round(float(odds.higher), 3), round(float(odds.equal), 3)
    (0.577, 0.073)
    >>> round(float(tie_odds("A13 E2", 2, variant="tie=best").higher), 3)
    0.898
    """
    held = parse_cards(hand)
    left = Counter(DECK) - Counter(parse_cards((*held, *parse_cards(seen))))
    unseen = [tie_worth(card) for card in left.elements()]
    check_unseen_cards(cards, len(unseen))
    own = list(map(tie_worth, held))
    best = Variant.resolve(variant).tie == "best"
    lower, equal = (_by_best if best else _by_sum)(own, unseen, cards)
    hands = comb(len(unseen), cards)
    ranked = sorted(unseen)
    span = None if best else (sum(own), sum(ranked[:cards]), sum(ranked[len(ranked) - cards :]))
    return TieOdds(
        Fraction(lower, hands), Fraction(equal, hands), Fraction(hands - lower - equal, hands), span
    )


def _by_sum(own: Sequence[int], unseen: Sequence[int], cards: int) -> tuple[int, int]:
    """Return the number of hands with a lower sum, and with the same sum."""
    counts, total = choices_by_sum(unseen, cards), sum(own)
    return sum(count for other, count in counts.items() if other < total), counts.get(total, 0)


def _by_best(own: Sequence[int], unseen: Sequence[int], cards: int) -> tuple[int, int]:
    """Return the number of hands that are lower card by card, the highest card first, and of equal hands.

    Goes from the highest worth down: among the hands that are equal so far, those with fewer cards of the
    next worth than your hand are lower.
    """
    mine, there = Counter(own), Counter(unseen)
    lower, equal, below = 0, 1, len(unseen)
    for value in range(HIGHEST_NUMBER, 0, -1):
        below -= there[value]
        for count in range(min(mine[value], cards + 1)):
            lower += equal * comb(there[value], count) * comb(below, cards - count)
        if mine[value] > cards:
            return lower, 0
        equal *= comb(there[value], mine[value])
        cards -= mine[value]
    return lower, equal if not cards else 0


def tie_worth(card: str) -> int:
    """Return the worth of a card in a tie.

    >>> tie_worth("W12"), tie_worth("*")
    (12, 3)
    """
    return card_number(card) or ARCHMAGE_TIE_WORTH


def choices_by_sum(worths: Sequence[int], cards: int) -> dict[int, int]:
    """Return for each sum of worths the number of ways to choose `cards` cards with that sum.

    >>> choices_by_sum([1, 2, 2], 2)
    {3: 2, 4: 1}
    """
    counted: list[dict[int, int]] = [{0: 1}, *({} for _ in range(cards))]
    for value in worths:
        for size in range(cards, 0, -1):
            for total, count in counted[size - 1].items():
                counted[size][total + value] = counted[size].get(total + value, 0) + count
    return counted[cards]
