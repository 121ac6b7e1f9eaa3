"""The worth of a hand for the next turn: the Victory Points that it brings on average by the exact counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from twingkit.ember.box.pool import Pool
from twingkit.ember.exact_odds.completions import ALL, Completions
from twingkit.ember.players.turns_needed import turns_needed
from twingkit.ember.rules.cards import bits_of, places_of
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.table import EmberTable

MOST_KNOWN = 5_000
"""The largest number of hands that are remembered for one cost."""


@lru_cache(maxsize=64)
def _completions(cost: Cost) -> Completions:
    return Completions(cost)


@lru_cache(maxsize=512)
def _ranked(creatures: Pool, pool: tuple[str, ...], goal: int) -> list[tuple[float, Completions]]:
    """The costs of a Pool with the value of the best creature that each pays for, the best first."""
    worth: dict[str, float] = {}
    for name in pool:
        creature = creatures[name]
        points = creature.value + creature.bonus
        value: float = points
        if goal:
            value = turns_needed(goal) - turns_needed(goal - points)
        worth[name] = value
    return _best_first(creatures, worth)


def _best_first(creatures: Pool, worth: Mapping[str, float]) -> list[tuple[float, Completions]]:
    """The costs of creatures with the most that each pays for, the best first."""
    best: dict[Cost, float] = {}
    for name, value in worth.items():
        cost = creatures[name].cost
        best[cost] = max(best.get(cost, 0), value)
    ranked = sorted(best.items(), key=lambda pair: -pair[1])
    return [(value, _completions(cost)) for cost, value in ranked]


class Outlook:
    """The outlook of one player at a table: costs that are there, and cards that may still come.

    Cards are places (see `twingkit.ember.rules.cards`), hands sorted. A creature is worth its Victory Points;
    with a `goal`, those that are missing for the call, the turns that it saves on the way there; or what
    `worth` says, by its id.
    """

    def __init__(
        self, table: EmberTable, seat: int, goal: int = 0, worth: Mapping[str, float] | None = None
    ) -> None:
        self.table, self.seat = table, seat
        creatures, pool = table.creatures, table.pool
        self.costs = _best_first(creatures, worth) if worth else _ranked(creatures, pool, goal)
        for _, completions in self.costs:
            completions.forget(MOST_KNOWN)
        self.hand = hand_of(table.players[seat].hand)
        self.unseen = ALL & ~bits_of(places_of([*table.players[seat].hand, *table.pile]))

    def payable(self, hand: tuple[int, ...]) -> float:
        """The value of the best creature that a hand pays now; 0 if it pays none."""
        return next((value for value, completions in self.costs if completions.is_payable(hand)), 0)

    def after_draw(self, kept: tuple[int, ...]) -> tuple[float, float]:
        """The mean value of the best creature that kept cards and one more pay; and, for equal ones, the sum
        over all creatures."""
        unseen = self.unseen
        cards = unseen.bit_count()
        now = self.payable(kept)
        total, more = 0.0, 0.0
        covered = 0
        for value, completions in self.costs:
            if value <= now:
                break
            outs = completions.completing_some(kept) & unseen
            more += value * outs.bit_count()
            total += value * (outs & ~covered).bit_count()
            covered |= outs
        total += now * (cards - covered.bit_count())
        return total / max(1, cards), more / max(1, cards)


def hand_of(cards: Iterable[str]) -> tuple[int, ...]:
    """The places of cards, lowest first."""
    return tuple(sorted(places_of(cards)))
