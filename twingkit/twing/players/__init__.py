"""The computer players of Imperial Twing by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.players.curious import curious
from twingkit.players.policies import Policy, RandomPolicy, player_by_name
from twingkit.twing.players.greedy import Greedy
from twingkit.twing.players.planner import Planner
from twingkit.twing.players.steady import Collector, Steady

_MAKERS: Mapping[str, Callable[[int], Policy]] = {
    "random": RandomPolicy,
    "curious": curious(Greedy),
    "greedy": Greedy,
    "collector": Collector,
    "steady": Steady,
    "expert": Planner,
}

PLAYER_NAMES = tuple(_MAKERS)
"""The names of the computer players, the weakest first."""


def make_policy(name: str, seed: int) -> Policy:
    """Return the computer player called `name`. Raises `Fault` for an unknown name.

    >>> from twingkit import policies, twing
    >>> policies.play(twing.new_game(2, seed=1), ["greedy", "random"]).over
    True
    """
    return player_by_name(name, seed, _MAKERS)
