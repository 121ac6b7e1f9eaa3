"""Computer players of a whole game: `random`, `greedy` (one action ahead) and `steady` (plans ahead).

They use only information visible to their seat: the board, open cards, and their own hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.imperium.galaxy.players.greedy import GreedyPolicy
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.players.curious import curious
from twingkit.players.policies import Policy, RandomPolicy, player_by_name

_MAKERS: Mapping[str, Callable[[int], Policy]] = {
    "steady": SteadyPolicy,
    "greedy": GreedyPolicy,
    "curious": curious(GreedyPolicy, ("take",)),
    "random": RandomPolicy,
}

POLICY_NAMES = tuple(_MAKERS)
"""The names of the computer players, the strongest first."""


def policy(name: str, seed: int) -> Policy:
    """Return the computer player with this name; raises `Fault` for an unknown name.

    >>> policy("random", 1).__class__.__name__
    'RandomPolicy'
    """
    return player_by_name(name, seed, _MAKERS)
