"""Work out a review in steps; it can stop after any step, and is saved as JSON.

A quick look at all decisions and places comes first, in an order that spreads over the game. Then come the
decisions whose loss may be large but is uncertain, in turn with the most uncertain places of the curve. The
next step depends only on what is done, so a review that was interrupted ends like one that was not.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from math import inf, sqrt
from statistics import fmean
from typing import Any

from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Chance
from twingkit.core.record import parse_record
from twingkit.core.running.running_script import player_count
from twingkit.core.running.winners import side_of, teams_of, win_share
from twingkit.core.slices import Slices, finish, scale_progress
from twingkit.learn.reviews.marks import mean_and_doubt
from twingkit.learn.reviews.moments import Completion, Decision, Moments, moments_of
from twingkit.learn.reviews.reason import Reason
from twingkit.learn.reviews.rows import Row, row_of
from twingkit.learn.reviews.saved_review import SavedReview, Shares
from twingkit.learn.reviews.unknown_cards import (
    has_unknown_cards,
    moments_with_unknown_cards,
    ratable_answers,
)
from twingkit.odds.odds import Odds
from twingkit.players.lookahead import Lookahead, lookahead_of, ratings

ANSWERS = 5
"""The largest number of rated answers to a question, including the given one."""

LISTED = 60
"""From how many allowed answers they are chosen if the game does not say which are worth a look."""

QUICK, QUICK_JUDGED = 2, 8
"""The games for each answer, and for each place of the curve, of the quick look: the second number where a
game is soon judged and need not be played to its end."""

DEEP = 4
"""The number of games of each later step."""

IN_VAIN = 3
"""After this many decisions no further one is tried if most of them could not be rated."""

STILL = 3
"""The number of answers of a decision that stay in after the quick look."""

HAND = Reason.from_fault(Fault("reviews.hand"))
"""Why a decision with an unknown hand is not rated."""


def can_be_reviewed(entry: GameEntry) -> bool:
    """True if a game says how its answers are rated: by playing on, or by exact odds."""
    return bool(entry.lookahead or entry.exact)


class Review:
    """The review of a record, determined by its seed.

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
        complete: Completion | None = None,
        moments: Moments | None = None,
    ) -> None:
        self.record, self.seed = record, seed
        self.moments = moments or finish(_moments(record, complete))
        game = self.moments.game
        self.seats = player_count(game)
        self.lookahead = lookahead_of(game)
        self.quick = QUICK_JUDGED if self.lookahead.estimate_win is not None else QUICK
        """The games of the quick look."""
        self.exact = exact_odds_of(game) is not None
        self.shares: list[Shares] = [{} for _ in self.moments.decisions]
        """For each decision, the shares of the win after each answer, game by game."""
        self.chances: list[list[tuple[float, ...]]] = [[] for _ in self.moments.places]
        """For each place of the curve, the shares of the win of all seats, game by game."""
        self.exactly: list[dict[str, float]] = [{} for _ in self.moments.decisions]
        """The exact chances of each answer, if there are any."""
        self.surely: set[int] = set()
        """The places of the curve whose chances are exact."""
        self.left_out: dict[int, Reason] = {
            number: Reason.from_fault(decision.unrated_reason)
            for number, decision in enumerate(self.moments.decisions)
            if decision.unrated_reason is not None
        }
        """The decisions (by number) that could not be rated, and why."""
        self.steps = 0
        """The number of finished steps."""
        units = [("rate", number) for number in range(len(self.shares))]
        units += [("curve", number) for number in range(len(self.chances))]
        spread = [((number * 0.618033988749895) % 1, number, kind) for kind, number in units]
        self._quick = [(kind, number) for _, number, kind in sorted(spread)]

    @classmethod
    def open_in_slices(
        cls, record: str, *, seed: int = 0, complete: Completion | None = None
    ) -> Slices[Review]:
        """Open the review of a record in slices.

        The unknown cards of a record from a real table are dealt first, which may take long.
        """
        moments = yield from _moments(record, complete)
        return cls(record, seed=seed, moments=moments)

    # -- results

    @property
    def rows(self) -> list[Row]:
        """The decisions rated so far, in order."""
        rows = (
            row_of(decision, self.shares[number], self.exactly[number])
            for number, decision in enumerate(self.moments.decisions)
        )
        return [row for row in rows if row is not None]

    def decision_at(self, place: int) -> Decision:
        """Return the decision at answer number `place` (from 1). Raises `LookupError` if there is none."""
        for decision in self.moments.decisions:
            if decision.place + 1 == place:
                return decision
        raise LookupError(f"answer {place} of the record is not a decision")

    @property
    def is_over(self) -> bool:
        """True if the game was played to its end."""
        return self.moments.game.over

    @property
    def is_certain(self) -> bool:
        """True if nothing is uncertain any more, so that further steps change nothing."""
        return self._next() is None

    def share_done(self, depth: int = 1) -> float:
        """Return the share of a review of this depth that is done, 0 to 1."""
        return min(1.0, self.steps / (depth * max(1, len(self._quick))))

    # -- work

    def run(self, *, seconds: float | None = None, depth: int = 1) -> None:
        """Work up to a depth (1: a quick look; each further depth takes as many steps), or for some `seconds`
        if given; at least one step.
        """
        if seconds is None:
            finish(self.slices(depth))
            return
        if not seconds > 0:
            raise ValueError(f"seconds must be above 0, not {seconds}")
        until = time.monotonic() + seconds
        for _ in self.slices(0):
            if time.monotonic() > until:
                break

    def slices(self, depth: int = 1) -> Slices[None]:
        """Return the work up to a depth (0: without end) in slices. An interrupted step is repeated."""
        total = depth * len(self._quick) if depth else inf
        while self.steps < total:
            unit = self._next()
            if unit is None:
                break
            first = self.steps / total
            yield from scale_progress(self._step(*unit), first, min(1.0, (self.steps + 1) / total))
        yield 1.0

    def _next(self) -> tuple[str, int] | None:
        """Return the next step (what it does, and where), or None if nothing is uncertain."""
        if self.steps < len(self._quick):
            return self._quick[self.steps]
        kinds = ("rate", "curve") if self.steps % 2 else ("curve", "rate")
        for kind in kinds:
            doubts = self._doubts_of_answers() if kind == "rate" else self._doubts_of_places()
            doubt, number = max(doubts, default=(0.0, 0), key=lambda doubted: (doubted[0], -doubted[1]))
            if doubt > 0:
                return kind, number
        return None

    def _doubts_of_answers(self) -> list[tuple[float, int]]:
        """Return the uncertainty about the loss of each played-on decision, with its number."""
        doubts = []
        for number, shares in enumerate(self.shares):
            row = row_of(self.moments.decisions[number], shares, {})
            if row is not None:
                far = row.answer == row.best or row.loss > 4 * row.error
                doubts.append((row.error * (0.5 if far else 1.0) / sqrt(max(1, row.games)), number))
        return doubts

    def _doubts_of_places(self) -> list[tuple[float, int]]:
        """Return the uncertainty about each played-on place of the curve, with its number."""
        return [
            (mean_and_doubt([chances[0] for chances in played])[1], number)
            for number, played in enumerate(self.chances)
            if number not in self.surely and played
        ]

    def _step(self, kind: str, number: int) -> Slices[None]:
        """Do one step; nothing is stored before it is complete."""
        if kind == "rate":
            yield from self._rate(number)
        else:
            yield from self._play_on_from(number)
        self.steps += 1

    def _rate(self, number: int) -> Slices[None]:
        decision = self.moments.decisions[number]
        if number in self.left_out:
            return
        if not (self.shares[number] or self.exactly[number] or self.moments.dealt) and self.exact:
            worths: dict[str, float] = {}
            for answer in (decision.asked.format_answer(option) for option in decision.asked.options()):
                yield 0.0
                worth = exact_worth(_answered(decision, answer), decision.seat)
                if worth is None:
                    break
                worths[answer] = worth
            else:
                self.exactly[number] = worths
        if self.exactly[number]:
            return
        if (vain := self._repeated_failure()) is not None:
            self.left_out[number] = vain
            return
        shares: Shares = {answer: list(played) for answer, played in self.shares[number].items()}
        if not shares:
            shares = {answer: [] for answer in self._answers_to_rate(decision)}
            if self.moments.dealt and (len(shares) < 2 or decision.answer not in shares):
                self.left_out[number] = HAND
                return
        games = len(shares[decision.answer])
        going = [answer for answer in shares if len(shares[answer]) == games]
        if games:
            others = sorted(going, key=lambda answer: (answer != decision.answer, -sum(shares[answer])))
            going = others[:STILL]
        rounds = DEEP if games else self.quick
        try:
            for game in range(games, games + rounds):
                for at, answer in enumerate(going):
                    yield (game - games + at / len(going)) / rounds
                    seed = (self.seed * 10_007 + decision.place) * 10_007 + game
                    rated = ratings(
                        decision.worlds[game % len(decision.worlds)],
                        games=1,
                        answers=[answer],
                        seed=seed,
                        lookahead=self.lookahead,
                    )
                    shares[answer].append(rated.rows[0].win)
        except Fault as why:
            self.left_out[number] = Reason.from_fault(why)
            return
        self.shares[number] = shares

    def _repeated_failure(self) -> Reason | None:
        """Return why the last decision could not be rated, if too many failed for another try; else None."""
        tried = [
            why
            for number, why in self.left_out.items()
            if why != HAND and self.moments.decisions[number].unrated_reason is None
        ]
        return tried[-1] if len(tried) > max(IN_VAIN, 2 * sum(map(bool, self.shares))) else None

    def _answers_to_rate(self, decision: Decision) -> list[str]:
        """Return the answers to rate: the given one, the adviser's, other promising ones, and what the
        decision asks for.
        """
        asked, game = decision.asked, decision.game
        advised = self.lookahead.player(self.seed)(game.copy())
        looked_at = self.lookahead.answers
        listed = list(looked_at(game)) if looked_at else listed_options(decision)
        if looked_at is None:
            random.Random(decision.place).shuffle(listed)
        values = [decision.answer, advised, *listed]
        texts = (value if isinstance(value, str) else asked.format_answer(value) for value in values)
        looked = list(dict.fromkeys(asked.format_answer(asked.parse_answer(text)) for text in texts))
        further = list(decision.further)
        if self.moments.dealt:
            looked, further = ratable_answers(decision, looked), ratable_answers(decision, further)
        return list(dict.fromkeys([*looked[:ANSWERS], *further]))

    def _play_on_from(self, number: int) -> Slices[None]:
        place = self.moments.places[number]
        known = [] if self.moments.dealt else [exact_worth(place.game, seat) for seat in range(self.seats)]
        exact = [worth for worth in known if worth is not None]
        if len(exact) == self.seats:
            self.surely.add(number)
            self.chances[number] = [tuple(exact)]
            return
        played = list(self.chances[number])
        games = DEEP if played else self.quick
        for n in range(games):
            yield n / games
            seed = (self.seed * 10_007 + place.place) * 10_009 + len(played)
            world = place.worlds[len(played) % len(place.worlds)]
            played.append(play_on_shares(world, self.lookahead, seed))
        self.chances[number] = played

    # -- saving

    def state(self) -> str:
        """Return everything that is done as JSON, for `resume`."""
        return SavedReview(
            self.record, self.seed, self.steps, self.shares, self.chances, self.exactly, self.surely,
            self.left_out,
        ).text()  # fmt: skip

    @staticmethod
    def saved_record(state: str) -> tuple[str, int]:
        """Return the record of a saved review and its number of steps.

        Raises `Fault` if the state is not valid.
        """
        kept = SavedReview.parse(state)
        return kept.record, kept.steps

    @classmethod
    def resume(cls, state: str, *, complete: Completion | None = None) -> Review:
        """Return a review that continues a saved one. Raises `Fault` if the state is not valid."""
        return finish(cls.resume_in_slices(state, complete=complete))

    @classmethod
    def resume_in_slices(cls, state: str, *, complete: Completion | None = None) -> Slices[Review]:
        """Continue a saved review in slices. Raises like `resume`."""
        kept = SavedReview.parse(state)
        review = yield from cls.open_in_slices(kept.record, seed=kept.seed, complete=complete)
        answers = [decision.answer for decision in review.moments.decisions]
        if not kept.matches(answers, len(review.moments.places), review.seats):
            raise Fault("review.state")
        review.steps, review.shares, review.chances = kept.steps, kept.shares, kept.chances
        review.exactly, review.surely, review.left_out = kept.exact_values, kept.certain_places, kept.left_out
        return review


def _moments(record: str, complete: Completion | None) -> Slices[Moments]:
    """Return the decisions and places of a record, in slices. Raises like `Review`."""
    entry = game_by_id(parse_record(record).start.name.partition(".")[0])
    if not can_be_reviewed(entry):
        raise Fault("reviews.not_rated", game=entry.id)
    if complete is None and has_unknown_cards(record):
        return (yield from moments_with_unknown_cards(record))
    return moments_of(record, complete)


def listed_options(decision: Decision) -> list[object]:
    """Return the first allowed answers to the question of a decision."""
    options = decision.asked.options()
    return [option for option, _ in zip(options, range(LISTED), strict=False)]


def _answered(decision: Decision, answer: str) -> Any:  # a `Game` of any start
    """Return a copy of the game with this answer given."""
    twin = decision.game.copy(explain=False)
    twin.auto = False
    twin.answer(answer)
    return twin


ExactOdds = Callable[[Game], Odds | None]
"""Returns the exact odds of the first seat if both play best, or None if there are none."""


def exact_odds_of(game: Game) -> ExactOdds | None:
    """Return the exact odds of the game of this start (`GameEntry.exact`), or None if it has none."""
    own: ExactOdds | None = game_by_id(game.start.name.partition(".")[0]).load("exact")
    return own


def exact_worth(game: Game, seat: int) -> float | None:
    """Return the exact chance of a seat to win, where a tie counts as half a win; None if it is unknown.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6").give_answers("lay F5", "lay W6")
    >>> exact_worth(game, 0) + exact_worth(game, 1)
    1.0
    """
    if game.over:
        return win_share(game, seat)
    exact = exact_odds_of(game)
    odds = exact(game) if exact else None
    if odds is None:
        return None
    return (odds.win if seat in side_of(game, 0) else odds.loss) + odds.tie / 2


def play_on_shares(game: Game, lookahead: Lookahead, seed: int) -> tuple[float, ...]:
    """Return the share of the win of each seat in one game played on from here.

    The shares of all sides sum to 1.
    """
    seats = range(player_count(game))
    rng, twin = random.Random(seed), game.copy(explain=False)
    twin.auto = False
    players = [lookahead.player(seed + seat) for seat in seats]
    worth, turn = lookahead.estimate_win, lookahead.turn_number
    last = turn(twin) + lookahead.horizon
    while (asked := twin.question) is not None:
        if isinstance(asked, Chance):
            twin.answer_randomly(rng)
        elif worth is not None and turn(twin) >= last:
            chances = {side: fmean(worth(twin, seat) for seat in side) for side in teams_of(twin)}
            total = sum(chances.values()) if len(chances) > 1 else 1
            return tuple(
                chances[side_of(twin, seat)] / total if total else 1 / len(chances) for seat in seats
            )
        else:
            answer = players[asked.player](twin)
            twin.answer_unchecked(asked.parse_answer(answer) if isinstance(answer, str) else answer)
    return tuple(win_share(twin, seat) for seat in seats)
