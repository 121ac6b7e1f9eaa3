"""The verbs that other games answer and Ember cannot: the odds of a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from twingkit.core.arguments import check_arguments
from twingkit.core.messages import Fault
from twingkit.ember.variants.variant import BOX, Variant


@check_arguments()
def odds(
    position: str,
    *,
    responses: str = "none",
    variant: Variant | str = BOX,
    exact: bool = False,
    budget: float | None = None,
) -> NoReturn:
    """Raise `Fault`: Ember has no battles, so no position has exact odds.

    `odds_in_tie` has the odds of a tie, `chance_within` and `pool_chances` the chances to conjure, `advise`
    estimates who wins.

    >>> odds("A6 E6 F6")
    Traceback (most recent call last):
    ...
    twingkit.core.messages.Fault: Ember has no odds for a position; use 'odds_in_tie' for a tie, ...
    """
    raise Fault("ember.no_odds")


@check_arguments()
def odds_many(
    positions: Iterable[str],
    *,
    responses: str = "none",
    variant: Variant | str = BOX,
    budget: float | None = None,
    errors: str = "raise",
) -> NoReturn:
    """Always raise `Fault`: Ember has no exact odds of positions (see `odds`).

    >>> odds_many(["ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"])
    Traceback (most recent call last):
    ...
    twingkit.core.messages.Fault: Ember has no odds for a position; use ...
    """
    raise Fault("ember.no_odds")
