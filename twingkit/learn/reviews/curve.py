"""The curve of the chance to win, what changed it for good, and the share of luck in a game.

Luck is the sum of the jumps at dice and draws; a player's decisions are the sum of the jumps at that player's
answers. For every player, start + luck + own decisions + others = result; what nobody did (see
`twingkit.learn.reviews.moments`) counts for the others.
"""

from __future__ import annotations

from itertools import accumulate, combinations, groupby, pairwise
from math import hypot, sqrt
from statistics import fmean, median

import attrs

from twingkit.core.slices import Slices
from twingkit.learn.first_game.teaching import IDLE_ANSWERS
from twingkit.learn.reviews.moments import CHANCE_CAUSE, CurveMoment
from twingkit.learn.reviews.reviewing import MAX_POINT_ERROR, MIN_TURNING_JUMP, QUICK, Review, is_certain_jump
from twingkit.players.lookahead.ratings import PSEUDO_SHARES, smoothed_mean_and_error

_MAX_CHANGES = 6
"""The largest number of changes that are named."""

_MIN_EVENT_SHARE, _EVENT_ERRORS = 0.5, 2.0
"""The smallest share of a turn's change that its largest event must have caused, to be named, and the number
of standard errors that the event's own change must exceed: it is the largest of a few.
"""

_ROUTINE_WORDS = IDLE_ANSWERS | {"discard", "keep", "pay"}
"""First words of answers that decide nothing by themselves."""

MIN_DECIDING_JUMP = 0.25
"""The smallest change of the chance to win (0 to 1) that is said to have decided a game."""

MAX_DEPTH = 2
"""The depth up to which a review goes on by itself while it is not clear what decided the game."""


@attrs.frozen
class CurvePoint:
    """One point of the curve of winning chances: the number of answers given (`place`), who caused the jump
    (`cause`: a player from 1; 0 for dice and draws), the last answer (`answer`), and every player's chance to
    win, its standard error, and its jump from the point before. At the start of a turn `turn_start_chances`
    are the chances to which it jumped.

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
    turn_start_chances: tuple[float, ...] = ()

    def with_jump_from(self, before: CurvePoint) -> CurvePoint:
        """Return the point with its jump: the difference of each player's chance from that at the point
        `before`.
        """
        reached = self.turn_start_chances or self.chances
        jumps = tuple(now - then for now, then in zip(reached, before.chances, strict=True))
        return attrs.evolve(self, jumps=jumps, jump_start=before.number)

    def cautious_jump(self, seat: int) -> float:
        """Return the jump of a seat's chance (seat from 0). At the start of a turn it is the smaller of the
        jumps to the estimate and to the chances of the games played on from there; 0 if they contradict.
        """
        before = (self.turn_start_chances or self.chances)[seat] - self.jumps[seat]
        return median((0.0, self.jumps[seat], self.chances[seat] - before))


@attrs.frozen
class ResultBreakdown:
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


def winning_chance_curve(review: Review) -> list[CurvePoint]:
    """Return the points computed so far of the curve that shows every player's chance to win during a
    game.
    """
    points: list[CurvePoint] = []
    for number, (place, played) in enumerate(zip(review.moments.curve_moments, review.chances, strict=True)):
        if not played:
            continue
        sampled = [
            smoothed_mean_and_error([chances[seat] for chances in played])
            for seat in range(review.seat_count)
        ]
        means = tuple(map(fmean, zip(*played, strict=True)))
        errors = tuple(0.0 if number in review.certain_places else error for _, error in sampled)
        zero = (0.0,) * review.seat_count
        point = CurvePoint(
            place.answer_count, place.cause + 1, place.last_answer, means, errors, zero, number, 0,
            0 if number in review.certain_places else len(played), place.turn_start_chances,
        )  # fmt: skip
        points.append(point.with_jump_from(points[-1]) if points else point)
    return points


def drawable_points(points: list[CurvePoint]) -> list[CurvePoint]:
    """Return the points that are certain enough to be drawn, with their jumps from one to the next; empty if
    there are fewer than two.

    Their chances are estimates with `PSEUDO_SHARES`, so that a few equal games do not look certain. At the
    start of a turn, either the estimate or the chances of the games played on from there are drawn, whichever
    makes the curve smoother; so the curve does not fall and rise again without an event.
    """
    known = _estimates([point for point in points if max(point.errors) <= MAX_POINT_ERROR])
    for number in range(1, len(known) - 1):
        known[number] = _smoothed(known[number], known[number - 1].chances, known[number + 1])
    return known if len(known) > 1 else []


def _smoothed(point: CurvePoint, before: tuple[float, ...], after: CurvePoint) -> CurvePoint:
    def length(chances: tuple[float, ...]) -> float:
        path = (before, chances, after.turn_start_chances or after.chances)
        return round(sum(abs(b - a) for ends in pairwise(path) for a, b in zip(*ends, strict=True)), 9)

    estimate = point.turn_start_chances
    if not estimate or not point.playouts or length(estimate) > length(point.chances):
        return point
    return attrs.evolve(point, chances=estimate)


def _estimates(points: list[CurvePoint]) -> list[CurvePoint]:
    estimates = [_estimated(point) for point in points]
    return [*estimates[:1], *(point.with_jump_from(before) for before, point in pairwise(estimates))]


def _estimated(point: CurvePoint) -> CurvePoint:
    if not point.playouts:
        return point
    equal, weight = fmean(point.chances), len(PSEUDO_SHARES) / (point.playouts + len(PSEUDO_SHARES))
    chances = tuple(chance + weight * (equal - chance) for chance in point.chances)
    return attrs.evolve(point, chances=chances)


@attrs.frozen
class WinChanceChange:
    """A lasting change of a player's chance to win (`player` from 1): `points` are the curve points from
    before to after it; `event` is the point after its only cause, None if it has several.
    """

    player: int
    points: tuple[CurvePoint, ...]
    is_certain: bool
    event: CurvePoint | None = None

    @property
    def chances(self) -> tuple[float, float]:
        """The player's chances to win before and after the change, as the curve shows them."""
        return self.points[0].chances[self.player - 1], self.points[-1].chances[self.player - 1]

    @property
    def size(self) -> float:
        """The difference of the player's chances before and after the change, above 0."""
        return abs(self.chances[1] - self.chances[0])

    @property
    def answer_count_before(self) -> int:
        """The number of answers given before the change."""
        return self.points[0].place


def lasting_changes(review: Review) -> list[WinChanceChange]:
    """Return the certain and lasting changes of the reader's or the winner's chance to win, the largest
    first; of the changes of a turn, whose sentences would name the same result, only the largest.
    """
    found, points = dict[int, WinChanceChange](), drawable_points(winning_chance_curve(review))
    named = [_at_event(review, points, change) for change in _possible_changes(review) if change.is_certain]
    tried = [change for change in named if all(_is_tried(change.points[end]) for end in (0, -1))]
    for change in sorted(tried, key=lambda change: change.size, reverse=True):
        before = review.moments.curve_moments[(change.event or change.points[1]).number - 1]
        found.setdefault(review.lookahead.turn_number(before.game), change)
    return [*found.values()][:_MAX_CHANGES]


def _is_tried(point: CurvePoint) -> bool:
    """True if a point is exact or has more games than the quick look, in which the few games may agree by
    chance.
    """
    return not point.playouts or point.playouts > QUICK


def _at_event(review: Review, points: list[CurvePoint], change: WinChanceChange) -> WinChanceChange:
    """Return the certain change at the most important event of the turn of `change`, or `change` itself."""
    seat, turn, found = change.player - 1, _turn_before(review, change.points[1]), [change]
    direction = 1 if change.chances[1] > change.chances[0] else -1
    for part, event in _events(review, points, seat):
        if _turn_before(review, points[part[0] + 1]) == turn:
            own = largest_lasting_change_points(points, part[0], part[-1], seat, direction)
            error = hypot(own[0].errors[seat], own[-1].errors[seat]) if own else 0
            if own and direction * (own[-1].chances[seat] - own[0].chances[seat]) > _EVENT_ERRORS * error:
                found.append(WinChanceChange(change.player, own, True, event))
    return max(found, key=lambda change: change.size * (_MIN_EVENT_SHARE if change.event is None else 1))


def _events(review: Review, points: list[CurvePoint], seat: int) -> list[tuple[range, CurvePoint]]:
    """Return the events of the curve that a sentence can name: for each, the indices of the points from
    before to after the event, and the point to which it led.

    Routine answers that follow an event, such as passing, count as its consequences. What only later playouts
    see at the start of a turn comes from the dice or draws that follow.
    """
    found, start = list[tuple[range, CurvePoint]](), 0
    is_routine = [_is_routine(moment) for moment in review.moments.curve_moments]
    for index, (before, point) in enumerate(pairwise(points), 1):
        jump, following = point.chances[seat] - before.chances[seat], points[min(index + 1, len(points) - 1)]
        precedes_draw = point.turn_start_chances and following.cause == CHANCE_CAUSE + 1
        is_whole = all(is_routine[point.jump_start + 1 : point.number])  # no unknown event lies between
        if is_whole and precedes_draw and abs(point.cautious_jump(seat)) < abs(jump) / 2:
            start = index - 1
            continue
        if is_whole and is_routine[point.number] and found and found[-1][0][-1] == index - 1:
            found[-1] = range(found[-1][0][0], index + 1), found[-1][1]
        elif is_whole and not (
            is_routine[point.number] or (jump > 0 and _only_opponents_drew(review, point, seat))
        ):
            found.append((range(start, index + 1), point))
        start = index
    return found


def _only_opponents_drew(review: Review, point: CurvePoint, seat: int) -> bool:
    """True if, in a game with several opponents, a jump of the curve comes from cards that only opponents of
    the seat drew.
    """
    results = review.moments.curve_moments[point.number].chance_results
    keys = ("drawn", "replenished")
    drawers = {asked.player for asked, _ in results if getattr(asked, "result_key", "") in keys}
    return point.cause == CHANCE_CAUSE + 1 and review.seat_count > 2 and bool(drawers) and seat not in drawers


def _is_routine(moment: CurveMoment) -> bool:
    """True if a player's routine answer led to this moment of the curve."""
    question, word = moment.answered_question, moment.last_answer.partition(" ")[0]
    discards = question is not None and question.kind.startswith("discard")
    return moment.cause != CHANCE_CAUSE and (discards or word in _ROUTINE_WORDS)


def is_clear(review: Review) -> bool:
    """True if it is certain which change decided the game: no uncertain change could turn out larger than the
    largest certain one.
    """
    possible = _possible_changes(review)
    largest = max((change.size for change in possible if change.is_certain), default=MIN_DECIDING_JUMP)
    return bool(drawable_points(winning_chance_curve(review))) and all(
        change.is_certain or change.size <= largest for change in possible
    )


def _possible_changes(review: Review) -> list[WinChanceChange]:
    """Return all changes that lasted, certain or not, at most one for each turn and player.

    A whole turn is one event: the steps of a duel or battle that go in one direction count together.
    """
    points, found = drawable_points(winning_chance_curve(review)), list[WinChanceChange]()
    for player in _players_of_interest(review, points):
        seat = player - 1
        direction = 1 if points[-1].chances[seat] > points[0].chances[seat] else -1
        steps = groupby(range(1, len(points)), key=lambda number: _turn_before(review, points[number]))
        for _, turn_steps in steps:
            numbers = [*turn_steps]
            part = largest_lasting_change_points(points, numbers[0] - 1, numbers[-1], seat, direction)
            if part:
                size = direction * (part[-1].chances[seat] - part[0].chances[seat])
                error = hypot(part[0].errors[seat], part[-1].errors[seat])
                in_one_turn = all(_is_in_one_turn(review, step) for step in part[1:])
                found.append(WinChanceChange(player, part, in_one_turn and is_certain_jump(size, error)))
    return [change for change in found if change.size >= MIN_TURNING_JUMP]


def _turn_before(review: Review, step: CurvePoint) -> int:
    """Return the number of the turn in which a step of the curve begins."""
    return review.lookahead.turn_number(review.moments.curve_moments[step.jump_start].game)


def _is_in_one_turn(review: Review, step: CurvePoint) -> bool:
    """True if no unknown point between the two ends of a step lies in another turn."""
    last = review.moments.curve_moments[step.number - 1].game
    return review.lookahead.turn_number(last) == _turn_before(review, step)


def _players_of_interest(review: Review, points: list[CurvePoint]) -> list[int]:
    """Return the reader (the first player if there is none), and the winner if others have won."""
    if not points:
        return []
    reader, chances = (review.reader or 0) + 1, points[-1].chances
    winner = chances.index(max(chances)) + 1
    return [reader, winner] if review.seat_count > 2 and winner != reader else [reader]


def largest_lasting_change_points(
    points: list[CurvePoint], first: int, last: int, seat: int, direction: int
) -> tuple[CurvePoint, ...]:
    """Return the points from `first` to `last` between which a seat's chance changed most in a direction (1
    or -1) without being undone; empty if no change lasted.

    A change is undone if the chance later returns to its middle.
    """
    heights = [direction * point.chances[seat] for point in points]
    lowest_later = [*accumulate(reversed(heights), min)][::-1]
    ends = [
        (heights[end] - heights[start], start - end, start)
        for start, end in combinations(range(first, last + 1), 2)
        if heights[end] > heights[start] and lowest_later[end] > (heights[start] + heights[end]) / 2
    ]
    if not ends:
        return ()
    _, minus_length, start = max(ends)
    return tuple(points[start : start - minus_length + 1])


def work_until_clear(review: Review, min_depth: int) -> Slices[None]:
    """Work on a review in slices up to the depth `min_depth`, then up to `MAX_DEPTH` until it is clear what
    decided the game; yield the finished share of the work up to `MAX_DEPTH`.
    """
    for depth in range(min_depth, max(min_depth, MAX_DEPTH) + 1):
        if depth > min_depth and is_clear(review):
            break
        yield from review.work_slices(depth, MAX_DEPTH)


def result_breakdowns(review: Review) -> list[ResultBreakdown]:
    """Return for each player how start, luck, own decisions and the others add up to the
    result (`ResultBreakdown`); empty while any point of the curve is unknown.
    """
    if not all(review.chances):
        return []
    points = _estimates(winning_chance_curve(review))
    return [_result_parts_of(points, seat) for seat in range(review.seat_count)]


def _result_parts_of(points: list[CurvePoint], seat: int) -> ResultBreakdown:
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
    return ResultBreakdown(
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
