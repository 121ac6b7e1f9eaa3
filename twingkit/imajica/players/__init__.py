"""Computer players of Imajica: `random`, `greedy` (one deed ahead) and `steady` (sees what rivals can do).

They see what their seat may see: their own hand, what lies open, and the Paths that they know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twingkit.imajica.players.greedy import Greedy
from twingkit.imajica.players.steady import Steady
from twingkit.messages import Fault
from twingkit.play import Game
from twingkit.policies import RandomPolicy

NAMES = ("random", "greedy", "steady")
"""The names of the players."""


def policy(name: str, seed: int) -> Callable[[Game], Any]:
    """The computer player of a name; raises `Fault` naming those that there are.

    >>> policy("random", 1).__class__.__name__
    'RandomPolicy'
    """
    if name == "random":
        return RandomPolicy(seed)
    if name == "greedy":
        return Greedy(seed)
    if name == "steady":
        return Steady(seed)
    raise Fault("policy.unknown", name=name, names=", ".join(NAMES))
