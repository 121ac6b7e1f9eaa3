"""Exact chances of a lay against a lay, from a table: asked thousands of times a game, computed once.

The chances are those of TW-ODDS-1, or of TW-ODDS-2 where a side has re-rolls to come (Hat, Shamrock, cats).
"""

from __future__ import annotations

from functools import lru_cache

from twingkit.twing.exact_odds.best_responses.grids import lost
from twingkit.twing.exact_odds.best_responses.values import Values
from twingkit.twing.exact_odds.contest import Contest, Means, Profile
from twingkit.twing.rules.objects import Objects, cross_counts_zero, sun_counts_zero

DECIDED = 9
"""A margin on the cards from which on no number of the dice matters."""

MOST_REROLLS = 3
"""More re-rolls than this make no difference that shows."""

NO_DIE = 0
"""The die of a side that rolls none."""

_ROLLS, _OWN, _PANTIES, _BRA = 1, 2, 4, 8


def die(own_element: bool, own: Objects, enemy: Objects) -> int:
    """The profile of a die (TW-BAT-15), as one number: its element, the own Panties, the enemy's Bra."""
    kind = _ROLLS
    if own_element:
        kind |= _OWN
    if cross_counts_zero(own):
        kind |= _PANTIES
    if sun_counts_zero(enemy):
        kind |= _BRA
    return kind


@lru_cache(maxsize=4096)
def chances(attack: int, defence: int, rerolls: tuple[int, int] = (0, 0)) -> tuple[tuple[float, float], ...]:
    """The attacker's chances (win, loss) for the margins on the cards from −9 to 9, with these dice.

    `rerolls` is how often each side can roll its die again, at most 3 each. Index the result with
    `place(margin)`.
    """
    return tuple(_chances(margin, attack, defence, rerolls) for margin in range(-DECIDED, DECIDED + 1))


def place(margin: int) -> int:
    """The index of a margin on the cards in the result of `chances`."""
    return 0 if margin <= -DECIDED else 2 * DECIDED if margin >= DECIDED else margin + DECIDED


def _chances(margin: int, attack: int, defence: int, rerolls: tuple[int, int]) -> tuple[float, float]:
    profiles = (profile_of(attack), profile_of(defence))
    counts = [
        min(count, MOST_REROLLS) if kind else 0
        for kind, count in zip((attack, defence), rerolls, strict=True)
    ]
    contest = Contest(margin, profiles, ((0,), (0,)), (Means(cats=counts[0]), Means(cats=counts[1])))
    [(edge, win)] = Values([contest]).first_rolls()
    return win, lost(edge, win)


@lru_cache(maxsize=32)
def profile_of(kind: int) -> Profile:
    """The profile that a die of this kind has."""
    return Profile(bool(kind & _ROLLS), bool(kind & _OWN), bool(kind & _PANTIES), bool(kind & _BRA))
