"""A player that answers, as a function of the game; and the one that answers at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from twingkit.core.asking import one_line
from twingkit.core.games import GameEntry
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.running.running_script import seats_of

__all__ = ["Policy", "RandomPolicy", "listed_players", "seats_of"]

Policy = Callable[[Game], object]
"""Answers the pending question of a game, which is asked of its seat.

>>> from twingkit import policies, twing
>>> first: Policy = lambda game: next(iter(game.question.options()))
>>> policies.play(twing.battle_game("F: F5 vs W: W6", seed=1), [first, "random"]).over
True
"""


class RandomPolicy:
    """A player that answers at random, all allowed answers possible; deterministic from its seed.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6", seed=1)
    >>> str(RandomPolicy(seed=2)(game))
    'F5'
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, game: Game) -> object:
        """An allowed answer to the pending question."""
        assert game.question is not None
        return game.question.draw(self.rng)


def listed_players(entry: GameEntry) -> Mapping[str, Callable[[int], Policy]]:
    """The computer players that a game lists, the strongest first; none if it lists none. Raises `Fault` for
    a part that is no such list.

    >>> from twingkit.core.games import game_named
    >>> dict(listed_players(game_named("twing")))
    {}
    """
    listed = entry.load("players")
    if listed is None:
        return {}
    if not isinstance(listed, Mapping) or not all(map(callable, listed.values())):
        found = one_line(repr(listed))
        raise Fault("games.players", game=entry.id, path=entry.players, found=found)
    return listed
