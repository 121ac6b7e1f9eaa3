"""The actions of the environment: every option has exactly one way, and what is refused says so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs
from twing.rl.environments import OWN, walked

from twingkit import BadAnswer, Game, Question, Refusal
from twingkit.twing import Variant, VariantError, load_box, new_game
from twingkit.twing.rl import aec
from twingkit.twing.rl.actions import NOTHING, Draft, Tokens
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.commit import LayCards
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell
from twingkit.twing.rules.leaving import HandOut
from twingkit.twing.variants.variant import switches


def reached(tokens: Tokens, question: Question, draft: Draft = NOTHING) -> Iterator[tuple[list[int], Any]]:
    """Every answer that the actions lead to, each with its way."""
    for number, chosen in tokens.choices(question, draft).items():
        if isinstance(chosen, Draft):
            further = list(reached(tokens, question, chosen))
            assert further, f"{tokens.names[number]} leads nowhere"
            yield from (([number, *way], answer) for way, answer in further)
        else:
            yield [number], chosen


def assert_all_reached(tokens: Tokens, question: Question) -> int:
    """Every option has exactly one way, and its number says so; returns how many there are."""
    ways = list(reached(tokens, question))
    answers = [answer for _, answer in ways]
    options = [answer for answer in question.options() if answer != "retire" or "retire" in tokens.names]
    assert len(set(answers)) == len(answers)
    assert set(answers) == set(options)
    for way, answer in ways:
        assert list(tokens.encode(question, answer)) == way
    return len(ways)


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
            assert assert_all_reached(tokens, question) >= 8


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
