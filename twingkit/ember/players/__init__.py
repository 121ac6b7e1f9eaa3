"""Computer players of Ember: `random`, `greedy` (one turn ahead), `steady` (plans for the call) and `expert`
(plans with abilities).

They see what their seat may see: their own hand, what lies open, and what once lay open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.ember.players.greedy import Greedy
from twingkit.ember.players.lookahead import expert
from twingkit.ember.players.steady import Steady
from twingkit.players.policies import Policy, RandomPolicy, player_by_name

_MAKERS: Mapping[str, Callable[[int], Policy]] = {
    "random": RandomPolicy,
    "greedy": Greedy,
    "steady": Steady,
    "expert": expert,
}

NAMES = tuple(_MAKERS)
"""The names of the players."""


def policy(name: str, seed: int) -> Policy:
    """The computer player of a name; raises `Fault` naming those that there are.

    >>> policy("greedy", 1).__class__.__name__
    'Greedy'
    """
    return player_by_name(name, seed, _MAKERS)
