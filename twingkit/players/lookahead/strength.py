"""The estimated chance to win: each seat has a strength, the sum of its parts, such as objects or the hand.

A seat that is one stronger than another is e times as likely to win. Because a strength is a sum, the
difference between two estimates is the sum of what each part contributes (`contributions`): the reasons for
an answer come from the numbers that rate it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from math import exp, sqrt
from typing import NamedTuple

from twingkit.core.zones.declaration import ZonePlayer, ZoneTable


class Part(NamedTuple):
    """A part of a seat's strength: how much of something the seat has, and what that adds to the strength."""

    level: float
    worth: float


Parts = Mapping[str, Part]
"""The parts of a seat's strength by name."""

Strengths = Mapping[int, Parts]
"""The parts of the strength of every seat (from 0) that can still win."""

OUT = "out"
"""The name of the part that stands for leaving the game."""


def win_probability(strengths: Mapping[int, float], seat: int) -> float:
    """Return the probability that a seat wins against all others: its share of the sum of exp(strength).

    >>> win_probability({0: 1.0, 2: 1.0}, 2), round(win_probability({0: 0.0, 1: 1.0}, 1), 3)
    (0.5, 0.731)
    """
    most = max(strengths.values())  # so that no exponential overflows
    powers = {other: exp(strength - most) for other, strength in strengths.items()}
    return powers[seat] / sum(powers.values())


def estimated_win(strengths: Strengths, seat: int) -> float:
    """Return a seat's estimated chance to win (0 to 1); 0 if it can no longer win.

    >>> estimated_win({0: {"hand": Part(3, 0.5)}, 1: {"hand": Part(3, 0.5)}}, 1)
    0.5
    """
    return win_probability(_sums(strengths), seat) if seat in strengths else 0.0


def contributions(after: Strengths, before: Strengths, seat: int) -> dict[tuple[int, str], float]:
    """Return what each part of each seat contributes to how much larger a seat's estimated chance to win is
    `after` than `before`.

    The contributions add up to the difference, to about 0.01 between positions that are far apart. A seat
    that has left in only one of the two contributes by `OUT`.

    >>> strong, weak = {"hand": Part(4, 0.8)}, {"hand": Part(3, 0.6)}
    >>> found = contributions({0: strong, 1: weak}, {0: weak, 1: strong}, seat=0)
    >>> {key: round(value, 2) for key, value in found.items()}
    {(0, 'hand'): 0.05, (1, 'hand'): 0.05}
    """
    total = estimated_win(after, seat) - estimated_win(before, seat)
    if seat not in after or seat not in before:
        return {(seat, OUT): total}
    both = [other for other in after if other in before]
    found: dict[tuple[int, str], float] = {}
    sums = [{other: side[other] for other in both} for side in map(_sums, (after, before))]
    rest = win_probability(sums[0], seat) - win_probability(sums[1], seat)
    gone = [other for other in (*after, *before) if other not in both]
    for other in gone:
        found[other, OUT] = (total - rest) / len(gone)
    changes = {
        (other, name): part.worth - before[other].get(name, _NOTHING).worth
        for other in both
        for name, part in after[other].items()
    }
    slopes = _mean_slopes(sums[0], sums[1], seat)
    return found | {(other, name): slopes[other] * change for (other, name), change in changes.items()}


def _mean_slopes(after: Mapping[int, float], before: Mapping[int, float], seat: int) -> dict[int, float]:
    """Return by how much a seat's chance to win grows with each seat's strength, on average on the straight
    way between two sets of strengths (Gauss's rule with three points; Aumann and Shapley 1974).
    """
    slopes = dict.fromkeys(after, 0.0)
    for way, weight in _GAUSS_POINTS:
        there = {other: before[other] + way * (after[other] - before[other]) for other in after}
        own = win_probability(there, seat)
        for other in after:
            slopes[other] += weight * own * ((other == seat) - win_probability(there, other))
    return slopes


_GAUSS_POINTS = ((0.5 - sqrt(0.15), 5 / 18), (0.5, 8 / 18), (0.5 + sqrt(0.15), 5 / 18))
_NOTHING = Part(0.0, 0.0)


def _sums(strengths: Strengths) -> dict[int, float]:
    return {seat: sum([part.worth for part in parts.values()]) for seat, parts in strengths.items()}


def declared_parts(table: ZoneTable) -> Strengths:
    """Return what each seat of a declared table has, as parts of unknown worth: the computed values, the
    numbers, and the number of pieces in each zone.
    """
    return {
        player.seat: {name: Part(float(level), 0.0) for name, level in _declared_levels(player)}
        for player in table.players
    }


def _declared_levels(player: ZonePlayer) -> Iterator[tuple[str, int]]:
    for name in player.computed_values:
        yield name, getattr(player, name)
    for name, field in player.declared_fields.items():
        value = getattr(player, name)
        if field.pieces is not None:
            yield name, len(value) if isinstance(value, Sized) else value.size
        elif isinstance(value, int):
            yield name, value
