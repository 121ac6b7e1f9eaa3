"""The computer player `expert`: it rates answers by playouts and chooses the best.

Hidden cards are redealt for every game.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from twingkit.core.games import GameEntry
from twingkit.core.play import Game, Policy
from twingkit.players.lookahead.lookahead import LookaheadFunctions, lookahead_of_entry
from twingkit.players.lookahead.ratings import AnswerPlayouts, AnswerRatings, search_deficit

MIN_STANDARD_ERRORS = 0.5
"""The number of standard errors by which an answer must beat the first candidate to be chosen instead."""


_DEFAULT_MAX_PLAYOUT_ANSWERS = 16_000
"""The default limit of answers given during the playouts for one decision of `expert`."""


class PlayoutExpert:
    """A computer player that rates its candidate answers by playouts and chooses the best-rated one.

    It is deterministic for a given seed. `max_work` limits the answers given during playouts, whatever time
    they take. `adviser` creates the player that answers if there is only one candidate. The first candidate
    (that of `lookahead.candidate_answers`, else the adviser's) is chosen unless another one is better.
    """

    def __init__(
        self,
        seed: int,
        *,
        lookahead: LookaheadFunctions,
        adviser: Callable[[int], Policy],
        max_work: float = inf,
    ) -> None:
        self.seed, self.lookahead, self.max_work = seed, lookahead, max_work
        self.adviser = adviser(seed)
        self.last_ratings: AnswerRatings | None = None
        """The ratings behind its last answer; None if it weighed nothing."""

    def __call__(self, game: Game) -> object:
        """Return the answer to the pending question."""
        question = game.question
        assert question is not None
        self.last_ratings = self.rate(game)
        return (
            question.parse_answer(self.choose_answer(self.last_ratings))
            if self.last_ratings
            else self.adviser(game)
        )

    def rate(self, game: Game) -> AnswerRatings | None:
        """Rate the candidate answers by playouts; return None if there is only one candidate."""
        answers = self._candidates(game)
        if len(answers) < 2:
            return None
        played = AnswerPlayouts(game, lookahead=self.lookahead, candidate_answers=answers, seed=self.seed)
        for _ in played.find_best(answers):
            if played.can_stop and played.work >= self.max_work:
                break
        return played.ratings()

    def choose_answer(self, rated: AnswerRatings) -> str:
        """Return the best-rated answer, or the first candidate if the best is not clearly better."""
        shares = rated.win_shares_by_answer
        first = next(iter(shares))
        loss, error = search_deficit(shares[rated.best.answer], shares[first])
        return rated.best.answer if loss > MIN_STANDARD_ERRORS * error else first

    def _candidates(self, game: Game) -> list[str]:
        """Return the candidate answers as texts, first the answer of the game's adviser (a computer
        player).
        """
        question = game.question
        assert question is not None
        looked_at = self.lookahead.candidate_answers
        answers = looked_at(game) if looked_at else [self.adviser(game), *question.options()]
        texts = (answer if isinstance(answer, str) else question.format_answer(answer) for answer in answers)
        return list(dict.fromkeys(texts))


def generic_expert_factory(entry: GameEntry) -> Callable[[int], Policy]:
    """Return a function that creates the player `expert` from a seed, for a game without its own expert.

    The player used for playouts is also its adviser. Its answers depend only on its seed and the game.
    """
    lookahead = lookahead_of_entry(entry)

    def expert(seed: int) -> Policy:
        return PlayoutExpert(
            seed, lookahead=lookahead, adviser=lookahead.playout_player, max_work=_DEFAULT_MAX_PLAYOUT_ANSWERS
        )

    return expert
