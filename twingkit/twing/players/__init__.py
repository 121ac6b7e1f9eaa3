"""The computer players of Imperial Twing by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.players.curious import curious_factory
from twingkit.players.policies import Policy, RandomPolicy
from twingkit.twing.players.greedy import GreedyPlayer
from twingkit.twing.players.planner import Planner
from twingkit.twing.players.steady import Collector, SteadyPlayer

PLAYERS: Mapping[str, Callable[[int], Policy]] = {
    "expert": Planner,
    "steady": SteadyPlayer,
    "collector": Collector,
    "greedy": GreedyPlayer,
    "curious": curious_factory(GreedyPlayer),
    "random": RandomPolicy,
}
"""The makers of the computer players by name, the strongest first."""
