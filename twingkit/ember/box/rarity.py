"""The rarity of each cost: how many of all five-card hands can pay it (EM-POOL-1).

There are 3,478,761 hands of five cards with the three Archmages and 2,598,960 without. The numbers in
`rarity.toml` were counted by trying every hand.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from math import comb

from twingkit.core.arguments import BOOLEAN, check_arguments
from twingkit.ember.rules.cards import DECK_SIZE
from twingkit.ember.rules.costs import COST_ARGUMENT, Cost

HAND_SIZE = 5
"""Number of cards in a hand."""

HAND_COUNT = comb(DECK_SIZE, HAND_SIZE)
"""Number of five-card hands, including those with Archmages.

>>> HAND_COUNT
3478761
"""


@cache
def _table() -> dict[str, list[int]]:
    table: dict[str, list[int]] = tomllib.loads(
        files("twingkit.ember.box").joinpath("rarity.toml").read_text("utf-8")
    )
    return table


@check_arguments(cost=COST_ARGUMENT, with_archmages=BOOLEAN)
def count_paying_hands(cost: str, with_archmages: bool = True) -> int:
    """Return how many five-card hands can pay a cost; without `with_archmages`, only hands of wizards alone
    count.

    Raises `Fault` for text that is not a cost (EM-COST-1).

    >>> count_paying_hands("N4"), count_paying_hands("N4", with_archmages=False)
    (20865, 624)
    """
    groups = sorted(map(str, Cost.parse(cost).sets))
    return _table()["+".join(groups)][not with_archmages]
