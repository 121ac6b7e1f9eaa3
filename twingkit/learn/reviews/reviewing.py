"""Work out a review in steps; it can stop after any step, and can be saved as JSON.

A quick look comes first, in an order that spreads over the game: at the decisions of the reader, if known,
that a computer player would have made differently, at the reader's others, at the places of the curve, and at
other decisions. After the first of these, those that may or may not be mistakes get more tries. Then comes
the search for the turning points of the curve and, after the first depth, also the other unclear decisions.
The next step depends only on what is done, so a review that was interrupted ends like one that was not.
"""

from __future__ import annotations

import random
import time
from itertools import pairwise
from math import ceil, hypot, inf, sqrt
from statistics import fmean

import attrs

from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.record import parse_record
from twingkit.core.running.running_script import player_count
from twingkit.core.running.winners import win_share
from twingkit.core.slices import Slices, finish
from twingkit.learn.first_game.first_game import LEARNER_SEAT, first_game_settings
from twingkit.learn.first_game.teaching import TeachingPlayer
from twingkit.learn.reviews.moments import (
    DealUnknownCards,
    Decision,
    ReviewMoments,
    estimated_win_shares,
    moments_of,
)
from twingkit.learn.reviews.reason import UnratedReason
from twingkit.learn.reviews.rows import RatedDecision, rate_decision
from twingkit.learn.reviews.saved_review import SavedReview, SharesByAnswer
from twingkit.learn.reviews.unknown_cards import (
    has_unknown_cards,
    moments_with_unknown_cards,
    ratable_answers,
)
from twingkit.players.lookahead import LookaheadFunctions, lookahead_of, ratings
from twingkit.players.lookahead.exact import exact_chance, exact_chances, exact_odds_function
from twingkit.players.lookahead.explaining import explain_ratings
from twingkit.players.lookahead.explanation import Explanation

QUICK = 2
"""The number of games of the quick look for each place of the curve."""

_GAMES_PER_LATER_STEP = 6
"""The number of games of each later look at a place of the curve."""

_STEPS_PER_QUICK_STEP = 2.0
"""The number of steps of one depth for each step of the quick look."""

MAX_POINT_ERROR = 0.1
"""The largest standard error of a point of the curve that is drawn."""

MIN_TURNING_JUMP = 0.10
"""The smallest jump of the curve that counts as a turning point, in wins from 0 to 1."""

_SETTLING_PLAYOUTS = 32
"""The number of games after each answer that an unclear decision of the reader gets before the curve."""

_DECISION_STEP_INTERVAL = 3
"""After the first depth, one of so many steps is about decisions; the others are about the curve."""

_MAX_FUTILE_DECISIONS = 3
"""The number of failed decisions after which no further one is tried, if most could not be rated."""

_MAX_PLAYOUTS_PER_ANSWER = 512
"""The number of games after each answer from which on an unclear decision stays unclear."""

UNKNOWN_HAND_REASON = UnratedReason.from_fault(Fault("reviews.hand"))
"""The reason for decisions whose player has an unknown hand."""


_TURNING_ERRORS = 3.0
"""The number of standard errors that a turning point must exceed: the largest of about a hundred jumps is
often larger than two of them without a cause.
"""


def is_certain_jump(size: float, error: float) -> bool:
    """True if a jump of the curve with this standard error is certain enough to be a turning point."""
    return size > _TURNING_ERRORS * error


def can_be_reviewed(entry: GameEntry) -> bool:
    """True if a game says how its answers are rated: by playouts, or by exact odds."""
    return bool(entry.lookahead or entry.exact_odds)


class Review:
    """The review of a record, worked out in steps; its seed determines the result.

    Raises `RecordError` for a broken record, and `Fault` if the game does not say how its answers are rated
    (see `can_be_reviewed`).

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    >>> reviewed = Review(game.record)
    >>> reviewed.run()
    >>> [(row.answer, row.best, row.exact) for row in reviewed.rows]
    [('lay F3', 'lay F5 F3', True)]
    """

    def __init__(
        self,
        record: str,
        *,
        seed: int = 0,
        complete: DealUnknownCards | None = None,
        moments: ReviewMoments | None = None,
        is_first_game: bool = False,
    ) -> None:
        self.record, self.seed, self.is_first_game = record, seed, is_first_game
        self.reader: int | None = None
        """The seat (from 0) whose decisions come first, and who is "you"; None if no seat is."""
        self.moments = moments or finish(_moments(record, complete))
        if is_first_game:
            self.moments = _without_automatic_answers(self.moments)
        game = self.moments.game
        self.seat_count = player_count(game)
        self.lookahead = lookahead_of(game)
        self.has_exact_odds = exact_odds_function(game) is not None
        self.shares: list[SharesByAnswer] = [{} for _ in self.moments.decisions]
        """For each decision, the shares of the win after each answer, game by game."""
        self.chances: list[list[tuple[float, ...]]] = [[] for _ in self.moments.curve_moments]
        """For each place of the curve, the shares of the win of all seats, game by game."""
        self.exact_values: list[dict[str, float]] = [{} for _ in self.moments.decisions]
        """The exact chances of each answer, if there are any."""
        self.certain_places: set[int] = set()
        """The places of the curve whose chances are exact."""
        self.unrated_reasons: dict[int, UnratedReason] = {
            number: UnratedReason.from_fault(decision.unrated_reason)
            for number, decision in enumerate(self.moments.decisions)
            if decision.unrated_reason is not None
        }
        """The decisions (by number) that could not be rated, and why."""
        self.checks: list[SharesByAnswer] = [{} for _ in self.moments.decisions]
        """For each decision, the shares of the win in playouts between stronger players."""
        self._explanations: dict[int, Explanation] = {}
        """The reasons for the best answers to decisions (by number) with a better answer."""
        self.step_count = 0
        """The number of finished steps."""
        self._rows: dict[int, tuple[tuple[float, ...], RatedDecision | None]] = {}
        """The row of each decision, after its number of playouts and its exact chances."""

    def _quick_look(self) -> list[tuple[str, int]]:
        """Return the steps of the quick look in order, each as its kind (`rate`, `curve` or, for a decision
        of the reader, `settle`) and the number of the decision or curve moment.
        """
        units = [
            (3 if self.reader not in (None, decision.seat) else int(decision.is_expected), "rate", number)
            for number, decision in enumerate(self.moments.decisions)
            if decision.unrated_reason is None
        ]
        units += [(2, "curve", number) for number in range(len(self.chances))]
        units += [
            (2, "settle", number) for _, kind, number in units if kind == "rate" and self._is_own(number)
        ]
        units.sort(key=lambda unit: (unit[0], (unit[2] * 0.618033988749895) % 1))
        return [(kind, number) for _, kind, number in units]

    def _is_own(self, number: int) -> bool:
        return self.moments.decisions[number].seat == self.reader

    def _row(self, number: int) -> RatedDecision | None:
        """Return the rated decision with this number, by its own playouts alone; None if it is not rated."""
        shares, exact = self.shares[number], self.exact_values[number]
        known = (sum(map(len, shares.values())), *exact.values())
        if number not in self._rows or self._rows[number][0] != known:
            decision, checks = self.moments.decisions[number], self.checks[number]
            self._rows[number] = known, rate_decision(decision, shares, exact, checks)
        return self._rows[number][1]

    def set_reader(self, seat: str) -> None:
        """Make the player of a seat (such as `p1`) the reader, whom sentences call "you"; "" for nobody.

        Raises `Fault` if there is no such seat.
        """
        seats = [self.moments.game.start.seat(number) for number in range(self.seat_count)]
        if seat and seat not in seats:
            raise Fault("reviews.no_seat", found=one_line_excerpt(repr(seat)), names=", ".join(seats))
        self.reader = seats.index(seat) if seat else None

    def limited_its_lead(self, row: RatedDecision) -> bool:
        """True if an opponent of a first game could not give the best answer because it limits its lead."""
        decision = self.decision_at(row.place)
        if not self.is_first_game or decision.seat == LEARNER_SEAT or row.answer == row.best:
            return False
        asked = decision.pending_question
        given, best = map(asked.parse_answer, (row.answer, row.best))
        opponent = TeachingPlayer(_game_id(decision.game), self.seed)
        return bool(opponent.limit_lead(decision.game, best, [given, best]) != best)

    @classmethod
    def open_in_slices(
        cls,
        record: str,
        *,
        seed: int = 0,
        complete: DealUnknownCards | None = None,
        is_first_game: bool = False,
    ) -> Slices[Review]:
        """Open the review of a record in slices: a generator that yields the finished share (0 to 1) and
        returns the review.

        The unknown cards of a record from a real table are dealt first, which may take long.
        """
        moments = yield from _moments(record, complete)
        return cls(record, seed=seed, moments=moments, is_first_game=is_first_game)

    # -- results

    @property
    def rows(self) -> list[RatedDecision]:
        """The decisions rated so far, in order."""
        rows: list[RatedDecision] = []
        for number in range(len(self.shares)):
            row = self._row(number)
            if row is not None and number not in self.unrated_reasons:
                later = self._shares_where_best_is_open(number, row)
                rows.append(row.with_loss_of_later(self.shares[number], later) if later else row)
        return rows

    def _shares_where_best_is_open(self, number: int, row: RatedDecision) -> SharesByAnswer:
        """Return the playout results of the player's next decision of the same kind in this turn if it still
        allows the best answer of `row`, else none.
        """
        decision, turn = self.moments.decisions[number], self.lookahead.turn_number
        for later in range(number + 1, len(self.moments.decisions)):
            after = self.moments.decisions[later]
            if row.exact or row.win_lost < ratings.MIN_LOSS or turn(after.game) != turn(decision.game):
                break
            if after.question_kind == decision.question_kind:
                asked = after.pending_question
                try:
                    is_open = asked.refusal(asked.parse_answer(row.best)) is None
                except (Fault, Refusal):
                    is_open = False
                return self.shares[later] if is_open and after.seat == decision.seat else {}
        return {}

    def tries(self, row: RatedDecision) -> dict[str, int]:
        """Return the number of playouts of each answer that was tried; those dropped early come last."""
        shares = self.shares[self.moments.decisions.index(self.decision_at(row.place))]
        dropped = {answer: len(won) for answer, won in shares.items() if won and answer not in row.answers}
        kept = dict.fromkeys(row.answers, row.playouts)
        return kept | dict(sorted(dropped.items(), key=lambda tried: -tried[1]))

    def decision_at(self, answer_number: int) -> Decision:
        """Return the decision at answer number `answer_number` (from 1). Raises `LookupError` if there is
        none.
        """
        for decision in self.moments.decisions:
            if decision.answer_index + 1 == answer_number:
                return decision
        raise LookupError(f"answer {answer_number} of the record is not a decision")

    @property
    def is_over(self) -> bool:
        """True if the game was played to its end."""
        return self.moments.game.over

    @property
    def is_certain(self) -> bool:
        """True if nothing is uncertain any more: further steps would change nothing."""
        return self._next() is None

    @property
    def depth(self) -> int:
        """The depth that the review has reached or works on, from 1."""
        return max(1, ceil(self.step_count / self._steps_of_depth()))

    def share_done(self, depth: int = 1) -> float:
        """Return the finished share of a review of this depth, 0 to 1."""
        share = self.step_count / (depth * self._steps_of_depth())
        return 1.0 if share >= 1 or self.is_certain else share

    def _steps_of_depth(self) -> int:
        return max(1, int(_STEPS_PER_QUICK_STEP * len(self._quick_look())))

    # -- work

    def run(self, *, seconds: float | None = None, depth: int = 1) -> None:
        """Work up to a depth (1: a quick look; each further depth takes as many steps) or, if `seconds` is
        given, for that time; at least one step.
        """
        if seconds is None:
            finish(self.work_slices(depth))
            return
        if not seconds > 0:
            raise ValueError(f"seconds must be above 0, not {seconds}")
        until = time.monotonic() + seconds
        for _ in self.work_slices(0):
            if time.monotonic() > until:
                break

    def work_slices(self, depth: int = 1, last_depth: int = 0) -> Slices[None]:
        """Work up to a depth (0: without end) in slices: a generator that yields the share of the playouts
        (0 to 1) that are done, of those up to `last_depth` if further work may follow. An interrupted step is
        repeated.
        """
        total = depth * self._steps_of_depth() if depth else inf
        share = 0.0
        while self.step_count < total:
            unit = self._next()
            if unit is None:
                break
            share = max(share, self._playouts_share(max(depth, last_depth)))
            for _ in self._step(*unit):
                yield share
        yield share if depth < last_depth else 1.0

    def _playouts_share(self, depth: int) -> float:
        """Return the finished share of the playouts of a depth, estimated from those of finished steps."""
        rated = [count for count in (sum(map(len, shares.values())) for shares in self.shares) if count]
        exact, dark = sum(map(bool, self.exact_values)), self.chances.count([])
        new = max(0, len(self.shares) - exact - len(rated) - len(self.unrated_reasons))
        done = sum(rated) + sum(map(len, self.chances)) + exact
        later = max(0, depth * self._steps_of_depth() - self.step_count - new - dark)
        left = new * fmean(rated or [4 * ratings.MIN_PLAYOUTS]) + dark * QUICK + later * _GAMES_PER_LATER_STEP
        return done / (done + left or 1)

    def _next(self) -> tuple[str, int] | None:
        """Return the next step (its kind, and the number of its decision or curve moment), or None if nothing
        is uncertain.
        """
        for kind, number in self._quick_look():
            if not self._has_looked_at(kind, number):
                decision = self.moments.decisions[number] if kind == "rate" else None
                is_urgent = decision is not None and decision.seat == self.reader and not decision.is_expected
                unclear = None if is_urgent else self._unclear_decision()
                return (kind, number) if unclear is None else ("rate", unclear)
        # In the first depth, hidden cards of one player must not move work to another's decisions.
        on_curve = self.step_count % _DECISION_STEP_INTERVAL or self.step_count < self._steps_of_depth()
        kinds = ("curve", "rate") if on_curve else ("rate", "curve")
        for kind in kinds:
            doubts = self._doubts_of_answers() if kind == "rate" else self._doubts_of_places()
            doubt, number = max(doubts, default=(0.0, 0), key=lambda doubted: (doubted[0], -doubted[1]))
            if doubt > 0:
                return kind, number
        return None

    def _has_looked_at(self, kind: str, number: int) -> bool:
        """Return whether a step of the quick look is done."""
        if kind == "curve":
            return bool(self.chances[number])
        if self.exact_values[number] or number in self.unrated_reasons:
            return True
        shares = self.shares[number]
        return bool(shares) and (kind == "rate" or len(shares) == 1 or bool(self.checks[number]))

    def _unclear_decision(self) -> int | None:
        """Return the number of the reader's decision that is unclear after few playouts and seems worst, or
        None.
        """
        losses = {
            number: (row.win_lost, -number)
            for number, decision in enumerate(self.moments.decisions)
            if decision.seat == self.reader and number not in self.unrated_reasons
            if (row := self._row(number)) and row.is_unclear and row.playouts < _SETTLING_PLAYOUTS
        }
        return max(losses, key=losses.__getitem__, default=None)

    def _doubts_of_answers(self) -> list[tuple[float, int]]:
        """Return how unclear the rating of each decision is, as pairs (doubt, number of the decision); a
        possible mistake counts most.
        """
        doubts = []
        for number in range(len(self.shares)):
            row = None if self.exact_values[number] else self._row(number)
            if row is not None and row.answer != row.best and row.playouts < _MAX_PLAYOUTS_PER_ANSWER:
                open_mark = not row.mark and row.loss_interval[1] >= ratings.MIN_LOSS
                weight = 1.0 if open_mark else 0.25
                if self.reader not in (None, row.player - 1):
                    weight /= 4
                doubts.append((weight * row.error / sqrt(row.playouts), number))
        return doubts

    def _doubts_of_places(self) -> list[tuple[float, int]]:
        """Return how unclear each moment of the curve is, as pairs (doubt, number of the moment).

        Where the chance changes most from one known place to the next, the place in the middle counts most,
        which finds the turning points by bisection; between neighbours, the one with the larger error.
        """
        seat, last = self.reader or 0, len(self.chances) - 1
        points = [
            (played[0][seat], 0.0)
            if number in self.certain_places
            else ratings.smoothed_mean_and_error([chances[seat] for chances in played])
            for number, played in enumerate(self.chances)
        ]
        doubts = [(error, number) for number, (_, error) in enumerate(points)]
        known = [number for doubt, number in doubts if doubt <= MAX_POINT_ERROR or number in (0, last)]
        for first, after in pairwise(known):
            expected = self.moments.curve_moments[after].turn_start_chances
            reached = (expected[seat], 0.0) if expected else points[after]
            change = abs(reached[0] - points[first][0])
            if after - first > 1:
                middle = (first + after) // 2
                doubts[middle] = (1 + change + (after - first) / last, middle)
            elif change >= MIN_TURNING_JUMP and not is_certain_jump(
                change, hypot(points[first][1], reached[1])
            ):
                unsure = first if expected or points[first][1] >= points[after][1] else after
                doubts[unsure] = max(doubts[unsure], (1 + change, unsure))
        return doubts

    def _step(self, kind: str, number: int) -> Slices[None]:
        if kind == "rate":
            yield from self._rate(number)
        elif kind == "settle":
            yield from self._settle(number)
        else:
            yield from self._play_on_from(number)
        self.step_count += 1

    def _rate(self, number: int) -> Slices[None]:
        decision = self.moments.decisions[number]
        if number in self.unrated_reasons:
            return
        is_new = not (self.shares[number] or self.exact_values[number])
        if is_new and self.has_exact_odds and not self.moments.has_dealt_cards:
            exact = yield from exact_chances(decision.game)
            self.exact_values[number] = {answer: chance.share for answer, chance in exact.items()}
        if self.exact_values[number]:
            return
        if (vain := self._repeated_failure()) is not None:
            self.unrated_reasons[number] = vain
            return
        candidates = ratings.answers_to_rate(decision.game, self.lookahead)
        answers = [*candidates, decision.answer, *decision.further_answers]
        if self.moments.has_dealt_cards:
            candidates, answers = ratable_answers(decision, candidates), ratable_answers(decision, answers)
            if len(set(answers)) < 2 or decision.answer not in answers:
                self.unrated_reasons[number] = UNKNOWN_HAND_REASON
                return
        try:
            playouts = ratings.AnswerPlayouts(
                decision.game,
                other_deals=decision.other_deals,
                candidate_answers=answers,
                lookahead=self.lookahead,
                seed=self.seed,
                shares=self.shares[number],
            )
            given = [answer for answer in (decision.answer, *decision.further_answers) if answer in answers]
            yield from playouts.compare(candidates, given)
        except Fault as why:
            self.unrated_reasons[number] = UnratedReason.from_fault(why)
            return
        self.shares[number] = playouts.shares
        row = self._row(number)
        if row is not None and (row.mark or row.is_unclear):
            yield from self._explain(number, row)

    def _settle(self, number: int) -> Slices[None]:
        """Rate a decision like a hint, so that both say the same."""
        decision, shares = self.moments.decisions[number], self.shares[number]
        playouts = ratings.AnswerPlayouts(
            decision.game,
            other_deals=decision.other_deals,
            candidate_answers=list(shares),
            lookahead=self.lookahead,
            seed=self.seed,
            shares=shares,
        )
        yield from playouts.compare_as_hint(list(shares), [decision.answer])
        self.shares[number] = playouts.shares
        checks = playouts.checks.items()
        self.checks[number] = {one: [end.share for end in ends] for one, ends in checks}
        row = self._row(number)
        if row is not None and (row.mark or row.is_unclear):
            yield from self._explain(number, row)

    def _explain(self, number: int, row: RatedDecision) -> Slices[None]:
        """Explain the best answer to a decision against the given one, unless that is done."""
        known = self._explanations.get(number)
        if known is not None and (known.answer, known.other) == (row.best, row.answer):
            return
        decision = self.moments.decisions[number]
        playouts = ratings.AnswerPlayouts(
            decision.game,
            other_deals=decision.other_deals,
            candidate_answers=[row.best, row.answer],
            lookahead=self.lookahead,
            seed=self.seed,
        )
        pair = list(playouts.answers)
        while len(playouts.shares[row.answer]) < ratings.DEFAULT_PLAYOUT_COUNT:
            yield from playouts.run_round(pair)
        yield from playouts.check(pair)
        self._explanations[number] = explain_ratings(decision.game, playouts.ratings(), row.best, row.answer)

    def explanation(self, row: RatedDecision) -> Explanation | None:
        """Return why the best answer to a decision is better than the given one; None if it is not, if both
        have exact chances, or if cards were dealt for unknown ones.
        """
        if row.answer == row.best or row.exact or self.moments.has_dealt_cards:
            return None
        number = self.moments.decisions.index(self.decision_at(row.place))
        finish(self._explain(number, row))
        return self._explanations[number]

    def _repeated_failure(self) -> UnratedReason | None:
        """Return the reason of the last unrated decision if too many have failed, else None."""
        tried = [
            why
            for number, why in self.unrated_reasons.items()
            if why != UNKNOWN_HAND_REASON and self.moments.decisions[number].unrated_reason is None
        ]
        return tried[-1] if len(tried) > max(_MAX_FUTILE_DECISIONS, 2 * sum(map(bool, self.shares))) else None

    def _play_on_from(self, number: int) -> Slices[None]:
        place = self.moments.curve_moments[number]
        known = (
            []
            if self.moments.has_dealt_cards
            else [exact_chance(place.game, seat) for seat in range(self.seat_count)]
        )
        exact = [chance.share for chance in known if chance is not None]
        if len(exact) == self.seat_count:
            self.certain_places.add(number)
            self.chances[number] = [tuple(exact)]
            return
        played = list(self.chances[number])
        games = _GAMES_PER_LATER_STEP if played else QUICK
        for n in range(games):
            yield n / games
            seed = (self.seed * 10_007 + place.answer_count) * 10_009 + len(played)
            world = place.possible_games[len(played) % len(place.possible_games)]
            played.append(one_playout_shares(world, self.lookahead, seed))
        self.chances[number] = played

    # -- saving

    def to_json(self) -> str:
        """Return the state of the review as JSON, for `resume`."""
        return SavedReview(
            self.record, self.seed, self.step_count, self.shares, self.checks, self.chances,
            self.exact_values, self.certain_places, self.unrated_reasons, self.is_first_game, self.reader,
        ).to_json()  # fmt: skip

    @staticmethod
    def record_and_step_count(state: str) -> tuple[str, int]:
        """Return the record of a saved review and its number of steps.

        Raises `Fault` if the state is not valid.
        """
        kept = SavedReview.parse(state)
        return kept.record, kept.steps

    @classmethod
    def resume(cls, state: str, *, complete: DealUnknownCards | None = None) -> Review:
        """Return a review that continues a saved one. Raises `Fault` if the state is not valid."""
        return finish(cls.resume_in_slices(state, complete=complete))

    @classmethod
    def resume_in_slices(cls, state: str, *, complete: DealUnknownCards | None = None) -> Slices[Review]:
        """Continue a saved review in slices. Raises like `resume`."""
        kept = SavedReview.parse(state)
        review = yield from cls.open_in_slices(
            kept.record, seed=kept.seed, complete=complete, is_first_game=kept.is_first_game
        )
        answers = [decision.answer for decision in review.moments.decisions]
        if not kept.matches(answers, len(review.moments.curve_moments), review.seat_count):
            raise Fault("review.state")
        review.step_count, review.shares, review.chances = kept.steps, kept.shares, kept.chances
        review.checks = kept.checks
        review.exact_values, review.certain_places = kept.exact_values, kept.certain_places
        review.unrated_reasons, review.reader = kept.left_out, kept.reader
        return review


def _moments(record: str, complete: DealUnknownCards | None) -> Slices[ReviewMoments]:
    entry = game_by_id(parse_record(record).start.name.partition(".")[0])
    if not can_be_reviewed(entry):
        raise Fault("reviews.not_rated", game=entry.id)
    if complete is None and has_unknown_cards(record):
        return (yield from moments_with_unknown_cards(record))
    return moments_of(record, complete)


def _game_id(game: Game) -> str:
    return game.start.name.partition(".")[0]


def _without_automatic_answers(moments: ReviewMoments) -> ReviewMoments:
    """Return moments without the decisions that the page of a first game made for the learner."""
    first = first_game_settings(game_by_id(_game_id(moments.game)))
    decisions = (
        decision
        for decision in moments.decisions
        if decision.seat != LEARNER_SEAT or first.automatic_answer(decision.game) != decision.answer
    )
    return attrs.evolve(moments, decisions=tuple(decisions))


def one_playout_shares(game: Game, lookahead: LookaheadFunctions, seed: int) -> tuple[float, ...]:
    """Run one playout from this point of the game and return each seat's share of the win.

    The shares of all sides sum to 1.
    """
    seats = range(player_count(game))
    rng, twin = random.Random(seed), game.copy(explain=False)
    twin.auto = False
    players = [lookahead.playout_player(seed + seat) for seat in seats]
    turn = lookahead.turn_number
    last = turn(twin) + lookahead.max_playout_turns
    while (question := twin.question) is not None:
        if question.is_chance:
            twin.answer_randomly(rng)
        elif lookahead.strength is not None and turn(twin) >= last:
            return estimated_win_shares(twin, lookahead)
        else:
            answer = players[question.player](twin)
            twin.answer_unchecked(question.parse_answer(answer) if isinstance(answer, str) else answer)
    return tuple(win_share(twin, seat) for seat in seats)
