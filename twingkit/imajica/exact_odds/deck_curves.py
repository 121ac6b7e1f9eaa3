"""Statistics of a deck: card kinds, values of its characters, Dominions, and first hands.

The odds of the first hand are exact (hypergeometric).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import attrs

from twingkit.analyse.reports.frame_results import ResultTable, Rows
from twingkit.core.arguments import NON_NEGATIVE, check_arguments, one_of_words
from twingkit.core.language import localized
from twingkit.core.messages import message
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.core.words import format_number
from twingkit.imajica.box.cards import CARDS_ARGUMENT, Cards, load_cards
from twingkit.imajica.box.decks import DECK_ARGUMENT, DOMINIONS, Deck, deck_by_name
from twingkit.imajica.box.effects import CARD_KINDS

FIRST_TURN_HAND_SIZE = 7
"""Number of cards in hand at the first turn: five, plus two drawn ones (IJ-SET-2)."""

STATS = ("prime", "magic", "strength")
"""Values of characters that have a curve."""


@attrs.frozen(repr=False)
class DeckCounts(ResultTable):
    """Counts of a deck: cards of each kind, characters by each value, cards of each Dominion.

    `count_by_dominion` counts the characters, Sites and Paths of each Dominion; a Border Site counts in both
    of its own. `unknown_cards` are cards that are not in the set.
    """

    size: int
    count_by_kind: dict[str, int] = attrs.field(hash=False)
    count_by_value: dict[str, dict[int, int]] = attrs.field(hash=False)
    count_by_dominion: dict[int, dict[str, int]] = attrs.field(hash=False)
    unknown_cards: tuple[str, ...]

    @check_arguments(stat=one_of_words(*STATS))
    def mean(self, stat: str) -> float:
        """Return the mean of a value over all characters, or 0 if there are none."""
        counts = self.count_by_value[stat]
        total = sum(counts.values())
        return sum(figure * number for figure, number in counts.items()) / total if total else 0.0

    @check_arguments(kind=one_of_words(*CARD_KINDS), hand_size=NON_NEGATIVE)
    def first_hand_chance(self, kind: str, hand_size: int = FIRST_TURN_HAND_SIZE) -> Fraction:
        """Return the probability that `hand_size` cards drawn from the whole deck include one of this kind.

        The Site laid before the first hand is not taken out of the deck.
        """
        if not 0 <= hand_size <= self.size:
            return Fraction(1 if self.count_by_kind[kind] else 0)
        return 1 - Fraction(comb(self.size - self.count_by_kind[kind], hand_size), comb(self.size, hand_size))

    @with_column_meanings
    @check_arguments()
    @localized
    def frame(self, lang: str | None = None) -> DataFrame:
        """Return a frame with a row for each value of characters; columns: stat, figure, cards."""
        rows = [
            (stat, figure, number) for stat in STATS for figure, number in self.count_by_value[stat].items()
        ]
        return frame_from_rows(rows, ["stat", "figure", "cards"])

    @check_arguments()
    def rows(self) -> Rows:
        """Return a text row for each value of characters with its mean."""
        n = self.count_by_kind["character"]
        return [
            (stat, message("imajica.curve_mean", mean=format_number(self.mean(stat), 1), n=n))
            for stat in STATS
        ]


@with_column_meanings
@check_arguments(deck=DECK_ARGUMENT, cards=CARDS_ARGUMENT)
def deck_counts(deck: Deck | str, *, cards: Cards | None = None) -> DeckCounts:
    """Count the cards of a deck, legal or not, by kind, value and Dominion; a ready-made deck can be
    given by its name.

        >>> from twingkit.imajica.box.decks import deck_from_lines
        >>> curves = deck_counts(deck_from_lines("own", ["3 gek-a-gek", "irish", "retreat-house"]))
        >>> curves.count_by_kind["character"], curves.count_by_dominion[5], curves.mean("strength")
        (4, {'character': 1, 'site': 1, 'path': 0}, 7.5)
    """
    deck, known = deck_by_name(deck), cards or load_cards()
    listed = [(known[name], count) for name, count in deck.counts.items() if name in known]
    kinds = {kind: sum(count for card, count in listed if card.kind == kind) for kind in CARD_KINDS}
    figures: dict[str, dict[int, int]] = {}
    for stat in STATS:
        curve: Counter[int] = Counter()
        for card, count in listed:
            if card.kind == "character":
                curve[getattr(card, stat)] += count
        figures[stat] = dict(sorted(curve.items()))
    homes = {
        dominion: {
            kind: sum(
                count for card, count in listed if card.kind == kind and dominion in card.home_dominions
            )
            for kind in ("character", "site", "path")
        }
        for dominion in DOMINIONS
    }
    unknown = tuple(name for name in deck.counts if name not in known)
    return DeckCounts(deck.size, kinds, figures, homes, unknown)
