"""Computer players of Ember.

They are `random`, `greedy` (looks one turn ahead), `steady` (plans for the call) and `expert` (plans with
abilities). They know only what their seat may see: their own hand, what lies face up, and what once did.
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
"""Names of the computer players."""


def policy(name: str, seed: int) -> Policy:
    """Return the computer player of a name, with its seed. Raises `Fault` with the known names for another
    name.

    >>> policy("greedy", 1).__class__.__name__
    'Greedy'
    """
    return player_by_name(name, seed, _MAKERS)
