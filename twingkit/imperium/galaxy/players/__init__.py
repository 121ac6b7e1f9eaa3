"""Computer players of a whole game: `random`, `greedy` (one action ahead) and `steady` (plans ahead).

They see only what their seat may see: the board, everything open, and their own hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.imperium.galaxy.players.greedy import Greedy
from twingkit.imperium.galaxy.players.steady import Steady
from twingkit.players.policies import Policy, RandomPolicy, player_by_name

_MAKERS: Mapping[str, Callable[[int], Policy]] = {
    "steady": Steady,
    "greedy": Greedy,
    "random": RandomPolicy,
}

NAMES = tuple(_MAKERS)
"""The names of the players, the strongest first."""


def policy(name: str, seed: int) -> Policy:
    """The computer player of a name; raises `Fault` naming those that there are.

    >>> policy("random", 1).__class__.__name__
    'RandomPolicy'
    """
    return player_by_name(name, seed, _MAKERS)
