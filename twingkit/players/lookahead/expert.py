"""The computer player `expert`: it rates promising answers by playouts and chooses the best.

Each answer is tried in a few games; then the better half continues, until one is left or the budget is spent
(sequential halving). Hidden cards are redealt for every game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

from twingkit.core.games import GameEntry
from twingkit.core.play import Game, Policy
from twingkit.core.questions import Question
from twingkit.players.lookahead.lookahead import Lookahead, lookahead_of_entry
from twingkit.players.lookahead.ratings import Playouts, Ratings

MIN_GAMES_BEFORE_DROP = 4
"""The minimum number of games for each answer before the worse half is dropped."""

MIN_STANDARD_ERRORS = 0.5
"""The number of standard errors by which an answer must beat the first candidate to be chosen instead."""


DEFAULT_MAX_PLAYOUT_ANSWERS = 16_000
"""The default limit of answers given during the playouts for one decision of `expert`."""


class Expert:
    """A computer player that looks ahead by playouts.

    It is deterministic for a given seed as long as `seconds` does not cut it short. `max_work` limits the
    answers given during playouts, whatever time they take. `adviser` creates the player that answers if there
    is only one candidate or nothing to look ahead. `should_look_ahead(question)` selects the questions for
    lookahead. The first candidate (that of `lookahead.candidate_answers`, else the adviser's) is chosen
    unless another one is clearly better. With `trust_adviser`, the player always follows its adviser, and
    looks ahead only when its ratings are requested.
    """

    def __init__(
        self,
        seed: int,
        *,
        lookahead: Lookahead,
        adviser: Callable[[int], Policy],
        should_look_ahead: Callable[[Question], bool] = lambda question: True,
        playout_count: int = 64,
        max_work: float = inf,
        seconds: float | None = None,
        trust_adviser: bool = False,
    ) -> None:
        self.seed, self.lookahead, self.playout_count, self.seconds = seed, lookahead, playout_count, seconds
        self.max_work = max_work
        self.trust_adviser, self._advised, self._weighed = trust_adviser, "", False
        self.adviser = adviser(seed)
        self.should_look_ahead = should_look_ahead
        self.last_ratings: Ratings | None = None
        """The ratings behind its last answer; None if it weighed nothing."""

    def __call__(self, game: Game) -> object:
        """Return the answer to the pending question."""
        question = game.question
        assert question is not None
        if self.trust_adviser:
            advice = self.adviser(game)
            self._advised = advice if isinstance(advice, str) else question.format_answer(advice)
            self.last_ratings, self._weighed = None, False
            return advice
        self.last_ratings = self.rate(game) if self.should_look_ahead(question) else None
        return (
            question.parse_answer(self.best_answer(self.last_ratings))
            if self.last_ratings
            else self.adviser(game)
        )

    def ratings_of_last_answer(self, game: Game) -> Ratings | None:
        """Return the ratings behind the player's last answer; None if it rated nothing."""
        question = game.question
        if self.trust_adviser and not self._weighed and question is not None:
            self.last_ratings, self._weighed = (
                self.rate(game) if self.should_look_ahead(question) else None,
                True,
            )
        return self.last_ratings

    def rate(self, game: Game) -> Ratings | None:
        """Rate the candidate answers by playouts; return None if there is only one candidate."""
        begun = time.monotonic()
        answers = self._candidates(game)
        if len(answers) < 2:
            return None
        played = Playouts(
            game, lookahead=self.lookahead, candidate_answers=answers, seed=self.seed + len(game)
        )
        self._halve(played, None if self.seconds is None else begun + self.seconds)
        return played.ratings()

    def best_answer(self, rated: Ratings) -> str:
        """Return the best-rated answer, or the first candidate if the best is not clearly better."""
        first = next(iter(rated.win_shares_by_answer))
        loss, error = rated.win_deficit(first)
        return rated.best.answer if loss > MIN_STANDARD_ERRORS * error else first

    def _candidates(self, game: Game) -> list[str]:
        """Return the candidate answers as texts, the advised one first."""
        question = game.question
        assert question is not None
        if self.lookahead.candidate_answers is not None:
            answers = [*([self._advised] if self._advised else []), *self.lookahead.candidate_answers(game)]
        else:
            answers = [self.adviser(game), *question.options()]
        return list(
            dict.fromkeys(
                answer if isinstance(answer, str) else question.format_answer(answer) for answer in answers
            )
        )

    def _halve(self, played: Playouts, until: float | None) -> None:
        """Run playouts within the budget, dropping the worse half of the answers after each round."""
        left = list(played.answers)
        rounds = max(1, (len(left) - 1).bit_length())
        while len(left) > 1:
            for _ in range(max(MIN_GAMES_BEFORE_DROP, self.playout_count // rounds // len(left))):
                for answer in left:
                    played.run_playout(answer)
                if played.work >= self.max_work or (until is not None and time.monotonic() > until):
                    return
            ranked = sorted(left, key=lambda answer: -sum(played.shares[answer]))
            left = ranked[: (len(left) + 1) // 2] if len(left) > 2 else ranked[:1]


def expert_factory(entry: GameEntry) -> Callable[[int], Policy]:
    """Return a function that creates the player `expert` from a seed, for a game without its own expert.

    The player used for playouts is also its adviser. Its answers depend only on its seed and the game.
    """
    lookahead = lookahead_of_entry(entry)

    def expert(seed: int) -> Policy:
        return Expert(
            seed, lookahead=lookahead, adviser=lookahead.playout_player, max_work=DEFAULT_MAX_PLAYOUT_ANSWERS
        )

    return expert
