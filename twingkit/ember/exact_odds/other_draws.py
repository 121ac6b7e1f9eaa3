"""Chances with other kinds of draws: draws by abilities, and refreshing the whole hand (EM-TURN-4, 6)."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb, perm, sqrt
from typing import Literal, overload

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, ResultTable, Rows, explained_frame
from twingkit.core.arguments import COUNT, FUNCTION, check_arguments
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.slices import Slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.words import format_percent
from twingkit.ember.exact_odds.chance_within import (
    Cards,
    PayingDrawCounter,
    check_unseen_count,
    parse_cost,
    parse_draw_arguments,
)
from twingkit.ember.exact_odds.completions import PaymentCompletionFinder
from twingkit.ember.rules.cards import (
    ALL_CARDS_MASK,
    ARCHMAGE,
    ARCHMAGE_COUNT,
    CARDS_ARGUMENT,
    DECK_SIZE,
    bitmask_of,
    indexes_in_bitmask,
    parse_cards,
)
from twingkit.ember.rules.costs import COST_ARGUMENT
from twingkit.ember.rules.rulebook import make_input_refusal, rulebook

_MOST_DRAWS = 3
"""Largest number of cards that an ability can draw."""

SAMPLES = 4000
"""Default number of random hands for the estimate of a refresh."""


HANDS_PER_SLICE = 100
"""Number of random hands in one slice of the calculation."""


@attrs.frozen(repr=False)
class ProbabilityEstimate(ResultTable):
    """A probability estimated from random hands, with its standard error (0 only if it is exact).

    `zero_reason` is the message with the reason if the probability can only be 0.

    >>> estimate = refresh_chance("A6 E9", "E3", turns=1)
    >>> estimate.chance, estimate.is_exact, estimate.frame()["reason"][0]
    (0.0, True, 'You cannot conjure in the turn in which you refresh [EM-TURN-4].')
    """

    chance: float
    standard_error: float
    hand_count: int
    zero_reason: str = ""

    @property
    def is_exact(self) -> bool:
        """Return True if the probability is exact."""
        return not self.standard_error

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return a table with one row: chance, error, hands, complete, reason (if the chance is exactly 0).

        `attrs["columns"]` explains the columns. Needs pandas.
        """
        return explained_frame([self], _ESTIMATE_COLUMNS, "twingkit.ember.ProbabilityEstimate")

    def rows(self) -> Rows:
        """Return text rows: the chance, its standard error and the number of hands."""
        chance, error = format_percent(self.chance, 1), format_percent(self.standard_error, 1)
        named = {"chance": chance, "error": error, "hands": str(self.hand_count)}
        return [(message(f"ember.estimate_{name}"), text) for name, text in named.items()]


_ESTIMATE_COLUMNS: CellMakers[ProbabilityEstimate] = {
    "chance": lambda row: row.chance,
    "error": lambda row: row.standard_error,
    "hands": lambda row: row.hand_count,
    "complete": lambda row: row.is_exact,
    "reason": lambda row: message(row.zero_reason) if row.zero_reason else "",
}
"""Columns of `refresh_chance(...).frame()`."""


def standard_error(mean: float, mean_square: float, count: int) -> float:
    """Return the standard error of a mean of `count` probabilities whose squares have the mean `mean_square`.

    It is never 0: if all were equal, it is calculated as if one of two further ones had been different
    (Laplace).

    >>> round(standard_error(1.0, 1.0, 1), 2), round(standard_error(0.5, 0.5, 101), 3)
    (0.47, 0.05)
    """
    spread = max(0.0, mean_square - mean * mean) / max(1, count - 1)
    doubt = 1 / (count + 2)
    return sqrt(max(spread, doubt * (1 - doubt) / count))


@overload
def chance_with_draws(
    hand: Cards, cost: str, *, draws: int, exact: Literal[False] = False, seen: Cards = ""
) -> float:
    """Return the probability that a hand pays a cost after an ability has drawn `draws` cards, as a float."""


@overload
def chance_with_draws(
    hand: Cards, cost: str, *, draws: int, exact: Literal[True], seen: Cards = ""
) -> Fraction:
    """Return the probability that a hand pays a cost after an ability has drawn `draws` cards, as a
    fraction.
    """


@check_arguments(hand=CARDS_ARGUMENT, seen=CARDS_ARGUMENT, cost=COST_ARGUMENT)
def chance_with_draws(
    hand: Cards, cost: str, *, draws: int, exact: bool = False, seen: Cards = ""
) -> float | Fraction:
    """Return the probability that a hand pays a cost after an ability has drawn `draws` cards at once.

    This shows what a face-up Wisp (1), Kelpie (2) or Simurgh (3) is worth for that cost: compare it with what
    the hand pays without it, 0 or 1. Nothing is discarded (EM-TURN-6). Raises the errors of `chance_within`,
    and `Fault` for more than three cards.

    >>> chance_with_draws("A6 E6 F8 A9 W1", "N3", draws=1, exact=True)
    Fraction(1, 10)
    """
    if type(draws) is not int or not 0 <= draws <= _MOST_DRAWS:
        raise Fault("turns", rulebook(), found=quote_value(draws), most=_MOST_DRAWS)
    places, all_seen, _ = parse_draw_arguments(hand, 0, seen)
    draws = min(draws, (ALL_CARDS_MASK & ~all_seen).bit_count())
    completions = PaymentCompletionFinder(parse_cost(cost))
    if completions.is_payable(places):
        return Fraction(1) if exact else 1.0
    known: dict[tuple[int, int], int] = {}

    def grown(held: tuple[int, ...], left: int) -> int:
        """Return the number of ordered draws of `left` more cards after which the held cards pay."""
        key = bitmask_of(held), left
        if key not in known:
            unseen = ALL_CARDS_MASK & ~all_seen & ~key[0]
            outs = completions.cost_completing_mask(held) & unseen
            total = outs.bit_count() * perm(unseen.bit_count() - 1, left - 1)
            if left > 1:
                rest = indexes_in_bitmask(unseen & ~outs)
                total += sum(grown(tuple(sorted((*held, place))), left - 1) for place in rest)
            known[key] = total
        return known[key]

    count = grown(places, draws) if draws else 0
    ways = perm((ALL_CARDS_MASK & ~all_seen).bit_count(), draws)
    return Fraction(count, ways) if exact else count / ways


@with_column_meanings
@check_arguments(
    hand=CARDS_ARGUMENT, seen=CARDS_ARGUMENT, cost=COST_ARGUMENT, samples=COUNT, should_stop=FUNCTION
)
def refresh_chance(
    hand: Cards,
    cost: str,
    *,
    turns: int,
    samples: int | None = SAMPLES,
    seed: int = 0,
    seen: Cards = "",
    should_stop: Callable[[], bool] = lambda: False,
) -> ProbabilityEstimate:
    """Return the chance to conjure within some turns if the first is used to refresh the hand (EM-TURN-4),
    estimated from `samples` random hands, or exactly if `samples` is None.

    Nothing can be conjured in the first turn, so it is 0 for one turn. Afterwards the player discards
    optimally. The hands are drawn at random from a `seed`; `samples=None` counts every hand, which is exact
    and takes minutes. `should_stop` is called now and then, and ends the work early if it returns True.
    Raises the errors of `chance_within`, and `Refusal` for an empty hand.

    >>> estimate = refresh_chance("A6 E9 F3 A12 W1", "E3", turns=2, samples=300)
    >>> 0.7 < estimate.chance < 0.95, estimate.standard_error < 0.05
    (True, True)
    """
    work = refresh_chance_in_slices(
        hand, cost, turns, samples=samples, seed=seed, seen=seen, should_stop=should_stop
    )
    return finish(work)


def refresh_chance_in_slices(
    hand: Cards,
    cost: str,
    turns: int,
    *,
    samples: int | None = SAMPLES,
    seed: int = 0,
    seen: Cards = "",
    should_stop: Callable[[], bool] = lambda: False,
) -> Slices[ProbabilityEstimate]:
    """Compute `refresh_chance` as a generator that yields its progress, from 0 to 1, after every
    few hands.
    """
    places, all_seen, _ = parse_draw_arguments(hand, turns, seen)
    if not places:
        raise make_input_refusal("EM-TURN-4", "empty")
    if turns < 1:
        raise Fault("turns_from", rulebook(), found=turns)
    draws = PayingDrawCounter(parse_cost(cost))
    if turns == 1:
        return ProbabilityEstimate(0.0, 0.0, 0, "ember.refresh")
    unseen = list(indexes_in_bitmask(ALL_CARDS_MASK & ~all_seen))
    size = min(len(places), len(unseen))
    turns_left = min(turns - 1, len(unseen) - size)
    ways = perm(len(unseen) - size, turns_left)
    total = squares = 0.0
    dealt = 0
    rng = random.Random(seed)
    every = combinations(unseen, size) if samples is None else None
    count = comb(len(unseen), size) if samples is None else samples
    for dealt in range(1, count + 1):
        new = next(every) if every else tuple(sorted(rng.sample(unseen, size)))
        paid = draws.completions.is_payable(new)
        chance = 1.0 if paid else draws.count_successes(new, all_seen | bitmask_of(new), turns_left) / ways
        total, squares = total + chance, squares + chance * chance
        if dealt % HANDS_PER_SLICE == 0:
            if should_stop():
                break
            yield dealt / count
    mean = total / dealt
    exact = samples is None and dealt == count
    return ProbabilityEstimate(mean, 0.0 if exact else standard_error(mean, squares / dealt, dealt), dealt)


@overload
def archmage_chance(card_count: int, *, exact: Literal[False] = False, seen: Cards = "") -> float:
    """Return the probability that `card_count` unseen cards include an Archmage, as a float."""


@overload
def archmage_chance(card_count: int, *, exact: Literal[True], seen: Cards = "") -> Fraction:
    """Return the probability that `card_count` unseen cards include an Archmage, as a fraction."""


@check_arguments(seen=CARDS_ARGUMENT)
def archmage_chance(card_count: int, *, exact: bool = False, seen: Cards = "") -> float | Fraction:
    """Return the probability that `card_count` unseen cards include an Archmage.

    `seen` are all cards already seen; `exact=True` returns a fraction. It is the probability for an
    opponent's hand of which nothing is known. Raises `Refusal` for more cards than are unseen (EM-SET-2).

    >>> archmage_chance(5, seen="A1 A2 A3 A4 A5", exact=True)
    Fraction(541, 1960)
    """
    known = parse_cards(seen)
    unseen, archmages = DECK_SIZE - len(known), ARCHMAGE_COUNT - known.count(ARCHMAGE)
    check_unseen_count(card_count, unseen)
    hands = comb(unseen, card_count)
    held = hands - comb(unseen - archmages, card_count)
    return Fraction(held, hands) if exact else held / hands
