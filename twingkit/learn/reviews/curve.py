"""The curve of the chance to win, its turning points, and the share of luck in a game.

Luck is the sum of the jumps at dice and draws; a player's decisions are the sum of the jumps at that player's
answers. For every player, start + luck + own decisions + others = result; what nobody did (see
`twingkit.learn.reviews.moments`) counts for the others.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import hypot, inf, sqrt
from statistics import fmean, median

import attrs

from twingkit.learn.reviews.moments import CHANCE_CAUSE
from twingkit.learn.reviews.reviewing import MAX_POINT_ERROR, MIN_TURNING_JUMP, Review
from twingkit.learn.reviews.rows import RatedDecision
from twingkit.players.lookahead.ratings import PSEUDO_SHARES, is_certain, mean_and_error, paired_deficit

_TURNING_ERRORS = 3.0
"""The number of standard errors that a turning point must exceed: the largest of about a hundred jumps is
often larger than two of them without a cause.
"""

_MAX_TURNING_POINTS = 8


@attrs.frozen
class CurvePoint:
    """One point of the curve: the number of answers given (`place`), who caused the jump (`cause`: a player
    from 1; 0 for dice and draws), the last answer (`answer`), and every player's chance to win, its standard
    error, and its jump from the point before, with the standard error of the jump. At the start of a turn
    `turn_start_chances` are the chances to which it jumped.

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
    jump_errors: tuple[float, ...] = ()
    turn_start_chances: tuple[float, ...] = ()

    @property
    def foreseen_jump(self) -> float:
        """By how much later playouts expect something else than the estimate at the start of a turn."""
        expected = self.turn_start_chances or self.chances
        return max(abs(now - then) for now, then in zip(self.chances, expected, strict=True))

    def after(self, before: CurvePoint) -> CurvePoint:
        """Return the point with its jump from another one."""
        reached, errors = self.turn_start_chances or self.chances, self.errors
        if self.turn_start_chances:
            errors = (0.0,) * len(errors)
        return attrs.evolve(
            self,
            jumps=tuple(now - then for now, then in zip(reached, before.chances, strict=True)),
            jump_errors=tuple(map(hypot, errors, before.errors)),
            jump_start=before.number,
        )

    def chance_before(self, seat: int) -> float:
        """Return a seat's chance at the point from which it jumped (seat from 0)."""
        return (self.turn_start_chances or self.chances)[seat] - self.jumps[seat]

    def consistent_jump(self, seat: int) -> float:
        """Return the jump of a seat's chance (seat from 0). At the start of a turn it is the smaller of the
        jumps to the estimate and to the chances of the games played on from there; 0 if they contradict.
        """
        return median((0.0, self.jumps[seat], self.chances[seat] - self.chance_before(seat)))


@attrs.frozen
class ResultParts:
    """The parts that make up one player's result, in wins from 0 to 1: `start` + `luck` + `own` + `others` =
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


def curve(review: Review) -> list[CurvePoint]:
    """Return the points of a game's curve of winning chances that are computed so far."""
    points: list[CurvePoint] = []
    for number, (place, played) in enumerate(zip(review.moments.places, review.chances, strict=True)):
        if not played:
            continue
        sampled = [mean_and_error([chances[seat] for chances in played]) for seat in range(review.seats)]
        means = tuple(map(fmean, zip(*played, strict=True)))
        errors = tuple(0.0 if number in review.surely else error for _, error in sampled)
        zero = (0.0,) * review.seats
        point = CurvePoint(
            place.answer_count, place.cause + 1, place.last_answer, means, errors, zero, number, 0,
            0 if number in review.surely else len(played), zero, place.turn_start_chances,
        )  # fmt: skip
        points.append(point.after(points[-1]) if points else point)
    return points


def known_points(points: list[CurvePoint]) -> list[CurvePoint]:
    """Return the points that are certain enough to be drawn, with their jumps from one to the next; empty if
    there are fewer than two.

    Their chances are estimates with `PSEUDO_SHARES`, so that a few equal games do not look certain.
    """
    known = _estimates([point for point in points if max(point.errors) <= MAX_POINT_ERROR])
    return known if len(known) > 1 else []


def _estimates(points: list[CurvePoint]) -> list[CurvePoint]:
    estimates = [_estimated(point) for point in points]
    return [*estimates[:1], *(point.after(before) for before, point in pairwise(estimates))]


def _estimated(point: CurvePoint) -> CurvePoint:
    if not point.playouts:
        return point
    equal, weight = fmean(point.chances), len(PSEUDO_SHARES) / (point.playouts + len(PSEUDO_SHARES))
    chances = tuple(chance + weight * (equal - chance) for chance in point.chances)
    return attrs.evolve(point, chances=chances)


def turning_points(points: list[CurvePoint], player: int) -> list[CurvePoint]:
    """Return the largest certain jumps of a player's chance (player from 1), in game order."""
    seat = player - 1
    turns = [
        point
        for point in points[1:]
        if abs(jump := point.consistent_jump(seat)) >= MIN_TURNING_JUMP
        and abs(jump) > _TURNING_ERRORS * point.jump_errors[seat]
    ]
    largest = sorted(turns, key=lambda point: -abs(point.consistent_jump(seat)))[:_MAX_TURNING_POINTS]
    return sorted(largest, key=lambda point: point.place)


def deciding_event(review: Review, player: int) -> CurvePoint | RatedDecision | None:
    """Return what changed a player's chance (player from 1) most for good: a rise if the chance has risen
    during the game, else a fall. None if nothing did so with certainty.

    As in the reviews of backgammon and chess, this is luck, a mistake (a row), or a decision that was better
    than other answers by its own rating; a step without an alternative decides nothing. If there is no such
    step, it is the jump over a whole turn, which is more certain than its steps.
    """
    points, seat = known_points(curve(review)), player - 1
    direction = 1 if points[-1].chances[seat] > points[0].chances[seat] else -1
    found: list[tuple[float, CurvePoint | RatedDecision]] = [
        (direction * point.consistent_jump(seat), point)
        for point in lasting_jumps(points, seat, direction)
        if _is_cause(review, point)
    ]
    losers = {seat + 1} if direction < 0 else {1, 2} - {player} if review.seats == 2 else set[int]()
    for row in filter(lambda row: row.mark and row.player in losers, review.rows):
        later = [point.chances[row.player - 1] for point in points if point.place >= row.place]
        found += [(row.win_lost, row)] if max(later, default=1.0) < (row.win + row.win_best) / 2 else []
    if all(size < MIN_TURNING_JUMP for size, _ in found):
        whole = lasting_jumps(turn_ends(review, points), seat, direction)
        found = [(direction * point.consistent_jump(seat), point) for point in whole]
    size, event = max(found, key=lambda sized: sized[0], default=(0.0, None))
    return event if size >= MIN_TURNING_JUMP else None


def main_change_point(ends: list[CurvePoint], player: int) -> CurvePoint | None:
    """Return the last of the fewest turns in a row that made two thirds of the change of a player's chance
    (player from 1) during the game, with its jump over them. `ends` are the ends of all turns.

    The jumps where playouts begin to look further ahead belong to no turn; None if most of the change is of
    that kind.
    """
    seat = player - 1
    jumps = [after.after(before).jumps[seat] for before, after in pairwise(ends)]
    whole = ends[-1].chances[seat] - ends[0].chances[seat]
    direction = 1 if whole > 0 else -1
    changes = [
        (last - first, -direction * sum(jumps[first:last]), last, first)
        for first, last in combinations(range(len(ends)), 2)
    ]
    enough = [change for change in changes if -change[1] >= abs(whole) * 2 / 3]
    if not enough:
        return None
    *_, last, first = min(enough)
    return ends[last].after(ends[first])


def turn_ends(review: Review, points: list[CurvePoint]) -> list[CurvePoint]:
    """Return the first point and the last one of each turn, with the jump over the turn."""
    turn, places = review.lookahead.turn_number, review.moments.places
    last_of_turn = {turn(places[point.jump_start].game): point for point in points[1:]}
    ends = [points[0], *last_of_turn.values()]
    return [points[0], *(after.after(before) for before, after in pairwise(ends))]


def _is_cause(review: Review, point: CurvePoint) -> bool:
    """True if chance led to a point, or a decision that was certainly better than another answer."""
    if point.cause == CHANCE_CAUSE + 1:
        return True
    if point.jumps[point.cause - 1] <= 0:
        return False
    place = review.moments.places[point.number - 1].answer_count + 1
    row = next((row for row in review.rows if row.place == place), None)
    if row is None or row.answer != row.best:
        return False
    if row.exact:
        return row.win - min(row.answers.values()) >= MIN_TURNING_JUMP
    shares = review.shares[review.moments.decisions.index(review.decision_at(row.place))]
    gains = [paired_deficit(shares[row.answer], shares[other]) for other in row.answers]
    return any(gain >= MIN_TURNING_JUMP and is_certain(gain, error) for gain, error in gains)


def lasting_jumps(points: list[CurvePoint], seat: int, direction: int) -> list[CurvePoint]:
    """Return the jumps of a seat's chance in a direction (1 or -1) that are certain and were not undone.

    A jump is undone if the chance later returns to its middle.
    """
    lasting, least = [], inf  # the lowest later chance for direction 1, else the highest, negated
    for point in reversed(points[1:]):
        jump = point.consistent_jump(seat)
        least = min(least, direction * point.chances[seat])
        middle = point.chance_before(seat) + jump / 2
        if is_certain(direction * jump, point.jump_errors[seat]) and least > direction * middle:
            lasting.append(point)
    return lasting


def result_parts(review: Review) -> list[ResultParts]:
    """Return the parts of each player's result; empty while any point of the curve is unknown."""
    if not all(review.chances):
        return []
    points = _estimates(curve(review))
    return [_result_parts_of(points, seat) for seat in range(review.seats)]


def _result_parts_of(points: list[CurvePoint], seat: int) -> ResultParts:
    sums = {CHANCE_CAUSE + 1: 0.0, seat + 1: 0.0}
    signs: dict[int, list[int]] = {cause: [0] * len(points) for cause in sums}
    for at, point in enumerate(points[1:], 1):
        if point.cause in sums:
            sums[point.cause] += point.jumps[seat]
            signs[point.cause][at] += not point.turn_start_chances
            signs[point.cause][at - 1] -= 1

    def error(cause: int) -> float:
        weighed = zip(signs[cause], points, strict=True)
        return sqrt(sum((sign * point.errors[seat]) ** 2 for sign, point in weighed))

    first, last = points[0].chances[seat], points[-1].chances[seat]
    return ResultParts(
        seat + 1,
        first,
        sums[CHANCE_CAUSE + 1],
        sums[seat + 1],
        last - first - sum(sums.values()),
        last,
        error(CHANCE_CAUSE + 1),
        error(seat + 1),
    )
