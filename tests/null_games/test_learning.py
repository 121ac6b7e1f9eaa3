"""A game without its own code for it is an environment for reinforcement learning, and hides what is
hidden."""

from __future__ import annotations

import json

import pytest
from null_games.printed import values

API = """
import json, sys, warnings
warnings.simplefilter("ignore")
from pettingzoo.test import api_test, seed_test
from twingkit.players.rl import any_game
game, actions = sys.argv[1], int(sys.argv[2])
env = any_game.env(game, sys.argv[3], actions=actions)
api_test(env, num_cycles=60)
seed_test(lambda: any_game.env(game, sys.argv[3], actions=actions), num_cycles=30)
env.reset(seed=4)
total = dict.fromkeys(env.agents, 0.0)
for agent in env.agent_iter():
    seen, reward, over, cut, _ = env.last()
    total[agent] += reward
    env.step(None if over or cut else int(seen["action_mask"].argmax()))
bare = env.unwrapped
print(json.dumps({"total": total, "answers": [entry.answer for entry in bare.game.transcript]}))
"""


@pytest.mark.parametrize(
    ("game", "line"), [("coin", "coin: heads"), ("pile", "pile: 3"), ("briscola", "briscola: 4")]
)
@pytest.mark.parametrize("actions", [64, 2])
def test_it_is_an_environment_of_pettingzoo(python, game, line, actions):
    done = python(API, game, str(actions), line)
    assert done.returncode == 0, done.stderr
    assert "Passed API test" in done.stdout
    last = json.loads(done.stdout.splitlines()[-1])
    assert len(last["answers"]) == 2 or game == "briscola"
    if game == "coin":
        assert last["answers"][0] == "heads"
        assert sorted(last["total"].values()) == [-1.0, 1.0]


STEPS = """
import json
from twingkit.players.rl import any_game
bare = any_game.raw_env("pile", "pile: 3", actions=2)
bare.reset(seed=1)
question = bare.game.question
encoding = bare.action_encoding
ways = {name: encoding.encode(question, name) for name in encoding.option_texts(question)}
played = {}
for name, way in ways.items():
    bare.reset(seed=1)
    for action in way:
        bare.step(action)
    played[name] = bare.game.transcript[-1].answer
print(json.dumps({"ways": ways, "played": played}))
"""


def test_more_options_than_actions_are_narrowed_down_in_steps(python):
    found = values(python(STEPS))
    assert found["ways"] == {"gryphon": [0, 0], "kraken": [0, 1], "phoenix": [1]}
    assert all(name == answer for name, answer in found["played"].items())


ASKED = """
from twingkit.learn.quiz import quiz_of
quiz = quiz_of("coin")
for seed in range(8):
    print(quiz.item(f"scenes:next:{seed}").prompt("de"))
"""


def test_a_question_on_a_scene_calls_the_answer_as_the_game_does(python):
    done = python(ASKED)
    assert done.returncode == 0, done.stderr
    assert "Die Antwort ist „Kopf“." in done.stdout
    assert "heads" not in done.stdout
