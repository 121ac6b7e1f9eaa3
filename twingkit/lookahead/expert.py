"""The player `expert`: it rates the answers that may be good by playing on, and takes the best.

Answers are tried a few games each; then the better half goes on, until one is left or the budget is spent
(sequential halving). What it cannot see is dealt anew for every game.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from twingkit.asking import Question
from twingkit.lookahead.lookahead import Lookahead
from twingkit.lookahead.ratings import PlayedOn, Ratings
from twingkit.play import Game
from twingkit.policies import Policy


class Expert:
    """A player that looks ahead; deterministic from its seed as long as `seconds` do not cut it short.

    `adviser` makes the player that answers where there is nothing to weigh, and whose answer is taken unless
    another one is better. `weighs(question)` says at which questions it looks ahead.
    """

    def __init__(
        self,
        seed: int,
        *,
        lookahead: Lookahead,
        adviser: Callable[[int], Policy],
        weighs: Callable[[Question], bool] = lambda question: True,
        games: int = 64,
        seconds: float | None = 0.8,
    ) -> None:
        self.seed, self.lookahead, self.games, self.seconds = seed, lookahead, games, seconds
        self.adviser = adviser(seed)
        self.weighs = weighs

    def __call__(self, game: Game) -> object:
        """The answer to the pending question."""
        asked = game.question
        assert asked is not None
        advised = self.adviser(game)
        if not self.weighs(asked):
            return advised
        rated = self.rated(game, advised)
        return asked.read(rated.best.answer) if rated else advised

    def rated(self, game: Game, advised: object) -> Ratings | None:
        """The answers that it weighs, rated; None if there is only one. Of equals the advised is first."""
        asked = game.question
        assert asked is not None
        looked_at = list(self.lookahead.answers(game) if self.lookahead.answers else asked.options())
        texts = [one if isinstance(one, str) else asked.write(one) for one in (advised, *looked_at)]
        answers = list(dict.fromkeys(texts))
        if len(answers) < 2:
            return None
        played = PlayedOn(game, lookahead=self.lookahead, answers=answers, seed=self.seed + len(game))
        self._halve(played)
        return played.ratings()

    def _halve(self, played: PlayedOn) -> None:
        """Play on, the better half of the answers ever more often, within the budget."""
        until = None if self.seconds is None else time.monotonic() + self.seconds
        left = list(played.answers)
        rounds = max(1, (len(left) - 1).bit_length())
        while len(left) > 1:
            for _ in range(max(1, self.games // rounds // len(left))):
                for answer in left:
                    played.play(answer)
                if until is not None and time.monotonic() > until:
                    return
            ranked = sorted(left, key=lambda answer: -sum(played.shares[answer]))
            left = ranked[: (len(left) + 1) // 2] if len(left) > 2 else ranked[:1]
