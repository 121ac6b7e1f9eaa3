"""The worth of a hand for the next turn: the average Victory Points that it brings, by exact counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from twingkit.ember.box.pool import Pool
from twingkit.ember.exact_odds.completions import ALL_CARDS_MASK, Completions
from twingkit.ember.players.turns_needed import turns_needed
from twingkit.ember.rules.cards import bitmask_of, card_indexes
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.table import EmberTable

CACHED_HANDS_PER_COST = 5_000
"""Number of hands to cache for each cost."""


@lru_cache(maxsize=64)
def _completions(cost: Cost) -> Completions:
    return Completions(cost)


@lru_cache(maxsize=512)
def _ranked(creatures: Pool, pool: tuple[str, ...], goal: int) -> list[tuple[float, Completions]]:
    """Return the costs in a Pool with the value of the best creature that each pays for, the best first."""
    worth: dict[str, float] = {}
    for name in pool:
        creature = creatures[name]
        points = creature.value + creature.bonus_points
        value: float = points
        if goal:
            value = turns_needed(goal) - turns_needed(goal - points)
        worth[name] = value
    return _best_first(creatures, worth)


def _best_first(creatures: Pool, worth: Mapping[str, float]) -> list[tuple[float, Completions]]:
    """Return the costs of creatures with the largest worth that each pays for, the best first."""
    best: dict[Cost, float] = {}
    for name, value in worth.items():
        cost = creatures[name].cost
        best[cost] = max(best.get(cost, 0), value)
    ranked = sorted(best.items(), key=lambda pair: -pair[1])
    return [(value, _completions(cost)) for cost, value in ranked]


class DrawOutlook:
    """One player's outlook at a table: the costs in the Pool, and the cards that can still be drawn.

    Cards are indexes (see `twingkit.ember.rules.cards`), hands are sorted. A creature is worth its Victory
    Points. With a `goal`, the Victory Points missing for the call, it is worth the turns that it saves on the
    way there; with `worth`, the value of its id in that mapping.
    """

    def __init__(
        self, table: EmberTable, seat: int, goal: int = 0, worth: Mapping[str, float] | None = None
    ) -> None:
        self.table, self.seat = table, seat
        creatures, pool = table.creatures, table.pool
        self.costs = _best_first(creatures, worth) if worth else _ranked(creatures, pool, goal)
        for _, completions in self.costs:
            completions.limit_cache(CACHED_HANDS_PER_COST)
        self.hand = sorted_card_indexes(table.players[seat].hand)
        self.unseen = ALL_CARDS_MASK & ~bitmask_of(card_indexes([*table.players[seat].hand, *table.pile]))

    def best_payable_value(self, hand: tuple[int, ...]) -> float:
        """Return the value of the best creature that a hand can pay for now, or 0."""
        return next((value for value, completions in self.costs if completions.is_payable(hand)), 0)

    def mean_value_after_draw(self, kept: tuple[int, ...]) -> tuple[float, float]:
        """Return the mean value of the best creature that the kept cards and one more can pay for.

        The second number breaks ties: the sum over all creatures.
        """
        unseen = self.unseen
        cards = unseen.bit_count()
        now = self.best_payable_value(kept)
        total, more = 0.0, 0.0
        covered = 0
        for value, completions in self.costs:
            if value <= now:
                break
            outs = completions.completing_subset_mask(kept) & unseen
            more += value * outs.bit_count()
            total += value * (outs & ~covered).bit_count()
            covered |= outs
        total += now * (cards - covered.bit_count())
        return total / max(1, cards), more / max(1, cards)


def sorted_card_indexes(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the indexes of cards in ascending order."""
    return tuple(sorted(card_indexes(cards)))
