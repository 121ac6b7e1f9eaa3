"""The worth of a hand for the next turn: the average Victory Points that it brings, by exact counts."""

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
"""Size of the cache of hands for one cost."""


@lru_cache(maxsize=64)
def _completions(cost: Cost) -> Completions:
    return Completions(cost)


@lru_cache(maxsize=512)
def _ranked(creatures: Pool, pool: tuple[str, ...], goal: int) -> list[tuple[float, Completions]]:
    """Return the costs of a Pool with the value of the best creature that each pays for, the best first."""
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
    """Return the costs of creatures with the greatest worth that each pays for, the best first."""
    best: dict[Cost, float] = {}
    for name, value in worth.items():
        cost = creatures[name].cost
        best[cost] = max(best.get(cost, 0), value)
    ranked = sorted(best.items(), key=lambda pair: -pair[1])
    return [(value, _completions(cost)) for cost, value in ranked]


class Outlook:
    """One player's outlook at a table: the costs in the Pool, and the cards that may still be drawn.

    Cards are places (see `twingkit.ember.rules.cards`), hands are sorted. A creature is worth its Victory
    Points. With a `goal`, the Victory Points missing for the call, it is worth the turns that it saves on the
    way there; with `worth`, what that mapping says for its id.
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
        """Return the value of the best creature that a hand can pay for now; 0 if there is none."""
        return next((value for value, completions in self.costs if completions.is_payable(hand)), 0)

    def after_draw(self, kept: tuple[int, ...]) -> tuple[float, float]:
        """Return the mean value of the best creature that the kept cards and one more can pay for.

        The second number breaks ties: the sum over all creatures.
        """
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
    """Return the places of cards, lowest first."""
    return tuple(sorted(places_of(cards)))
