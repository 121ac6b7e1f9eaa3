"""The odds in a tie: your hand against a hand of which only the number of cards is known (EM-CALL-5).

All hands of unseen cards are equally likely. Their sums are counted card by card or, with `tie=best`, their
cards from the highest worth down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Generic, Literal, TypeVar, overload

import attrs

from twingkit.analyse.reports import frame_results
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.words import format_percent
from twingkit.ember.exact_odds.chance_within import Cards, check_unseen_count
from twingkit.ember.rules.cards import CARDS_ARGUMENT, DECK, HIGHEST_NUMBER, card_number, parse_cards
from twingkit.ember.rules.turn import ARCHMAGE_TIE_WORTH
from twingkit.ember.variants.variant import BOX, Variant

ChanceT = TypeVar("ChanceT", float, Fraction)


@attrs.frozen(repr=False)
class TieOdds(frame_results.ResultTable, Generic[ChanceT]):
    """The probabilities that your hand is higher, equal or lower than the other hand in a tie.

    They are fractions if `odds_in_tie` was asked for exact ones.

    >>> print(odds_in_tie("A13", 1))
    higher  94.4%
    equal   5.6%
    lower   0.0%
    """

    higher: ChanceT
    equal: ChanceT
    lower: ChanceT
    other_hand_size: int
    """Number of cards in the other hand."""
    hand_sums: tuple[int, int, int] | None = None
    """Your sum and the smallest and largest possible sum of the other hand; None if sums do not count."""

    def _chances(self) -> list[tuple[str, ChanceT]]:
        return [("higher", self.higher), ("equal", self.equal), ("lower", self.lower)]

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return a table with a row for each outcome: cards, outcome, chance, reason (if the chance is 0).

        If the chances are fractions, there is also a column `exact`. `attrs["columns"]` explains the columns.
        Needs pandas.
        """
        exact: frame_results.CellMakers[tuple[str, ChanceT]] = {
            "exact": lambda row: frame_results.format_fraction(Fraction(row[1]))
        }
        cells: frame_results.CellMakers[tuple[str, ChanceT]] = {
            "cards": lambda row: self.other_hand_size,
            "outcome": lambda row: row[0],
            "chance": lambda row: float(row[1]),
            **(exact if isinstance(self.higher, Fraction) else {}),
            "reason": lambda row: "" if row[1] else self._why(),
        }
        return frame_results.explained_frame(self._chances(), cells, "twingkit.ember.TieOdds")

    def rows(self) -> frame_results.Rows:
        """Return a text row for each outcome."""
        return [
            (message(f"ember.tie_{outcome}"), format_percent(float(chance), 1))
            for outcome, chance in self._chances()
        ]

    def _why(self) -> str:
        if self.hand_sums is None:
            return message("ember.tie_cards")
        own, least, most = self.hand_sums
        return message("ember.tie_sums", own=own, least=least, most=most)


@overload
def odds_in_tie(
    hand: Cards,
    other_hand_size: int,
    *,
    exact: Literal[False] = False,
    seen: Cards = "",
    variant: Variant | str = BOX,
) -> TieOdds[float]:
    """Return the odds of your hand in a tie against a hand of unseen cards, as floats."""


@overload
def odds_in_tie(
    hand: Cards, other_hand_size: int, *, exact: Literal[True], seen: Cards = "", variant: Variant | str = BOX
) -> TieOdds[Fraction]:
    """Return the odds of your hand in a tie against a hand of unseen cards, as fractions."""


@with_column_meanings
@check_arguments(hand=CARDS_ARGUMENT, seen=CARDS_ARGUMENT)
def odds_in_tie(
    hand: Cards, other_hand_size: int, *, exact: bool = False, seen: Cards = "", variant: Variant | str = BOX
) -> TieOdds[float] | TieOdds[Fraction]:
    """Return the odds of your hand in a tie against a hand of unseen cards.

    Compared are the sums of the hands, with 3 for an Archmage, or, if the `variant` has the switch `tie`,
    their cards from the highest down (EM-CALL-5). Nothing is estimated.

    Parameters
    ----------
    hand
        Your cards, such as "A13 E2".
    other_hand_size
        The number of cards in the other hand.
    exact
        Whether to return fractions instead of floats.
    seen
        All other cards that you have seen, such as the Charred Pile.
    variant
        The rules.

    Returns
    -------
    TieOdds
        `higher`, `equal` and `lower`, with `.frame()`.

    Raises
    ------
    Fault, Refusal, VariantError
        For text that is not a card, a duplicate card, or more cards than are unseen (EM-SET-2).

    Examples
    --------
    >>> odds = odds_in_tie("A13 E2", 2)
    >>> round(odds.higher, 3), round(odds.equal, 3)
    (0.577, 0.073)
    >>> odds_in_tie("A13", 1, exact=True).higher
    Fraction(17, 18)
    >>> round(odds_in_tie("A13 E2", 2, variant="tie=best").higher, 3)
    0.898
    """
    held = parse_cards(hand)
    left = Counter(DECK) - Counter(parse_cards((*held, *parse_cards(seen))))
    unseen = [tie_worth(card) for card in left.elements()]
    check_unseen_count(other_hand_size, len(unseen))
    own = list(map(tie_worth, held))
    best = Variant.resolve(variant).tie == "best"
    lower, equal = (_by_best if best else _by_sum)(own, unseen, other_hand_size)
    hands = comb(len(unseen), other_hand_size)
    ranked = sorted(unseen)
    span = None
    if not best:
        span = sum(own), sum(ranked[:other_hand_size]), sum(ranked[len(ranked) - other_hand_size :])
    higher = hands - lower - equal
    if exact:
        return TieOdds(
            Fraction(lower, hands), Fraction(equal, hands), Fraction(higher, hands), other_hand_size, span
        )
    return TieOdds(lower / hands, equal / hands, higher / hands, other_hand_size, span)


def _by_sum(own: Sequence[int], unseen: Sequence[int], cards: int) -> tuple[int, int]:
    """Return how many hands of `cards` unseen cards have a lower sum than your hand, and how many have the
    same sum.
    """
    counts, total = _choices_by_sum(unseen, cards), sum(own)
    return sum(count for other, count in counts.items() if other < total), counts.get(total, 0)


def _by_best(own: Sequence[int], unseen: Sequence[int], cards: int) -> tuple[int, int]:
    """Return how many hands of `cards` unseen cards are lower than your hand, card by card from the highest,
    and how many are equal.

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
    """Return the value of a card when hands are compared in a tie: the number of a wizard, 3 for an Archmage.

    >>> tie_worth("W12"), tie_worth("*")
    (12, 3)
    """
    return card_number(card) or ARCHMAGE_TIE_WORTH


def _choices_by_sum(worths: Sequence[int], cards: int) -> dict[int, int]:
    """Return for each sum of worths the number of ways to choose `cards` cards with that sum.

    >>> _choices_by_sum([1, 2, 2], 2)
    {3: 2, 4: 1}
    """
    counted: list[dict[int, int]] = [{0: 1}, *({} for _ in range(cards))]
    for value in worths:
        for size in range(cards, 0, -1):
            for total, count in counted[size - 1].items():
                counted[size][total + value] = counted[size].get(total + value, 0) + count
    return counted[cards]
