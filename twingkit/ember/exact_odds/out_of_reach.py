"""Explain why a cost cannot be paid in time: how many cards are missing, and how many are drawn."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from twingkit.core.messages import message
from twingkit.ember.rules.cards import card_indexes
from twingkit.ember.rules.costs import Cost, can_share_set


@lru_cache(maxsize=4096)
def min_missing_cards(held: tuple[str, ...], cost: Cost) -> int:
    """Return the smallest number of further cards with which held cards pay a cost.

    >>> held = ("A6", "E6", "F9")
    >>> min_missing_cards(held, Cost.parse("N4")), min_missing_cards(held, Cost.parse("N2"))
    (2, 0)
    """
    places = card_indexes(held)
    best = 0
    for groups in product(range(len(cost.sets) + 1), repeat=len(places)):
        sets = [
            tuple(place for place, chosen in zip(places, groups, strict=True) if chosen == number)
            for number in range(len(cost.sets))
        ]
        if all(
            len(chosen) <= group.size and can_share_set(group.kind, group.size, chosen)
            for chosen, group in zip(sets, cost.sets, strict=True)
        ):
            best = max(best, sum(map(len, sets)))
    return cost.size - best


def why_unreachable(held: tuple[str, ...], cost: Cost, draws: int) -> str:
    """Return a sentence saying why held cards and `draws` unseen ones can never pay a cost.

    >>> why_unreachable(("A6", "E6", "F9"), Cost.parse("N4"), 1)
    'N4 still needs 2 cards, but you draw only 1.'
    """
    lacking = min_missing_cards(held, cost)
    if lacking > draws:
        return message("ember.lacking", cost=str(cost), n=lacking, draws=draws)
    return message("ember.all_seen", cost=str(cost))
