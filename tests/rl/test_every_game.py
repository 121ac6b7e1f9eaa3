"""Every game is an environment for programs that learn."""

from __future__ import annotations

import random

import pytest

np = pytest.importorskip("numpy")
any_game = pytest.importorskip("twingkit.players.rl.any_game")

STARTS = (
    ("twing", "players F W L"),
    ("ember", "ember 3"),
    ("imajica", "imajica 2"),
    ("imperium", "imperium short"),
    ("imperium", "imperium 4"),
)


@pytest.mark.parametrize(("game", "line"), STARTS)
def test_random_actions_finish_a_game_and_reward_every_player(game: str, line: str) -> None:
    env, rng = any_game.env(game, line, width=512), random.Random(1)
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
