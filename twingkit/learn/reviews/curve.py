"""The curve of the chance to win, its turning points, and the share of luck in a game.

Luck is the sum of the jumps at dice and draws; a player's decisions are the sum of the jumps at that player's
answers. For every player, start + luck + own decisions + others' decisions = result.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot, inf, sqrt
from statistics import fmean

import attrs

from twingkit.learn.reviews.moments import CHANCE_CAUSE
from twingkit.learn.reviews.reviewing import MAX_POINT_ERROR, MIN_TURNING_JUMP, Review
from twingkit.players.lookahead.ratings import PSEUDO_SHARES, mean_and_error

TURNING_ERRORS = 3.0
"""The number of standard errors that a turning point must exceed: the largest of about a hundred jumps is
often larger than two of them without a cause.
"""

MAX_TURNING_POINTS = 8
"""The largest number of turning points."""


@attrs.frozen
class Point:
    """One point of the curve: the number of answers given (`place`), who caused the jump (`cause`: a player
    from 1; 0 for dice and draws), the last answer (`answer`), and every player's chance to win, its standard
    error, and its jump from the point before.

    `number` counts the points of the whole curve from 0, known or not, and `jump_start` is the number of the
    point from which it jumped: a jump that spans unknown points has no single cause. `playouts` is the number
    of games played on from it, 0 if its chances are exact.
    """

    place: int
    cause: int
    answer: str
    chances: tuple[float, ...]
    errors: tuple[float, ...]
    jumps: tuple[float, ...]
    number: int
    jump_start: int
    playouts: int


@attrs.frozen
class Luck:
    """The share of luck in one player's game, in wins from 0 to 1: `start` + `luck` + `own` + `others` =
    `result`, with the standard errors of `luck` and of `own` decisions.
    """

    player: int
    start: float
    luck: float
    own: float
    others: float
    result: float
    luck_error: float
    own_error: float


def curve(review: Review) -> list[Point]:
    """Return the points of a game's curve of winning chances that are computed so far."""
    points: list[Point] = []
    for number, (place, played) in enumerate(zip(review.moments.places, review.chances, strict=True)):
        if not played:
            continue
        sampled = [mean_and_error([chances[seat] for chances in played]) for seat in range(review.seats)]
        means = tuple(map(fmean, zip(*played, strict=True)))
        errors = tuple(0.0 if number in review.surely else error for _, error in sampled)
        before = points[-1].chances if points else means
        jumps = tuple(now - then for now, then in zip(means, before, strict=True))
        points.append(
            Point(
                place.answer_count,
                place.cause + 1,
                place.last_answer,
                means,
                errors,
                jumps,
                number,
                points[-1].number if points else 0,
                0 if number in review.surely else len(played),
            )
        )
    return points


def known_points(points: list[Point]) -> list[Point]:
    """Return the points that are certain enough to be drawn, with their jumps from one to the next; empty if
    there are fewer than two.

    Their chances are estimates with `PSEUDO_SHARES`, so that a few equal games do not look certain.
    """
    known = [_estimated(point) for point in points if max(point.errors) <= MAX_POINT_ERROR]
    jumped = [
        attrs.evolve(
            point,
            jumps=tuple(now - then for now, then in zip(point.chances, before.chances, strict=True)),
            jump_start=before.number,
        )
        for before, point in pairwise(known)
    ]
    return [*known[:1], *jumped] if jumped else []


def _estimated(point: Point) -> Point:
    if not point.playouts:
        return point
    equal, weight = fmean(point.chances), len(PSEUDO_SHARES) / (point.playouts + len(PSEUDO_SHARES))
    chances = tuple(chance + weight * (equal - chance) for chance in point.chances)
    return attrs.evolve(point, chances=chances)


def turning_points(points: list[Point], player: int) -> list[Point]:
    """Return the largest certain jumps of a player's chance (player from 1), in game order."""
    seat = player - 1
    turns = [
        point
        for before, point in pairwise(points)
        if abs(point.jumps[seat]) >= MIN_TURNING_JUMP
        and abs(point.jumps[seat]) > TURNING_ERRORS * hypot(point.errors[seat], before.errors[seat])
    ]
    largest = sorted(turns, key=lambda point: -abs(point.jumps[seat]))[:MAX_TURNING_POINTS]
    return sorted(largest, key=lambda point: point.place)


def deciding_point(points: list[Point], player: int) -> Point | None:
    """Return the largest jump of a player's chance (player from 1) that was not undone: a rise if the chance
    has risen during the game, else a fall. None if no such jump is large.

    A jump is undone if the chance later returns to its middle.
    """
    seat = player - 1
    direction = 1 if points[-1].chances[seat] > points[0].chances[seat] else -1
    lasting, least = [], inf  # the lowest later chance if it has risen, else the highest, negated
    for point in reversed(points[1:]):
        least = min(least, direction * point.chances[seat])
        if least > direction * (point.chances[seat] - point.jumps[seat] / 2):
            lasting.append(point)
    largest = max(lasting, key=lambda point: direction * point.jumps[seat], default=None)
    return largest if largest and direction * largest.jumps[seat] >= MIN_TURNING_JUMP else None


def luck(review: Review) -> list[Luck]:
    """Return the luck of each player; empty while any point of the curve is unknown."""
    if not all(review.chances):
        return []
    points = curve(review)
    return [_luck_of(points, seat) for seat in range(review.seats)]


def _luck_of(points: list[Point], seat: int) -> Luck:
    sums = {CHANCE_CAUSE + 1: 0.0, seat + 1: 0.0, -1: 0.0}
    signs: dict[int, list[int]] = {cause: [0] * len(points) for cause in sums}
    for at, point in enumerate(points[1:], 1):
        cause = point.cause if point.cause in sums else -1
        sums[cause] += point.jumps[seat]
        signs[cause][at] += 1
        signs[cause][at - 1] -= 1

    def error(cause: int) -> float:
        weighed = zip(signs[cause], points, strict=True)
        return sqrt(sum((sign * point.errors[seat]) ** 2 for sign, point in weighed))

    first, last = points[0].chances[seat], points[-1].chances[seat]
    return Luck(
        seat + 1,
        first,
        sums[CHANCE_CAUSE + 1],
        sums[seat + 1],
        sums[-1],
        last,
        error(CHANCE_CAUSE + 1),
        error(seat + 1),
    )
