"""The environment for programs that learn keeps the conventions of PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from twing.rl.environments import OWN, made, own_box

from twingkit.twing.rl import aec

# PettingZoo's test says this of every observation with a mask, and of the empty mask of who is out.
MASKED = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def masked(test: Any) -> Any:
    for mark in MASKED:
        test = mark(test)
    return test


@masked
@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"players": "WA"},
        {"players": 3, "variant": OWN},
        {"players": 2, "variant": "english", "retire": True},
        {"players": 2, "max_turns": 5},
    ],
    ids=str,
)
def test_pettingzoo_api(options, capsys):
    api_test(made(**options), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@masked
def test_pettingzoo_api_with_an_own_box(capsys):
    api_test(made(box=own_box()), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoo_seeds(players):
    seed_test(lambda: aec.env(players=players), num_cycles=60)


def test_an_action_that_is_not_allowed_ends_the_game_and_costs_one():
    env = made(players=3)
    env.reset(seed=4)
    agent = env.agent_selection
    illegal = int(np.argmin(env.observe(agent)["action_mask"]))
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards == {somebody: -1.0 if somebody == agent else 0 for somebody in env.possible_agents}
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []
    env.reset(seed=4)
    assert env.agent_selection == agent
    assert not any(env.terminations.values())
