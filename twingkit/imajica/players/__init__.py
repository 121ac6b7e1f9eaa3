"""Computer players of Imajica: `random`, `greedy`, `steady` and `expert`.

`greedy` looks one action ahead, `steady` considers what rivals can do, and `expert` foresees the
next seizures. They see only what their seat can see: their own hand, everything open, and the Paths
they know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.imajica.players.greedy import GreedyPlayer
from twingkit.imajica.players.planner import Planner
from twingkit.imajica.players.steady import SteadyPlayer
from twingkit.players.curious import curious_factory
from twingkit.players.policies import Policy, RandomPolicy

PLAYERS: Mapping[str, Callable[[int], Policy]] = {
    "expert": Planner,
    "steady": SteadyPlayer,
    "greedy": GreedyPlayer,
    "curious": curious_factory(GreedyPlayer),
    "random": RandomPolicy,
}
"""The makers of the computer players by name, the strongest first."""
