"""Hexes of the map: their coordinates, their neighbours, and the order of the rings.

A hex is a pair (q, r) of axial coordinates with Mecatol Rex at (0, 0); (0, -1) is north of it, (1, -1)
north-east. Hexes have a flat top: 2r + q numbers the rows, q the columns.
"""

from __future__ import annotations

from collections.abc import Iterator

Hex = tuple[int, int]
"""The axial coordinates (q, r) of a hex."""

CENTRE: Hex = (0, 0)

DIRECTIONS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The offset to each neighbouring hex, clockwise from north."""


def neighbours(place: Hex) -> tuple[Hex, ...]:
    """Return the six hexes that share a side with a hex, clockwise from north.

    >>> neighbours((0, 0))[:2]
    ((0, -1), (1, -1))
    """
    q, r = place
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def distance(place: Hex, other: Hex = CENTRE) -> int:
    """Return the number of steps from one hex to another, by default to the centre.

    >>> distance((0, -3)), distance((2, -1), (-1, 1))
    (3, 3)
    """
    q, r = place[0] - other[0], place[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def hexes_at_distance(radius: int) -> Iterator[Hex]:
    """Yield the hexes at this distance from the centre, clockwise from the north.

    >>> list(hexes_at_distance(1)) == list(neighbours((0, 0)))
    True
    """
    q, r = 0, -radius
    if radius == 0:
        yield CENTRE
    for dq, dr in (*DIRECTIONS[2:], *DIRECTIONS[:2]):
        for _ in range(radius):
            yield q, r
            q, r = q + dq, r + dr


def spiral(radius: int) -> tuple[Hex, ...]:
    """Return all hexes up to a distance from the centre, ring by ring, each clockwise from the north.

    >>> len(spiral(3)), spiral(2)[7]
    (37, (0, -2))
    """
    return tuple(place for steps in range(radius + 1) for place in hexes_at_distance(steps))
