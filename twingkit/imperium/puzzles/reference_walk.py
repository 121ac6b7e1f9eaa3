"""The reference implementation of the odds of a battle under way: a walk through all dice.

Decisions follow the line.

It uses no formula. Dice fall in every way that matters, and equal moments on the table are merged, whatever
the round: it is for battles in which no card names a round later than `_MERGE_FROM_ROUND`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator

from twingkit.core.play import Game
from twingkit.imperium.battle.rules.questions import assumed_outcomes

MIN_UNDECIDED_CHANCE = 1e-9
"""The walk ends when at most this chance is still undecided."""

_MERGE_FROM_ROUND = 3
"""From this round on, moments with equal tables are merged."""

_SHARE_FROM_ROUND = 2
"""From this round on, moments after different first answers are shared."""

_MAX_MOMENTS = 20_000

_WON_KEY = "won"
"""The first word of the key of a finished battle; the second is the winner."""

_NextMoments = tuple[tuple[int, float], ...]
"""The moments that can follow a moment, by number, with their chances."""


class ReferenceWalk:
    """A slow reference implementation of battle odds, which visits every state that the battle can reach.

    From the second round on, equal moments after different answers are played only once. In the first round a
    choice can wait for that of the other side, which no table shows.
    """

    def __init__(self) -> None:
        self._answer = ""
        """The answer whose consequences are walked."""
        self._numbers: dict[Hashable, int] = {}
        self._games: dict[int, Game] = {}
        """A game for each moment whose next moments are not known yet."""
        self._steps: dict[int, _NextMoments] = {}
        self._ends: dict[int, int | None] = {}
        """The moments in which the battle is over, with the winner."""

    def worth(self, game: Game, answer: str) -> float:
        """Return the value of an answer: the answering side's chance to win, a tie counting half.

        Both sides follow their lines. Raises `TimeoutError` if there are more than `_MAX_MOMENTS` different
        moments.
        """
        question = game.question
        assert question is not None
        seat, game, self._answer = question.player, game.copy(explain=False), answer
        game.answer(answer)
        open_, worth = {self._moment_number(game): 1.0}, 0.0
        while sum(open_.values()) > MIN_UNDECIDED_CHANCE:
            after: defaultdict[int, float] = defaultdict(float)
            for moment, chance in open_.items():
                if moment in self._ends:
                    winner = self._ends[moment]
                    worth += chance * (0.5 if winner is None else float(winner == seat))
                    continue
                for then, part in self._steps.get(moment) or self._next_moments(moment):
                    after[then] += chance * part
            open_ = after
        return worth

    def _moment_number(self, game: Game) -> int:
        place = _state_key(game, self._answer)
        known = self._numbers.get(place)
        if known is not None:
            return known
        number = self._numbers[place] = len(self._numbers)
        if game.over:
            self._ends[number] = game.result.winner
        else:
            self._games[number] = game
        return number

    def _next_moments(self, moment: int) -> _NextMoments:
        if len(self._steps) >= _MAX_MOMENTS:
            raise TimeoutError(f"{_MAX_MOMENTS} moments of a battle differ")
        reached: defaultdict[int, float] = defaultdict(float)
        for then, part in _next_games(self._games.pop(moment)):
            reached[self._moment_number(then)] += part
        self._steps[moment] = tuple(reached.items())
        return self._steps[moment]


def _state_key(game: Game, answer: str) -> Hashable:
    """Return a key that equal states of a battle share: the table and the question and, in the first rounds,
    also the answer.
    """
    question = game.question
    if question is None:
        return _WON_KEY, game.result.winner
    state, number, *others = game.table.key()
    about = [getattr(question, name, None) for name in ("step", "volley", "pending_hits", "use", "places")]
    since = answer if number < _SHARE_FROM_ROUND else ""
    return type(question), question.player, *about, since, state, min(number, _MERGE_FROM_ROUND), *others


def _next_games(game: Game) -> Iterator[tuple[Game, float]]:
    """Yield the games that can come next with their chances: one for every result of the dice, or one after
    the default decision.
    """
    outcomes = assumed_outcomes(game.question)
    for answer, part in outcomes:
        then = game.copy() if len(outcomes) > 1 else game
        then.answer_unchecked(answer)
        yield then, part
