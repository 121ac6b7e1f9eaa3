"""Computer players of Imajica: `random`, `greedy`, `steady` and `expert`.

`greedy` looks one action ahead, `steady` considers what rivals can do, and `expert` foresees the
next seizures. They see only what their seat can see: their own hand, everything open, and the Paths
they know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.imajica.players.greedy import Greedy
from twingkit.imajica.players.planner import Planner
from twingkit.imajica.players.steady import Steady
from twingkit.players.curious import curious
from twingkit.players.policies import Policy, RandomPolicy, player_by_name

_MAKERS: Mapping[str, Callable[[int], Policy]] = {
    "random": RandomPolicy,
    "curious": curious(Greedy),
    "greedy": Greedy,
    "steady": Steady,
    "expert": Planner,
}

POLICY_NAMES = tuple(_MAKERS)
"""Names of the computer players."""


def policy(name: str, seed: int) -> Policy:
    """Return the computer player with a name and seed. Raises `Fault` listing the known names.

    >>> policy("random", 1).__class__.__name__
    'RandomPolicy'
    """
    return player_by_name(name, seed, _MAKERS)
