"""The probability that a creature can be conjured within some turns, if the player discards optimally.

Each turn is one draw of step 1, after a discard if the hand has five cards or more (EM-TURN-2). It succeeds
as soon as the hand pays the cost, which may be at once. The result is exact if no opponent's hand is known,
the Draw Deck holds at least as many cards as there are turns, nobody refreshes, and no ability intervenes
(EM-ODDS-1). If the player has abilities that help, it is a lower bound. All unseen cards are equally likely;
discards do not come back.

Everything is counted in integers: the numerator over (unseen cards) × (one fewer) × …, with one factor per
turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import perm
from typing import Literal, overload

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, explained_frame
from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.core.slices import Slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.ember.box.pool import load_pool
from twingkit.ember.exact_odds.completions import PaymentCompletionFinder, why_unreachable
from twingkit.ember.rules.cards import (
    ALL_CARDS_MASK,
    CARDS_ARGUMENT,
    DECK_SIZE,
    bitmask_of,
    card_indexes,
    card_notation,
    cards_text,
    in_pile_order,
    indexes_in_bitmask,
    parse_cards,
)
from twingkit.ember.rules.costs import COST_ARGUMENT, Cost
from twingkit.ember.rules.rulebook import make_input_refusal, rulebook

HAND_SIZE = 5
"""Number of cards from which a draw needs a discard (EM-TURN-3)."""

MOST_CARDS = 10
"""Largest hand: two more than the highest Hand Size, because abilities draw cards (EM-TURN-6)."""

MOST_TURNS = 3
"""Largest number of turns. A fourth would take minutes."""

Cards = str | Sequence[str]
"""Cards as a string (`"A12 E11 *"`) or as a sequence of strings."""


@attrs.frozen
class KeepChoice:
    """One choice of cards to keep, with its discard ("" for none) and its probability of success.

    `successes` of `total_draws` equally likely draws succeed. `chance` is their quotient.

    >>> best = keep_rows("A6 E6 F8 A9 W1", "N3", 1)[0]
    >>> best.discard, best.successes, best.total_draws
    ('A9', 5, 50)
    """

    discard: str
    kept_cards: tuple[str, ...]
    successes: int
    total_draws: int

    @property
    def chance(self) -> float:
        """Return the fraction of draws that succeed, from 0 to 1."""
        return self.successes / self.total_draws


KEEP_COLUMNS: CellMakers[KeepChoice] = {
    "discard": lambda keep: keep.discard,
    "kept": lambda keep: " ".join(keep.kept_cards),
    "chance": lambda keep: keep.chance,
    "count": lambda keep: keep.successes,
    "of": lambda keep: keep.total_draws,
}
"""Columns of `keep_choices_table`, except the reason."""


class PayingDrawCounter:
    """A counter of the equally likely sequences of draws, with optimal discards, after which a hand can pay
    one cost; caches results.
    """

    def __init__(self, cost: Cost) -> None:
        self.completions = PaymentCompletionFinder(cost)
        self._counted: dict[tuple[int, int, int], int] = {}
        self._kept: dict[tuple[int, int], int] = {}
        self._before: int | None = None
        """Cards seen when at least three turns were left, as bits."""

    def count_successes(
        self, hand: tuple[int, ...], seen_mask: int, turns: int, may_exceed_hand_size: bool = False
    ) -> int:
        """Return how many sequences of `turns` draws succeed with optimal discards.

        `hand` holds ascending card indexes that do not pay yet. `seen_mask` are all seen cards as bits,
        including the hand. With `may_exceed_hand_size` the hand can be larger than the Hand Size;
        at the end of that turn it is discarded down.
        """
        if not turns:
            return 0
        key = bitmask_of(hand), seen_mask, turns
        known = self._counted.get(key)
        if known is None:
            known = 0
            for keep in keep_choices_before_draw(hand, may_exceed_hand_size)[::-1]:
                if turns > 2 or self._bound(keep) > known:
                    known = max(known, self.count_after_keeping(keep, seen_mask, turns))
            self._counted[key] = known
        return known

    def successes_and_total(self, hand: tuple[int, ...], seen_mask: int, turns: int) -> tuple[int, int]:
        """Return how many sequences of `turns` draws succeed, and how many there are.

        The arguments are those of `parse_draw_arguments`. A hand that already pays succeeds with all of them.
        """
        total = perm((ALL_CARDS_MASK & ~seen_mask).bit_count(), turns)
        if self.completions.is_payable(hand):
            return total, total
        return self.count_successes(hand, seen_mask, turns, may_exceed_hand_size=True), total

    def _bound(self, keep: tuple[int, ...]) -> int:
        """Return an upper bound on the successes in two turns for the kept cards, whatever was seen before.

        The count does not shrink if fewer cards were seen, so it is calculated once, with only the cards held
        then.
        """
        if self._before is None or bitmask_of(keep) & ~self._before:
            return perm(ALL_CARDS_MASK.bit_count(), 2)
        return self.count_after_keeping(keep, self._before, 2)

    def count_after_keeping(self, keep: tuple[int, ...], seen_mask: int, turns: int) -> int:
        """Return how many sequences of `turns` draws succeed after these cards were kept."""
        unseen = ALL_CARDS_MASK & ~seen_mask
        outs = self.completions.cost_completing_mask(keep) & unseen
        total = outs.bit_count()
        if turns == 1:
            return total
        total *= perm(unseen.bit_count() - 1, turns - 1)
        if turns == 2:
            key = bitmask_of(keep), seen_mask
            if key not in self._kept:
                self._kept[key] = total + self._last(keep, outs, unseen)
            return self._kept[key]
        self._before = seen_mask
        for place in indexes_in_bitmask(unseen & ~outs):
            total += self.count_successes(tuple(sorted((*keep, place))), seen_mask | 1 << place, turns - 1)
        return total

    def _last(self, keep: tuple[int, ...], outs: int, unseen: int) -> int:
        """Return the number of successful draws in the last of two turns, summed over all cards that fail
        when drawn in the turn before.
        """
        of, beside_each = self.completions.cost_completing_mask, self.completions.masks_by_added_card
        if len(keep) < HAND_SIZE - 1:
            without, rows = 0, [beside_each(keep)]
        else:  # four cards stay: four old ones, or the new one and three old ones
            without = max(
                (of(four) & unseen & ~bitmask_of(keep)).bit_count()
                for four in combinations(keep, HAND_SIZE - 1)
            )
            rows = [beside_each(three) for three in combinations(keep, HAND_SIZE - 2)]
        better = [row for row, most in rows if most > without]
        total = 0
        for place in indexes_in_bitmask(unseen & ~outs):
            left = unseen ^ 1 << place
            best = without
            for row in better:
                count = (row[place] & left).bit_count()
                if count > best:
                    best = count
            total += best
        return total


def keep_choices_before_draw(
    hand: tuple[int, ...], may_exceed_hand_size: bool = False
) -> list[tuple[int, ...]]:
    """Return the possible choices of cards to keep before a draw: the whole hand if it is below the Hand
    Size, otherwise every choice that leaves room for the drawn card.

    After the first turn a larger hand has already been discarded down to the Hand Size.
    """
    if len(hand) < HAND_SIZE:
        return [hand]
    return list(combinations(hand, len(hand) - 1 if may_exceed_hand_size else HAND_SIZE - 1))


def parse_draw_arguments(hand: Cards, turns: int, seen: Cards = "") -> tuple[tuple[int, ...], int, int]:
    """Parse a hand; return its card indexes, the bit mask of all known cards (including the hand), and the
    number of turns in which a card can be drawn.

    Seen cards do not come back, so nothing is drawn without an unseen card. Raises `Fault` for text that is
    not a card and for an unsupported number of turns, and `Refusal` for an impossible hand.
    """
    if type(turns) is not int or not 0 <= turns <= MOST_TURNS:
        raise Fault("turns", rulebook(), found=quote_value(turns), most=MOST_TURNS)
    held, known = parse_cards(hand), parse_cards(seen)
    parse_cards((*held, *known))
    if len(held) > MOST_CARDS:
        raise make_input_refusal("EM-TURN-3", "hand", n=len(held), most=MOST_CARDS)
    places = card_indexes((*held, *known))
    return tuple(sorted(places[: len(held)])), bitmask_of(places), min(turns, DECK_SIZE - len(places))


def parse_cost(text: str) -> Cost:
    """Parse a cost. Raises `Fault`, which names the cost if `text` is the id of a creature."""
    if text.isalpha() and text in load_pool():
        raise Fault("ember.cost_of_creature", found=text, cost=str(load_pool()[text].cost))
    return Cost.parse(text)


def check_unseen_count(count: object, unseen_count: int) -> None:
    """Check the size of an unknown hand: raise `Fault` if `count` is no integer, and `Refusal` if it exceeds
    the unseen cards.
    """
    if type(count) is not int:
        raise Fault("number_of_cards", rulebook(), found=quote_value(count), most=unseen_count)
    if not 0 <= count <= unseen_count:
        raise make_input_refusal("EM-SET-2", "unseen", n=one_line_excerpt(str(count), 20), most=unseen_count)


@overload
def chance_within(
    hand: Cards, cost: str, *, turns: int, exact: Literal[False] = False, seen: Cards = ""
) -> float:
    """Return the probability that a hand pays a cost within some turns, as a float."""


@overload
def chance_within(hand: Cards, cost: str, *, turns: int, exact: Literal[True], seen: Cards = "") -> Fraction:
    """Return the probability that a hand pays a cost within some turns, as a fraction."""


@check_arguments(hand=CARDS_ARGUMENT, seen=CARDS_ARGUMENT, cost=COST_ARGUMENT)
def chance_within(
    hand: Cards, cost: str, *, turns: int, exact: bool = False, seen: Cards = ""
) -> float | Fraction:
    """Return the probability that a hand pays a cost within some turns, if its owner discards optimally.

    From five cards on a draw needs a discard. Any above five are discarded at the end of a turn (EM-TURN-7).

    Parameters
    ----------
    hand
        Up to 10 cards, such as "A12 A11 *".
    cost
        The cost, such as "S2+N2".
    turns
        The number of turns, 0 to 3.
    exact
        Whether to return a `Fraction` instead of a float.
    seen
        Other cards that cannot be drawn any more.

    Returns
    -------
    float or Fraction
        A number from 0 to 1.

    Raises
    ------
    Fault
        For text that is not a card or a cost, and for other numbers of turns.
    Refusal
        For an impossible hand (EM-SET-2, EM-TURN-3) or cost (EM-COST-1).

    Examples
    --------
    >>> chance_within("E5 A12 W6 F8 A6", "N3", turns=1)
    0.1
    >>> chance_within("A2 E2 F13", "S3", turns=2, exact=True)
    Fraction(16, 663)
    """
    parsed = parse_draw_arguments(hand, turns, seen)
    count, ways = PayingDrawCounter(parse_cost(cost)).successes_and_total(*parsed)
    return Fraction(count, ways) if exact else count / ways


@with_column_meanings
@check_arguments(hand=CARDS_ARGUMENT, seen=CARDS_ARGUMENT, cost=COST_ARGUMENT)
@localized
def keep_choices_table(
    hand: Cards, cost: str, *, turns: int, seen: Cards = "", lang: Lang | None = None
) -> DataFrame:
    """Return the probability of paying a cost in time for each choice of cards to keep in the first turn,
    best first (EM-TURN-2).

    Below five cards nothing is discarded and there is only one choice.

    Parameters
    ----------
    hand, cost, turns, seen
        As in `chance_within`, with at least one turn.
    lang
        The language of `reason`.

    Returns
    -------
    DataFrame
        One row for each choice; none for a hand that already pays, or if no card is unseen. `attrs`: the
        parameters.

    Raises
    ------
    Fault, Refusal
        As `chance_within`.

    Examples
    --------
    >>> keep_choices_table("E5 A12 W6 F8 A6", "N3", turns=1)[["discard", "chance"]].head(2)
      discard  chance
    0     A12     0.1
    1      E5     0.1
    """
    paid = parse_cost(cost)
    cells: CellMakers[KeepChoice] = {
        **KEEP_COLUMNS,
        "reason": lambda keep: "" if keep.successes else why_unreachable(keep.kept_cards, paid, turns),
    }
    rows = keep_rows(hand, cost, turns, seen=seen)
    about = {"hand": cards_text(hand), "cost": cost, "turns": turns, "seen": cards_text(seen)}
    return explained_frame(rows, cells, "twingkit.ember.keep_choices_table", **about)


def keep_rows(hand: Cards, cost: str, turns: int, *, seen: Cards = "") -> list[KeepChoice]:
    """Return each choice of cards to keep in the first turn with its probability of paying a cost in time,
    best first.
    """
    return finish(keep_rows_in_slices(hand, cost, turns, seen=seen))


def keep_rows_in_slices(hand: Cards, cost: str, turns: int, *, seen: Cards = "") -> Slices[list[KeepChoice]]:
    """Compute `keep_rows` as a generator that yields its progress, from 0 to 1, before each choice."""
    places, all_seen, drawn = parse_draw_arguments(hand, turns, seen)
    if turns < 1:
        raise Fault("turns_from", rulebook(), found=turns)
    draws = PayingDrawCounter(parse_cost(cost))
    if draws.completions.is_payable(places) or not drawn:
        return []
    ways = perm((ALL_CARDS_MASK & ~all_seen).bit_count(), drawn)
    rows = {}
    choices = keep_choices_before_draw(places, may_exceed_hand_size=True)
    for number, keep in enumerate(choices):
        yield number / len(choices)
        kept = in_pile_order(map(card_notation, keep))
        discards = [card_notation(place) for place in places if place not in keep]
        rows[kept] = KeepChoice(
            "".join(discards), kept, draws.count_after_keeping(keep, all_seen, drawn), ways
        )
    return sorted(rows.values(), key=lambda row: (-row.successes, row.discard))
