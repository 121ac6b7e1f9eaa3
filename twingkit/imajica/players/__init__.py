"""Computer players of Imajica: `random`, `greedy` (one deed ahead), `steady` (sees what rivals can do) and
`expert` (foresees the seizures to come).

They see what their seat may see: their own hand, what lies open, and the Paths that they know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.imajica.players.greedy import Greedy
from twingkit.imajica.players.lookahead import expert
from twingkit.imajica.players.steady import Steady
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

    >>> policy("random", 1).__class__.__name__
    'RandomPolicy'
    """
    return player_by_name(name, seed, _MAKERS)
