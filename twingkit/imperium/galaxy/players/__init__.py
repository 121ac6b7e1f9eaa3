"""Computer players of a whole game: `random`, `greedy` (one action ahead) and `steady` (plans ahead).

They use only information visible to their seat: the board, open cards, and their own hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.imperium.galaxy.players.greedy import GreedyPolicy
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.players.curious import curious_factory
from twingkit.players.policies import Policy, RandomPolicy

PLAYERS: Mapping[str, Callable[[int], Policy]] = {
    "steady": SteadyPolicy,
    "greedy": GreedyPolicy,
    "curious": curious_factory(GreedyPolicy, ("take",)),
    "random": RandomPolicy,
}
"""The makers of the computer players by name, the strongest first."""
