"""The verbs that other games answer and Imajica cannot: the odds of a position, and the worth of changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from twingkit.core.arguments import check_arguments
from twingkit.core.messages import Fault
from twingkit.imajica.variants.variant import BOX, Variant


@check_arguments()
def odds(
    position: str,
    *,
    responses: str = "none",
    variant: Variant | str = BOX,
    exact: bool = False,
    budget: float | None = None,
) -> NoReturn:
    """Raise `Fault`: in Imajica hidden hands decide, so no position has exact odds.

    `can_they_stop` has the chances of a seizure or a challenge, `victory_distances` and `deck_counts` answer
    other questions, and `advise` estimates who wins.

    >>> odds("imajica: p1 active sartori; p2")
    Traceback (most recent call last):
    ...
    twingkit.core.messages.Fault: Imajica has no odds for a position; use 'can_they_stop' for a seizure ...
    """
    raise Fault("imajica.no_odds")


@check_arguments()
def odds_many(
    positions: Iterable[str],
    *,
    responses: str = "none",
    variant: Variant | str = BOX,
    budget: float | None = None,
    errors: str = "raise",
) -> NoReturn:
    """Always raise `Fault`: Imajica has no exact odds of positions (see `odds`).

    >>> odds_many(["imajica: p1 active sartori; p2 active dowd; circle slew; to move p1 ally"])
    Traceback (most recent call last):
    ...
    twingkit.core.messages.Fault: Imajica has no odds for a position; use ...
    """
    raise Fault("imajica.no_odds")


@check_arguments()
def worth(
    position: str,
    changes: Iterable[str] | None = None,
    *,
    side: str | None = None,
    variant: Variant | str = BOX,
) -> NoReturn:
    """Raise `Fault`: Imajica cannot tell what a single change is worth; use `can_they_stop` to compare.

    >>> worth("imajica: p1 active sartori; p2")
    Traceback (most recent call last):
    ...
    twingkit.core.messages.Fault: Imajica cannot tell what a single change is worth; use ...
    """
    raise Fault("imajica.no_worth")
