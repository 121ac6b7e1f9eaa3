"""Computer players of Ember.

They are `random`, `greedy` (looks one turn ahead), `steady` (plans for the call) and `expert` (plans with
abilities). They know only what their seat may see: their own hand, and all cards that lie or lay face up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.ember.players.greedy import GreedyPlayer
from twingkit.ember.players.planner import Planner
from twingkit.ember.players.steady import SteadyPlayer
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
