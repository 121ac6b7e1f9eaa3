"""What a player observes in the environment, how games end, and what else is agreed."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs
from twing.rl.environments import OWN, made, own_box, walked

from twingkit import Game, Question
from twingkit.play import Chance
from twingkit.twing import Variant, load_box
from twingkit.twing.rl import aec
from twingkit.twing.rl.actions import NOTHING
from twingkit.twing.rl.layout import KINDS, Layout
from twingkit.twing.rules.cards import FACES, SPIRAL, Spell
from twingkit.twing.rules.objects import OBJECTS


def sampled(env: Any, agent: str) -> int | None:
    """A random action; None for an agent that is done."""
    observation, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        return None
    assert observation["action_mask"].any()
    return int(env.action_space(agent).sample(observation["action_mask"]))


# -- observations


@pytest.mark.slow
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]), st.sampled_from(["box", OWN, "secret_lay=true"]))
def test_TW_PLAY_1_what_a_player_cannot_see_is_in_neither_observation_nor_mask(seed, players, variant):
    env, rng = aec.raw_env(players=players, variant=variant), random.Random(seed)
    env.reset(seed=seed)
    compared = 0
    for question in walked(env, rng, 120):
        viewer = question.player if rng.random() < 0.7 else rng.randrange(players)
        twin = env.game.copy()
        if not swapped(twin, viewer, rng):
            continue
        compared += 1
        assert env.layout.row(twin.view(viewer), NOTHING) == env.layout.row(env.game.view(viewer), NOTHING)
        if viewer == question.player:
            assert list(env.tokens.choices(twin.question)) == list(env.tokens.choices(question))
    assert compared


def swapped(game: Game, viewer: int, rng: random.Random) -> bool:
    """Exchange every hidden card of every other player with the stack, as far as it has others."""
    table, changed = game.table, False
    for player in table.players:
        if player.seat == viewer:
            continue
        for place, spell in enumerate(player.hand):
            others = [card for card in table.stack if isinstance(card, Spell) and card != spell]
            if others:
                player.hand[place] = other = rng.choice(others)
                table.stack.take(other)
                table.stack.put(spell)
                changed = True
        for name, held in (("cat", player.cats), ("trap", player.traps)):
            other = "trap" if name == "cat" else "cat"
            if held and table.stack.count(other):
                player.hold(name, -1)
                player.hold(other)
                table.stack.put(name)
                table.stack.take(other)
                changed = True
    return changed


def test_what_is_built_of_a_lay_only_its_player_sees():
    env = aec.raw_env(players=2)
    env.reset(seed=3)
    env.step(env.tokens.names.index("attack +1"))
    while env.game.question.kind != "attack":
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    agent = env.agent_selection
    other = next(somebody for somebody in env.possible_agents if somebody != agent)
    before, unseen = env.observe(agent), env.observe(other)
    step = int(np.flatnonzero(before["action_mask"])[0])
    env.step(step)
    assert env.agent_selection == agent
    draft = env.observe(agent)["observation"][env.layout["draft spells"]]
    assert draft.sum() == 1
    assert draft[env.tokens.spells.index(env.tokens.choices(env.game.question)[step].spells[0])] == 1
    assert not before["observation"][env.layout["draft spells"]].any()
    assert all(map(np.array_equal, unseen.values(), env.observe(other).values()))
    assert not unseen["action_mask"].any()


@pytest.mark.slow
@settings(max_examples=runs(10, 200))
@given(
    st.integers(0, 10**6), st.sampled_from([2, 3, 4]), st.sampled_from(["box", OWN, "unlimited_bank=true"])
)
def test_observations_say_what_the_view_says(seed, players, variant):
    env = aec.raw_env(players=players, variant=variant)
    env.reset(seed=seed)
    for question in walked(env, random.Random(seed), 100):
        for seat, agent in enumerate(env.possible_agents):
            found = env.observe(agent)
            assert env.observation_space(agent).contains(found)
            allowed = env._choices if question.player == seat else ()
            assert [*np.flatnonzero(found["action_mask"])] == sorted(allowed)
            row, view = found["observation"], env.game.view(seat)

            def part(name: str, row: Any = row) -> Any:
                return row[env.layout[name]]

            assert part("turn") == view.turn
            assert part("bank") == view.bank
            assert part("stack") == view.stack
            assert part("discard").sum() == len(view.discard)
            assert part("hand").sum() == view.own.hand_size
            assert [*part("display")] == [int(name in view.display) for name in OBJECTS]
            assert part("asked").argmax() == (question.player - seat) % players
            assert KINDS[part("kind").argmax()] == question.kind
            assert part("kind").sum() == part("current").sum() == 1
            for place in range(players):
                other = view.seats[(seat + place) % players]
                assert part(f"hand size {place}") == other.hand_size
                assert part(f"entourage {place}").sum() == len(other.entourage)
                assert part(f"active {place}").sum() == len(other.objects)
                assert part(f"ornicles {place}") == other.ornicles
                assert "FWLA"[part(f"character {place}").argmax()] == other.character
            sides = view.battle.sides if view.battle else ()
            assert sum(part(f"role {place}").sum() for place in range(players)) == len(sides)
            for side in sides:
                place = (side.seat - seat) % players
                assert part(f"spells {place}").sum() == (len(side.lay.spells) if side.lay else 0)
                assert part(f"standing {place}").sum() == len(side.standing)
                assert [*part(f"die {place}")] == [int(face == side.die) for face in FACES]


def test_every_kind_of_question_and_every_number_has_its_place():
    def kinds(cls: type[Question]) -> Iterator[str]:
        if not issubclass(cls, Chance):
            yield from [cls.kind] if cls.kind and cls.__module__.startswith("twingkit.twing") else []
            for each in cls.__subclasses__():
                yield from kinds(each)

    assert set(KINDS) == set(kinds(Question))
    layout = Layout(3, Variant(), load_box(), 300)
    places = [layout[block.name] for block in layout.blocks]
    assert [number for place in places for number in range(layout.size)[place]] == list(range(layout.size))
    assert layout["die 2"].stop - layout["die 2"].start == len(FACES)
    assert SPIRAL in FACES


# -- how games go on and end


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_TW_END_7_the_winner_gets_one_and_everybody_else_loses_one(players):
    out_early = 0
    for seed in range(runs(1, 10)):
        env, rng = aec.raw_env(players=players), random.Random(seed)
        env.reset(seed=seed)
        rewards = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            _, reward, terminated, _, _ = env.last(observe=False)
            rewards[agent] += reward
            out_early += terminated and not env.game.over
            env.step(None if terminated else rng.choice(sorted(env._choices)))
        result = env.game.result
        assert env.agents == []
        if result.winner is not None:
            assert rewards == {
                agent: 1.0 if seat == result.winner else -1.0
                for seat, agent in enumerate(env.possible_agents)
            }
            assert sum(rewards.values()) == 2 - players
    assert bool(out_early) is (players > 2), "who is out stops acting while the others play on"


def test_TW_PLAY_2_a_draw_gives_nobody_anything():
    env = aec.raw_env(players=2, variant="turn_limit=100")
    env.reset(seed=2)
    table = env.game.table
    while not env.game.over:
        for player in table.players:
            player.entourage.clear()
            player.hand[:] = player.hand[:3]
        env.step(env.tokens.names.index("pass"))
    assert env.game.result.winner is None
    assert env.game.result.by == "limit"
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


def test_a_game_is_cut_off_after_max_turns():
    env = aec.raw_env(players=3, max_turns=4)
    env.reset(seed=1)
    for _ in walked(env, random.Random(1), 10_000):
        assert env.game.table.turn <= 4
    assert env.agents == []
    assert not env.game.over
    env.reset(seed=1)
    list(walked(env, random.Random(1), 3))
    while not any(env.truncations.values()):
        agent = env.agent_selection
        env.step(int(np.flatnonzero(env.observe(agent)["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
    while env.agents:
        assert not env.observe(env.agent_selection)["action_mask"].any()
        env.step(None)


def test_one_seed_decides_a_whole_row_of_games():
    def records(seed: int) -> list[str]:
        env, found = aec.raw_env(), []
        for number in range(3):
            env.reset(seed=seed if number == 0 else None)
            list(walked(env, random.Random(0), 200))
            found.append(env.game.record)
        return found

    first = records(5)
    assert first == records(5)
    assert len({*first, *records(6)}) == 6


# -- the rest of the conventions


def test_render_gives_the_view_of_who_acts(capsys):
    env = made(players=2, render_mode="ansi")
    env.reset(seed=3)
    assert "[TW-" in env.render().splitlines()[-1], "what was told comes last"
    for agent in env.agent_iter(40):
        env.step(sampled(env, agent))
    text = env.render()
    view = env.unwrapped.game.view(env.possible_agents.index(env.agent_selection))
    assert f"turn: {view.turn}\n" in text
    assert all(card.token in text for card in view.hand.spells)
    assert "object at" not in text
    human = aec.raw_env(render_mode="human")
    human.reset(seed=3)
    assert human.render() is None
    assert "turn: 1\n" in capsys.readouterr().out
    silent = aec.raw_env()
    silent.reset(seed=3)
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None
    with pytest.raises(ValueError, match="render_mode"):
        aec.raw_env(render_mode="rgb_array")


def test_an_environment_can_be_pickled_as_it_was_made():
    env = pickle.loads(pickle.dumps(aec.raw_env(players=3, variant=OWN, box=own_box(), max_turns=7)))
    env.reset(seed=1)
    assert str(env) == "imperial_twing_v0"
    assert len(env.possible_agents) == 3
    assert env.max_turns == 7
    assert env.game.start.variant == Variant.parse(OWN)
    assert env.game.start.box == own_box()


def test_the_core_and_its_numbers_need_neither_numpy_nor_pettingzoo():
    code = """
import sys
import twingkit.twing, twingkit.twing.rl.actions, twingkit.twing.rl.layout
assert not {"numpy", "gymnasium", "pettingzoo"} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
