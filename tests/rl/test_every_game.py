"""Every game is an environment for programs that learn."""

from __future__ import annotations

import random

import pytest

np = pytest.importorskip("numpy")
any_game = pytest.importorskip("twingkit.rl.any_game")

STARTS = {"twing": "players F W L", "ember": "ember 3", "imajica": "imajica 2"}


@pytest.mark.parametrize("game", STARTS)
def test_a_game_of_random_actions_comes_to_its_end_with_a_reward_for_everybody(game: str) -> None:
    env, rng = any_game.env(game, STARTS[game]), random.Random(1)
    env.reset(seed=1)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        rewards[agent] += reward
        allowed = np.flatnonzero(observation["action_mask"])
        assert ended or cut or len(allowed)
        env.step(None if ended or cut else int(rng.choice(list(allowed))))
    assert env.unwrapped.game.over
    assert max(rewards.values()) > 0 > min(rewards.values())
