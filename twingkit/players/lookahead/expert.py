"""The player `expert`: it rates the answers that may be good by playing on, and takes the best.

Answers are tried a few games each; then the better half goes on, until one is left or the budget is spent
(sequential halving). What it cannot see is dealt anew for every game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

from twingkit.core.asking import Question
from twingkit.core.games import GameEntry
from twingkit.core.play import Game, Policy
from twingkit.players.lookahead.lookahead import Lookahead, filled_in
from twingkit.players.lookahead.ratings import PlayedOn, Ratings

FEWEST = 4
"""The smallest number of games of each answer before the worse half is given up."""

SURELY = 0.5
"""The number of standard errors by which an answer must be better than the advised one to be taken."""


WORK = 16_000
"""The number of answers in games played on after which the `expert` of any game makes do with those."""


class Expert:
    """A player that looks ahead; deterministic from its seed as long as `seconds` do not cut it short.

    `work` is the number of answers in games played on after which it stops, whatever time they take.
    `adviser` makes the player that answers where there is nothing to weigh. `weighs(question)` says at which
    questions it looks ahead. The first of the answers (that of `lookahead.answers`, else the adviser's) is
    taken unless another one is surely better. One that `trusts` its adviser always answers as that does, and
    looks ahead only when it is asked why.
    """

    def __init__(
        self,
        seed: int,
        *,
        lookahead: Lookahead,
        adviser: Callable[[int], Policy],
        weighs: Callable[[Question], bool] = lambda question: True,
        games: int = 64,
        work: float = inf,
        seconds: float | None = None,
        trusts: bool = False,
    ) -> None:
        self.seed, self.lookahead, self.games, self.seconds = seed, lookahead, games, seconds
        self.work = work
        self.trusts, self._advised, self._weighed = trusts, "", False
        self.adviser = adviser(seed)
        self.weighs = weighs
        self.last: Ratings | None = None
        """The ratings behind its last answer; None if it weighed nothing."""

    def __call__(self, game: Game) -> object:
        """The answer to the pending question."""
        asked = game.question
        assert asked is not None
        if self.trusts:
            advice = self.adviser(game)
            self._advised = advice if isinstance(advice, str) else asked.write(advice)
            self.last, self._weighed = None, False
            return advice
        self.last = self.rated(game) if self.weighs(asked) else None
        return asked.read(self.choice(self.last)) if self.last else self.adviser(game)

    def why(self, game: Game) -> Ratings | None:
        """The ratings behind the answer that it has just given to the pending question; None if it weighed
        nothing, or had no other answer to look at."""
        asked = game.question
        if self.trusts and not self._weighed and asked is not None:
            self.last, self._weighed = self.rated(game) if self.weighs(asked) else None, True
        return self.last

    def rated(self, game: Game) -> Ratings | None:
        """The answers that it weighs, rated; None if there is only one, which then is the adviser's."""
        begun = time.monotonic()
        answers = self._looked_at(game)
        if len(answers) < 2:
            return None
        played = PlayedOn(game, lookahead=self.lookahead, answers=answers, seed=self.seed + len(game))
        self._halve(played, None if self.seconds is None else begun + self.seconds)
        return played.ratings()

    def choice(self, rated: Ratings) -> str:
        """The best answer; the first one that was looked at, if it is not surely worse."""
        first = next(iter(rated.shares))
        loss, error = rated.loss(first)
        return rated.best.answer if loss > SURELY * error else first

    def _looked_at(self, game: Game) -> list[str]:
        """The answers that it weighs as texts, the advised one first."""
        asked = game.question
        assert asked is not None
        if self.lookahead.answers is not None:
            answers = [*([self._advised] if self._advised else []), *self.lookahead.answers(game)]
        else:
            answers = [self.adviser(game), *asked.options()]
        return list(
            dict.fromkeys(answer if isinstance(answer, str) else asked.write(answer) for answer in answers)
        )

    def _halve(self, played: PlayedOn, until: float | None) -> None:
        """Play on, the better half of the answers ever more often, within the budget."""
        left = list(played.answers)
        rounds = max(1, (len(left) - 1).bit_length())
        while len(left) > 1:
            for _ in range(max(FEWEST, self.games // rounds // len(left))):
                for answer in left:
                    played.play(answer)
                if played.work >= self.work or (until is not None and time.monotonic() > until):
                    return
            ranked = sorted(left, key=lambda answer: -sum(played.shares[answer]))
            left = ranked[: (len(left) + 1) // 2] if len(left) > 2 else ranked[:1]


def expert_of(entry: GameEntry) -> Callable[[int], Policy]:
    """The maker of the player `expert` of a game that fills in a `Lookahead` and has none of its own: the
    player that plays on is its adviser too. Its answers depend on its seed and the game alone."""
    lookahead = filled_in(entry)

    def expert(seed: int) -> Policy:
        return Expert(seed, lookahead=lookahead, adviser=lookahead.player, work=WORK)

    return expert
