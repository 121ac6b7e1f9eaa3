"""The environment for programs that learn: PettingZoo's tests, every answer reachable, nothing hidden."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs
from pettingzoo.test import api_test, seed_test

from twingkit import BadAnswer, Game, Question, Refusal
from twingkit.play import Chance
from twingkit.twing import Variant, VariantError, load_box, new_game
from twingkit.twing.rl import aec
from twingkit.twing.rl.actions import NOTHING, Draft, Tokens
from twingkit.twing.rl.layout import KINDS, Layout
from twingkit.twing.rules.cards import FACES, SPIRAL, Spell
from twingkit.twing.rules.commit import LayCards
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell
from twingkit.twing.rules.leaving import HandOut
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.variants.variant import switches

# PettingZoo's test says this of every observation with a mask, and of the empty mask of who is out.
MASKED = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]

OWN = "german cat_die=any support=each endgame_support=true two_cats=true miromon=rerolls_too price=2"
"""A variant with answers that the box does not know."""


def masked(test: Any) -> Any:
    for mark in MASKED:
        test = mark(test)
    return test


def own_box() -> Any:
    """A box with a spell of its own and another number of copies."""
    box = load_box()
    first, second, *rest = box.spell
    spells = [attrs.evolve(first, power=9, copies=second.copies + 1), attrs.evolve(second, copies=1), *rest]
    return attrs.evolve(box, spell=spells)


def made(seed: int = 0, **options: Any) -> Any:
    """An environment with its wrappers whose action spaces draw from this seed."""
    env = aec.env(**options)
    for place, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + place)
    return env


def sampled(env: Any, agent: str) -> int | None:
    """A random action; None for an agent that is done."""
    observation, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        return None
    assert observation["action_mask"].any()
    return int(env.action_space(agent).sample(observation["action_mask"]))


def walked(env: Any, rng: random.Random, steps: int) -> Iterator[Question]:
    """A raw environment in random play by its own masks; yields each question as it comes up."""
    asked = None
    for _ in range(steps):
        if not env.agents:
            return
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            env.step(None)
            continue
        if env.game.question is not asked:
            asked = env.game.question
            yield asked
        allowed = np.flatnonzero(env.observe(agent)["action_mask"])
        env.step(int(rng.choice(allowed)))


def reached(tokens: Tokens, question: Question, draft: Draft = NOTHING) -> Iterator[tuple[list[int], Any]]:
    """Every answer that the actions lead to, each with its way."""
    for number, chosen in tokens.choices(question, draft).items():
        if isinstance(chosen, Draft):
            further = list(reached(tokens, question, chosen))
            assert further, f"{tokens.names[number]} leads nowhere"
            yield from (([number, *way], answer) for way, answer in further)
        else:
            yield [number], chosen


def assert_all_reached(tokens: Tokens, question: Question) -> None:
    """Every option has exactly one way, and its number says so."""
    ways = list(reached(tokens, question))
    answers = [answer for _, answer in ways]
    options = [answer for answer in question.options() if answer != "retire" or "retire" in tokens.names]
    assert len(set(answers)) == len(answers)
    assert set(answers) == set(options)
    for way, answer in ways:
        assert list(tokens.encode(question, answer)) == way


# -- PettingZoo's own tests


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
    api_test(made(**options), num_cycles=400)
    assert "Passed API test" in capsys.readouterr().out


@masked
def test_pettingzoo_api_with_an_own_box(capsys):
    api_test(made(box=own_box()), num_cycles=200)
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


# -- actions


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """Up to six switches set otherwise."""
    changes = {
        each.key: draw(st.sampled_from([choice.value for choice in each.values]))
        for each in draw(st.lists(st.sampled_from(switches()), max_size=6, unique_by=lambda each: each.key))
    }
    try:
        return Variant().with_(**changes)
    except VariantError:
        return Variant()


@pytest.mark.slow
@settings(max_examples=runs(15, 200))
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]), variants(), st.booleans())
def test_every_option_of_every_question_has_exactly_one_way(seed, players, variant, retire):
    env = aec.raw_env(players=players, variant=variant, retire=retire)
    env.reset(seed=seed)
    for question in walked(env, random.Random(seed), 150):
        assert env.agent_selection == f"player_{question.player}"
        side = getattr(question, "side", None)
        if isinstance(question, LayCards) and len(side.player.hand) + len(side.player.entourage) > 7:
            for lay in islice(question.options(), 20):
                if lay != "retire":
                    assert followed(env.tokens, question, env.actions(lay)) == lay
        else:
            assert_all_reached(env.tokens, question)


def followed(tokens: Tokens, question: Question, numbers: tuple[int, ...]) -> Any:
    """What these actions come to, one after the other."""
    at: Any = NOTHING
    for number in numbers:
        assert isinstance(at, Draft)
        at = tokens.choices(question, at)[number]
    return at


@pytest.mark.parametrize("variant", ["box", "german", "units=required rider_element=any", "teddy=no_shield"])
@pytest.mark.parametrize("role", ["attack", "defend"])
def test_TW_BAT_1_to_5_every_lay_of_a_mixed_hand_is_built_in_one_way(variant, role):
    kinds = load_box().cards()
    spells = [card for card in kinds if isinstance(card, Spell)]
    creatures = [card for card in kinds if not isinstance(card, Spell | str)]
    wanted = ["F2M", "F2M", "F1", "F2", "W4M", "W3"]
    for objects in ((), ("teddy",)):
        for against in ((), ("cup",)):
            game = new_game("FW", seed=1, variant=variant)
            while game.question.kind != role:
                game.answer(next(each for each in options_of(game) if each != "retire"))
            question = game.question
            side, other = question.side, question.fight.other(question.side)
            side.player.hand[:] = [
                next(spell for spell in spells if spell.token == t) for t in ("F1", "F1", "F5", "W2")
            ]
            side.player.entourage[:] = [
                next(creature for creature in creatures if creature.token == t) for t in wanted
            ]
            side.player.objects, other.player.objects = objects, against
            tokens = Tokens(2, game.table.variant, load_box())
            assert_all_reached(tokens, question)
            assert len(list(reached(tokens, question))) >= 8


def options_of(game: Game) -> list[Any]:
    """The first options: an attack where one can be made, so that lays are asked for."""
    options = list(islice(game.question.options(), 50))
    return sorted(options, key=lambda each: not str(each).startswith("attack"))


def test_questions_that_come_up_rarely_are_numbered_too():
    game = new_game(4, seed=2, variant="leaver_gives=true")
    owner = game.table.players[0]
    owner.hand[:] = [card for card in load_box().cards() if isinstance(card, Spell)][:40:2]
    tokens = Tokens(4, game.table.variant, load_box(), retire=True)
    for question in (
        DiscardSpell(owner),
        DiscardElement(owner),
        HandOut(game.table, owner, "hat"),
        HandOut(game.table, owner, "ornicle"),
    ):
        assert_all_reached(tokens, question)


def test_actions_count_seats_from_who_acts():
    env = aec.raw_env(players=4)
    env.reset(seed=5)
    seen = set()
    for question in walked(env, random.Random(5), 400):
        if question.kind != "act":
            continue
        for number, answer in env.tokens.choices(question).items():
            word, _, counted = env.tokens.names[number].partition(" +")
            if word == "attack":
                seen.add((question.player, int(counted)))
                assert answer == f"attack p{(question.player + int(counted)) % 4 + 1}"
    assert len(seen) == 12


def test_the_numbers_of_the_box_stay_in_a_variant_with_more_answers():
    plain = Tokens(3, Variant(), load_box())
    more = Tokens(
        3, Variant.parse(OWN + " leaver_gives=true trap_targets=entourage"), load_box(), retire=True
    )
    assert more.names[: len(plain)] == plain.names
    assert len(set(more.names)) == len(more.names)
    added = set(more.names) - set(plain.names)
    assert {"retire", "announce", "cats", "two-cats", "miromon again", "cat attacker"} <= added
    assert {"cat +0", "give hat +2", "trap entourage F1", "support +1 spell F1 + creature F2"} <= added


@pytest.mark.parametrize("retire", [False, True])
def test_TW_LEAVE_1_nobody_retires_unless_it_is_wanted(retire):
    env = aec.raw_env(retire=retire)
    env.reset(seed=1)
    assert env.game.question.kind == "act"
    assert "retire" in set(env.game.question.options())
    assert ("retire" in env.tokens.names) is retire
    if retire:
        agent = env.agent_selection
        env.step(env.tokens.names.index("retire"))
        assert env.game.result.by == "last"
        assert env.rewards[agent] == -1.0
        assert sum(env.rewards.values()) == 0


def test_answers_of_other_players_go_through_the_environment():
    env, rng = aec.raw_env(players=3), random.Random(8)
    env.reset(seed=8)
    for _ in range(300):
        if env.terminations[env.agent_selection]:
            env.step(None)
        if env.game.over:
            break
        question = env.game.question
        answer = question.draw(rng)
        if answer == "retire":
            continue
        before = len([entry for entry in env.game.transcript if entry.kind == question.kind])
        for number in env.actions(answer):
            assert env.game.question is question
            env.step(number)
        given_now = [entry for entry in env.game.transcript if entry.kind == question.kind]
        assert len(given_now) > before or env.game.over
    record = env.game.record
    assert Game.replay(record).record == record


def test_a_raw_environment_says_which_rule_forbids_an_action_and_changes_nothing():
    env = aec.raw_env(players=2)
    env.reset(seed=3)
    question, before = env.game.question, env.game.record

    def refused(name: str) -> Exception:
        seen = env.observe(env.agent_selection)
        with pytest.raises((Refusal, BadAnswer)) as caught:
            env.step(env.tokens.names.index(name))
        assert env.game.record == before
        assert all(map(np.array_equal, seen.values(), env.observe(env.agent_selection).values()))
        assert caught.value.text("en") != caught.value.text("de")
        return caught.value

    assert question.kind == "act"
    unaffordable = refused(f"buy {env.game.table.display[0]}")
    assert isinstance(unaffordable, Refusal)
    assert (unaffordable.rule, unaffordable.case) == ("TW-OBJ-1", "price")
    assert isinstance(refused("lay done"), BadAnswer)
    assert isinstance(refused("hat"), BadAnswer)
    env.step(env.tokens.names.index("attack +1"))
    before = env.game.record
    assert env.game.question.kind == "attack"
    missing = next(
        f"lay spell {card.token}"
        for card in env.tokens.spells
        if card not in env.game.question.side.player.hand
    )
    assert refused(missing).rule == "TW-BAT-1"
    assert refused("lay done").case == "count"
    assert refused("lay creature F1").rule in ("TW-BAT-1", "TW-BAT-5")
    assert refused("lay rider F1").rule in ("TW-BAT-1", "TW-BAT-5")
    assert isinstance(refused("attack +1"), BadAnswer)


def test_TW_DUEL_1_a_refusal_names_the_player_that_the_action_means():
    env = aec.raw_env(players="FWL")
    env.reset(seed=3)
    question = env.game.question
    while question.kind != "act":
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        question = env.game.question
    question.owner.ornicles = 1
    for step in (1, 2):
        found = env.tokens.refusal(question, NOTHING, env.tokens.names.index(f"duel +{step}"))
        assert isinstance(found, Refusal)
        assert (found.rule, found.case) == ("TW-DUEL-1", "no_object")
        named = env.game.table.players[(question.player + step) % 3].name
        assert named.capitalize() in found.text("en")


@pytest.mark.parametrize("action", [None, -1, 10**6, 1.5, "pass"])
def test_what_is_no_action_at_all_is_an_error(action):
    env = aec.raw_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="a number from 0 to"):
        env.step(action)


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
    spots = [layout[block.name] for block in layout.blocks]
    assert [number for spot in spots for number in range(layout.size)[spot]] == list(range(layout.size))
    assert layout["die 2"].stop - layout["die 2"].start == len(FACES)
    assert SPIRAL in FACES


# -- how games go on and end


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_TW_END_7_the_winner_gets_one_and_everybody_else_loses_one(players):
    out_early = 0
    for seed in range(runs(2, 10)):
        env = made(seed, players=players)
        env.reset(seed=seed)
        rewards = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            _, reward, terminated, _, _ = env.last()
            rewards[agent] += reward
            out_early += terminated and not env.unwrapped.game.over
            env.step(sampled(env, agent))
        result = env.unwrapped.game.result
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
