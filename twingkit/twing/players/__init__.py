"""The computer players of Imperial Twing by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twingkit.messages import Fault
from twingkit.play import Game
from twingkit.policies import RandomPolicy
from twingkit.twing.players.greedy import Greedy
from twingkit.twing.players.steady import Steady

PLAYERS = ("random", "greedy", "steady")
"""The computer players, the weakest first."""


def policy(name: str, seed: int) -> Callable[[Game], Any]:
    """The computer player of that name, deterministic from its seed; raises `Fault` for another name.

    >>> from twingkit import policies, twing
    >>> policies.play(twing.new_game(2, seed=1), ["greedy", "random"]).over
    True
    """
    if name == "random":
        return RandomPolicy(seed)
    if name == "greedy":
        return Greedy(seed)
    if name == "steady":
        return Steady(seed)
    raise Fault("policy.unknown", name=name, names=", ".join(PLAYERS))
