"""The curve of the chance to win, what changed it for good, and the share of luck in a game.

Luck is the sum of the jumps at dice and draws; a player's decisions are the sum of the jumps at that player's
answers. For every player, start + luck + own decisions + others = result; what nobody did (see
`twingkit.learn.reviews.moments`) counts for the others.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot, inf, sqrt
from statistics import fmean, median

import attrs

from twingkit.core.slices import Slices
from twingkit.learn.reviews.moments import CHANCE_CAUSE
from twingkit.learn.reviews.reviewing import MAX_POINT_ERROR, MIN_TURNING_JUMP, Review, is_certain_jump
from twingkit.learn.reviews.rows import RatedDecision
from twingkit.players.lookahead.ratings import PSEUDO_SHARES, is_certain, mean_and_error, paired_deficit

_MAX_CHANGES = 6
"""The largest number of changes that are named."""

MIN_DECIDING_JUMP = 0.25
"""The smallest change of the chance to win (0 to 1) that is said to have decided a game."""

MAX_DEPTH = 3
"""The depth up to which a review goes on by itself while it is not clear what decided the game."""


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
    `result`, with the standard errors of `luck` and of `own` decisions. `unforeseen` is the part of `others`
    that nobody decided: what only later playouts saw.
    """

    player: int
    start: float
    luck: float
    own: float
    others: float
    result: float
    luck_error: float
    own_error: float
    unforeseen: float


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


@attrs.frozen
class Change:
    """A change of a player's chance to win (player from 1) that lasted, with its cause: a step of the curve
    (`point`), a mistake (`row`), or a step that was a mistake of another player (both). `size` is positive,
    and `answer_count` is the number of answers before it.
    """

    player: int
    size: float
    answer_count: int
    point: CurvePoint | None
    row: RatedDecision | None
    is_certain: bool


def changes(review: Review) -> list[Change]:
    """Return what certainly changed the chance of the reader or of the winner for good, the largest first."""
    found = dict[int, Change]()
    for change in _possible_changes(review):
        known = found.get(change.answer_count, change)
        if change.is_certain and (change.point is None, change.size) >= (known.point is None, known.size):
            found[change.answer_count] = change
    return sorted(found.values(), key=lambda change: -change.size)[:_MAX_CHANGES]


def is_clear(review: Review) -> bool:
    """True if no change that is still uncertain may turn out to be larger than the largest certain one."""
    largest = next((change.size for change in changes(review)), MIN_DECIDING_JUMP)
    possible = _possible_changes(review)
    return bool(known_points(curve(review))) and all(
        change.is_certain or change.size <= largest for change in possible
    )


def _possible_changes(review: Review) -> list[Change]:
    """Return all changes that lasted, certain or not.

    As in the reviews of backgammon and chess, the cause is luck, a mistake, or a decision that was better
    than other answers by its own rating; a step without an alternative decides nothing.
    """
    points, found = known_points(curve(review)), list[Change]()
    rows = {row.place: row for row in review.rows}
    for player in _players_of_interest(review, points):
        seat, direction = player - 1, 1
        if points[-1].chances[seat] <= points[0].chances[seat]:
            direction = -1
        losers = {player} if direction < 0 else {1, 2} - {player} if review.seats == 2 else set[int]()
        for row in rows.values():
            later = [point.chances[row.player - 1] for point in points if point.place >= row.place]
            is_lasting = max(later, default=1.0) < (row.win + row.win_best) / 2
            if row.player in losers and is_lasting and (row.mark or row.is_unclear):
                found.append(Change(player, row.win_lost, row.place - 1, None, row, bool(row.mark)))
        for point in lasting_jumps(points, seat, direction):
            before = review.moments.places[point.jump_start].answer_count
            size, row_there = direction * point.consistent_jump(seat), rows.get(before + 1)
            is_certain_step = is_certain_jump(size, point.jump_errors[seat])
            if point.number > point.jump_start + 1 or not is_certain_step:
                found.append(Change(player, size, before, point, None, False))
            elif point.cause == CHANCE_CAUSE + 1:
                found.append(Change(player, size, before, point, None, True))
            elif row_there is not None and _is_cause(review, point, row_there):
                found.append(Change(player, size, before, point, row_there, True))
    return [change for change in found if change.size >= MIN_TURNING_JUMP]


def _players_of_interest(review: Review, points: list[CurvePoint]) -> list[int]:
    """Return the reader (the first player if there is none), and the winner if others have won."""
    if not points:
        return []
    reader, chances = (review.reader or 0) + 1, points[-1].chances
    winner = chances.index(max(chances)) + 1
    return [reader, winner] if review.seats > 2 and winner != reader else [reader]


def _is_cause(review: Review, point: CurvePoint, row: RatedDecision) -> bool:
    """True if the decision that led to a point was a mistake, or certainly better than another answer."""
    if row.player != point.cause:
        return False
    if point.jumps[row.player - 1] <= 0:
        return bool(row.mark)
    if row.answer != row.best:
        return False
    if row.exact:
        return row.win - min(row.answers.values()) >= MIN_TURNING_JUMP
    shares = review.shares[review.moments.decisions.index(review.decision_at(row.place))]
    gains = [paired_deficit(shares[row.answer], shares[other]) for other in shares if other != row.answer]
    return any(gain >= MIN_TURNING_JUMP and is_certain(gain, error) for gain, error in gains)


def lasting_jumps(points: list[CurvePoint], seat: int, direction: int) -> list[CurvePoint]:
    """Return the jumps of a seat's chance in a direction (1 or -1) that were not undone.

    A jump is undone if the chance later returns to its middle.
    """
    lasting, least = [], inf  # the lowest later chance for direction 1, else the highest, negated
    for point in reversed(points[1:]):
        jump = point.consistent_jump(seat)
        least = min(least, direction * point.chances[seat])
        if direction * jump > 0 and least > direction * (point.chance_before(seat) + jump / 2):
            lasting.append(point)
    return lasting


def work_until_clear(review: Review, depth: int) -> Slices[None]:
    """Work up to a depth in slices, and on to `MAX_DEPTH` while it is not clear what decided the game."""
    yield from review.work_slices(depth)
    for further in range(depth + 1, MAX_DEPTH + 1):
        if is_clear(review):
            break
        yield from review.work_slices(further)


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
        sum(now.chances[seat] - (now.turn_start_chances or now.chances)[seat] for now in points),
    )
