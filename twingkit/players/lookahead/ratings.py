"""Ratings of each answer to a question: playouts on copies, with the same deals and dice for all answers.

Everything that the asked seat cannot see is redealt for each copy. Deal and dice number `n` are the same for
every answer, so that differences are far more certain than the probabilities themselves.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Chance
from twingkit.core.running.running_script import player_count
from twingkit.core.running.winners import win_share
from twingkit.players.lookahead.lookahead import Lookahead, lookahead_of

DEFAULT_PLAYOUT_COUNT = 32
"""The default number of playouts for each answer."""


@attrs.frozen
class Rating:
    """The rating of one answer: the probability to win after it (0 to 1), with its standard error."""

    answer: str
    win_probability: float
    standard_error: float
    playout_count: int


@attrs.frozen
class Ratings:
    """The ratings of the answers to one question, best first.

    `win_shares_by_answer` are the shares of the win in each playout. Answers that were dropped early, with
    fewer playouts, come last.
    """

    seat: int
    rows: tuple[Rating, ...]
    win_shares_by_answer: Mapping[str, tuple[float, ...]] = attrs.field(repr=False)

    @property
    def best(self) -> Rating:
        """The rating of the best answer."""
        return self.rows[0]

    def __getitem__(self, answer: str) -> Rating:
        for row in self.rows:
            if row.answer == answer:
                return row
        raise KeyError(answer)

    def __contains__(self, answer: object) -> bool:
        return any(row.answer == answer for row in self.rows)

    def win_deficit(self, answer: str, other: str | None = None) -> tuple[float, float]:
        """Return how much less an answer wins than another one (default: the best), with the standard error.

        Only playouts that both answers have in common count.
        """
        first, second = (
            self.win_shares_by_answer[other or self.best.answer],
            self.win_shares_by_answer[answer],
        )
        return mean_and_error([possible - won for possible, won in zip(first, second, strict=False)])


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of values and its standard error (infinite for a single value).

    >>> mean_and_error([1, 0, 1, 0])
    (0.5, 0.28867513459481287)
    """
    count, mean = len(values), fmean(values)
    if count < 2:
        return mean, float("inf")
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


class RandomSources:
    """The random numbers of one playout: a separate source for each seat and kind of question."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._sources: dict[tuple[str, int], random.Random] = {}

    def source(self, asked: Chance) -> random.Random:
        """Return the source of random numbers for a question of chance."""
        key = (asked.kind, asked.player)
        if key not in self._sources:
            self._sources[key] = random.Random(f"{self.seed} {asked.kind} {asked.player}")
        return self._sources[key]


class Playouts:
    """The playouts of a question: run any number for each answer, and read the ratings at any time."""

    def __init__(
        self,
        game: Game,
        *,
        lookahead: Lookahead | None = None,
        candidate_answers: Iterable[object] | None = None,
        seed: int = 0,
    ) -> None:
        """Prepare playouts of the pending question for these answers (default: all).

        Raises `BadAnswer` if no player is asked, and `Fault` for an illegal answer.
        """
        question = game.question
        if question is None or isinstance(question, Chance):
            raise (
                BadAnswer("play.over")
                if question is None
                else BadAnswer("lookahead.chance", question=question)
            )
        self.game, self.seed = game, seed
        self.seat = question.player
        self.lookahead = lookahead or lookahead_of(game)
        looked_at = self.lookahead.candidate_answers
        wanted = (
            candidate_answers
            if candidate_answers is not None
            else looked_at(game)
            if looked_at
            else question.options()
        )
        self.answers: dict[str, object] = {}
        for answer in wanted:
            value = question.parse_answer(answer) if isinstance(answer, str) else answer
            if (refusal := question.refusal(value)) is not None:
                raise refusal
            self.answers[question.format_answer(value)] = value
        if not self.answers:
            raise Fault("lookahead.no_answers")
        self.shares: dict[str, list[float]] = {answer: [] for answer in self.answers}
        self.work = 0
        """The number of answers, of players and of chance, in all games that were played on."""

    def run_playout(self, answer: str) -> None:
        """Run one more playout after this answer."""
        number = len(self.shares[answer])
        self.shares[answer].append(self._share(self.answers[answer], self.seed * 1_000_003 + number))

    def _share(self, answer: object, seed: int) -> float:
        lookahead, seat = self.lookahead, self.seat
        game = lookahead.sample_hidden_information(self.game, seat, seed)
        game.answer_unchecked(answer)
        chances, players = (
            RandomSources(seed),
            [lookahead.playout_player(seed + at) for at in range(player_count(game))],
        )
        worth, turn = lookahead.estimate_win, lookahead.turn_number
        last = turn(game) + lookahead.max_playout_turns
        while (question := game.question) is not None:
            self.work += 1
            if isinstance(question, Chance):
                game.answer_randomly(chances.source(question))
            elif worth is not None and turn(game) >= last:
                return worth(game, seat)
            else:
                game.answer_unchecked(_allowed(game, players[question.player](game)))
        return win_share(game, seat)

    def ratings(self) -> Ratings:
        """Return the ratings so far."""
        rows = []
        for answer, shares in self.shares.items():
            if shares:
                win, error = mean_and_error(shares)
                rows.append(Rating(answer, win, error, len(shares)))
        rows.sort(key=lambda row: (-row.playout_count, -row.win_probability))
        kept = {answer: tuple(shares) for answer, shares in self.shares.items()}
        return Ratings(self.seat, tuple(rows), kept)


def _allowed(game: Game, answer: object) -> object:
    question = game.question
    assert question is not None
    return question.parse_answer(answer) if isinstance(answer, str) else answer


def ratings(
    game: Game,
    *,
    playout_count: int = DEFAULT_PLAYOUT_COUNT,
    seconds: float | None = None,
    candidate_answers: Iterable[object] | None = None,
    lookahead: Lookahead | None = None,
    seed: int = 0,
    keep_going: Callable[[], bool] = lambda: True,
) -> Ratings:
    """Rate the possible answers to the pending question by playouts, for the seat that is asked.

    For each answer, `playout_count` playouts are run; fewer (but at least one) if `seconds` run out or
    `keep_going` returns False. `candidate_answers` limits the answers to rate (values or texts; default:
    all). Raises `BadAnswer` if no player is asked, `Refusal` for an illegal answer, and `ValueError` for
    numbers that are not above 0.

    >>> from twingkit import ember
    >>> game = ember.position_game("ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", seed=1)
    >>> rated = ratings(game, playout_count=2, candidate_answers=["done", "conjure cerberus A5 E5 F5 A9 E9"])
    >>> [row.playout_count for row in rated.rows]
    [2, 2]
    """
    if playout_count < 1 or (seconds is not None and not seconds > 0):
        raise ValueError(f"games and seconds must be above 0, not {playout_count} and {seconds}")
    played = Playouts(game, lookahead=lookahead, candidate_answers=candidate_answers, seed=seed)
    until = None if seconds is None else time.monotonic() + seconds
    for number in range(playout_count):
        for answer in played.answers:
            played.run_playout(answer)
        if number + 1 < playout_count and (
            (until is not None and time.monotonic() > until) or not keep_going()
        ):
            break
    return played.ratings()
