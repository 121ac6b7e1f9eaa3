"""Battles of fleets as games: played, recorded, replayed, undone, and replayed with other answers."""

from __future__ import annotations

import random

import pytest
from fleets import fleets
from fresh_python import printed_by
from hypothesis import given
from hypothesis import strategies as st

from twingkit import Game, RecordError, imperium
from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, ChanceQuestion, Refusal
from twingkit.imperium import Battle, assumed_answer, battle_game
from twingkit.imperium.battle.rules.force import counts_with_gained_units
from twingkit.imperium.battle.rules.result import BattleResult, winning_side_index
from twingkit.imperium.battle.starts import BattleStart
from twingkit.players.policies import play
from twingkit.testing.invariants import (
    assert_copy_plays_alike,
    assert_record_restores_game,
    assert_rulings_valid,
    assert_undo_restores,
    play_and_check,
)
from twingkit.testing.perft import state_counts

LINE = "space: 2 fighter 1 warsun vs 3 cruiser"
BEGIN = ("stay", "stay", "roll 1 1 2 2 9", "roll 7 8 9")


def first_round() -> Game:
    """Return the first round of `LINE`: one hit by the war sun, three by the cruisers; they are being
    assigned."""
    game = battle_game(LINE)
    for answer in BEGIN:
        game.answer(answer)
    return game


def test_a_round_asks_for_retreats_dice_and_hits_in_this_order():
    game = first_round()
    assert [entry.kind for entry in game.transcript] == ["retreat", "retreat", "roll", "roll"]
    assert [entry.seat for entry in game.transcript] == ["defender", "attacker", "attacker", "defender"]
    assert (game.question.kind, game.question.player) == ("assign", 0)
    game.answer("assign 2 fighter, warsun damage")
    assert game.view(0).sides[0].units == (("warsun", 0, 1),)
    assert game.view(0).sides[1].units == (("cruiser", 2, 0),), "one kind of units leaves nothing to choose"
    assert game.question.kind == "retreat"
    assert game.view(1).round == 2


def test_a_refused_answer_changes_nothing():
    game = first_round()
    before = game.record
    with pytest.raises(Refusal) as refused:
        game.answer("assign 2 fighter")
    assert refused.value.rule == "IM-SPACE-7"
    for bad in ("assign 2 cruiser", "stay", ""):
        with pytest.raises(BadAnswer):
            game.answer(bad)
    assert game.record == before
    with pytest.raises(BadAnswer, match="hits to assign"):
        game.roll()


@given(fleets(), st.integers(0, 999), st.booleans())
def test_a_record_plays_the_same_battle_again(battle, seed, by_chance):
    game = battle_game(battle, seed=seed)
    rng = random.Random(seed)
    for _ in range(60):
        if game.question is not None:
            game.answer(game.question.random_answer(rng) if by_chance else game.question.default_answer())
    assert_record_restores_game(game)
    again = Game.replay(game.record)
    assert again.annotated_record("de") == game.annotated_record("de")
    assert [str(ruling) for ruling in again.rulings] == [str(ruling) for ruling in game.rulings]


@given(fleets(), st.integers(0, 99), st.integers(1, 12))
def test_undo_and_copy_lead_back_to_the_same_place(battle, seed, steps):
    game = battle_game(battle)
    rng = random.Random(seed)
    keys, question = [], []
    while game.question is not None and len(game) < 40:
        keys.append(game.table.key())
        question.append(game.question.text("en"))
        game.answer_randomly(rng)
    back = min(steps, len(game))
    if not back:
        return
    game.undo(back)
    assert (game.table.key(), game.question.text("en")) == (keys[-back], question[-back])
    assert game.annotated_record("en") == Game.replay(game.record).annotated_record("en")
    assert game.copy().table.key() == game.table.key()
    assert game.copy().record == game.record


LINES = (
    "space: 1 cruiser 1 fighter vs 1 destroyer @ amd",
    "ground: 1 infantry 1 mech vs 2 infantry",
    "space: 1 dreadnought @ sh vs 1 flagship @ l1z1x",
)


@pytest.mark.parametrize("line", LINES)
def test_a_battle_holds_what_every_game_holds(line):
    for seed in range(3):
        game = Game(battle_game(line).start, seed=seed, rolls="ask")
        assert_copy_plays_alike(game, steps=3)
        assert_undo_restores(game, 2)
        assert_rulings_valid(play_and_check(game, assert_record_restores_game))


STATES = {LINES[0]: [2, 4, 9, 19, 17, 10], LINES[1]: [3, 9, 21, 30, 31]}


@pytest.mark.parametrize("line", STATES)
def test_the_number_of_states_is_what_it_was(line):
    assert state_counts(battle_game(line, explain=False), len(STATES[line])) == STATES[line]


@given(fleets(), st.integers(0, 99))
def test_every_ruling_is_a_sentence_with_a_rule_in_both_languages(battle, seed):
    game = battle_game(battle, seed=seed)
    while game.question is not None and len(game) < 60:
        game.answer(game.question.default_answer())
    for ruling in game.rulings:
        assert ruling.rule in imperium.rulebook()
        assert "{" not in ruling.text("en") + ruling.text("de"), ruling
        assert ruling.title("de")


def test_what_if_tries_another_throw():
    game = first_round()
    other = game.what_if(3, "roll 1 1 1")
    assert other.view(0).sides[0].units == (("fighter", 2, 0), ("warsun", 1, 0))
    assert game.record != other.record
    assert [entry.answer for entry in game.transcript][3] == "roll 7 8 9"


def test_the_same_seed_gives_the_same_battle_and_no_seed_asks():
    records = {play(battle_game(LINE, seed=seed), ["stated", "stated"]).record for seed in (3, 3, 3)}
    assert len(records) == 1
    game = battle_game(LINE)
    game.answer("stay")
    game.answer("stay")
    assert isinstance(game.question, ChanceQuestion)
    game.roll()
    assert len(game.transcript) == 3


def test_players_are_stated_or_random():
    for players in (["stated", "random"], ["random", "random"]):
        assert play(battle_game(LINE, seed=5), players, seed=2).over
    with pytest.raises(Fault, match="stated, random"):
        play(battle_game(LINE, seed=5), ["nobody", "stated"])


def test_a_stated_answer_is_for_a_question_only():
    over = battle_game("space: 1 cruiser vs 1 pds", seed=1).play(assumed_answer)
    with pytest.raises(BadAnswer):
        assumed_answer(over)


# -- records


def test_a_record_holds_the_canonical_line_and_is_found_by_its_name():
    record = battle_game("space: 1 warsun 2 fighter vs 3 cruiser").record
    assert record.splitlines() == [
        "twingkit-record 1",
        "game imperium.battle",
        "battle space: 2 fighter 1 warsun vs 3 cruiser",
    ]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (("battle space", "battle sea"), "line 3"),
        (("battle space: 2 fighter 1 warsun vs 3 cruiser\n", ""), "line 3"),
        (("3 cruiser", "1 flagship"), "IM-UNIT-13"),
        (("attacker: roll 1 1 2 2 9", "attacker: roll 1 1 2 2"), "line 6"),
        (("attacker: roll", "defender: roll"), "line 6"),
        (("assign 2 fighter, warsun damage", "assign 3 fighter"), "IM-SPACE-7"),
    ],
)
def test_a_damaged_record_says_which_line(changed, said):
    game = first_round()
    game.answer("assign 2 fighter, warsun damage")
    with pytest.raises(RecordError) as broken:
        Game.replay(game.record.replace(*changed))
    assert said in broken.value.text("en")
    assert broken.value.text("en") != broken.value.text("de")


def test_a_broken_record_keeps_what_came_before():
    with pytest.raises(RecordError) as broken:
        Game.replay(first_round().record + "attacker: assign warsun, fighter")
    assert len(broken.value.game) == len(BEGIN)


# -- ends


@pytest.mark.parametrize(
    ("line", "won", "stopped"),
    [
        ("space: 1 cruiser vs 1 infantry", 0, ""),
        ("space: 1 infantry vs 1 cruiser", 1, ""),
        ("space: 1 infantry vs 1 infantry", None, ""),
        ("ground: 1 infantry vs 1 cruiser", 0, ""),
        ("ground: 1 cruiser vs 1 cruiser", None, ""),
        ("space: 1 cruiser vs 1 cruiser @ ceasefire", 1, "IM-TRADE-ceasefire"),
        ("space: 1 cruiser vs 1 cruiser @ naalu,foresight", 0, ""),
        ("space: 1 cruiser @ s_retreat vs 1 cruiser", None, "IM-ACT-s_retreat"),
        ("ground: 1 infantry vs 1 infantry @ parley", 1, "IM-ACT-parley"),
    ],
)
def test_who_wins_without_a_throw(line, won, stopped):
    result = battle_game(line, seed=1).play(assumed_answer).result
    assert (result.winner, result.stopping_rule) == (won, stopped)


def test_IM_SPACE_9_who_retreats_leaves_the_system_to_the_other_side():
    game = battle_game(LINE)
    for answer in ("retreat", "roll 1 1 1 1 1", "roll 1 1 1"):
        game.answer(answer)
    assert game.result.winner == 0
    assert game.result.retreated == (False, True)
    assert game.result.units_left(1) == (("cruiser", 3, 0),)
    assert game.result.losses(1) == 0
    assert not game.result.is_standoff


def test_IM_ODDS_4_a_battle_broken_off_with_both_sides_there_is_a_tie():
    result = BattleResult.from_table(battle_game(LINE).table)
    assert result.is_standoff
    assert result.winner is None
    assert (result.losses(0), result.losses(1)) == (0, 0)


def test_losses_are_counted_in_resources():
    game = first_round()
    game.answer("assign 2 fighter, warsun damage")
    for answer in ("stay", "retreat", "roll 1 1 1", "roll 1 1"):
        game.answer(answer)
    assert game.result.retreated == (True, False)
    assert game.result.winner == 1
    assert (game.result.losses(0), game.result.losses(1)) == (1.0, 2)
    assert game.result.rounds == 2


@given(fleets(), st.integers(0, 99))
def test_a_result_says_what_its_forces_say(battle, seed):
    game = battle_game(battle, seed=seed, explain=False)
    while game.question is not None and len(game) < 400:
        game.answer(game.question.default_answer())
    if game.result is None:  # two fleets that hardly ever hit
        return
    result = game.result
    assert result.winner == winning_side_index(result.forces, result.retreated, result.stopping_rule)
    if result.is_standoff:
        assert result.winner is None
    elif not result.stopping_rule and result.winner is not None:
        assert result.units_left(result.winner)
    for index, force in enumerate(result.forces):
        assert result.losses(index) >= 0
        assert min(*force.fresh, *force.damaged) >= 0
        had = counts_with_gained_units(game.table.fight, result.forces, index)
        assert all(force.count(place) <= most for place, most in enumerate(had))


def test_a_view_hides_nothing():
    game = first_round()
    first, second = game.view(0), game.view(1)
    assert first.sides == second.sides
    assert first.new_rulings == second.new_rulings
    assert (
        (first.asked_seat, first.question_kind) == (second.asked_seat, second.question_kind) == (0, "assign")
    )
    assert first.question is game.question
    assert second.question is None


def test_notes_are_told_at_the_beginning_once():
    game = battle_game("space: 3 warsun @ bunker vs 1 cruiser", seed=1).play(assumed_answer)
    notes = [(ruling.rule, ruling.case) for ruling in game.opening_rulings]
    assert notes.count(("IM-UNIT-10", "limit")) == notes.count(("IM-ACT-bunker", "role")) == 1
    assert [ruling.rule for ruling in game.rulings].count("IM-UNIT-10") == 1


def test_IM_ODDS_3_best_becomes_a_policy_before_the_battle_begins():
    game = battle_game("space: 2 cruiser 1 carrier / best vs 1 dreadnought", seed=1)
    assert "best" not in game.record
    assert Game.replay(game.record).record == game.record


def test_a_whole_invasion_is_not_played_in_one_go():
    with pytest.raises(Fault, match="space: or ground:"):
        battle_game("invasion: 1 carrier 2 infantry vs 1 cruiser")


def test_a_start_compares_by_its_battle():
    battle = Battle.parse(LINE)
    assert BattleStart(battle) == battle_game(LINE).start


# -- the names of the game


def test_every_public_name_is_there_and_a_game_loads_nothing_that_computes():
    for name in imperium.__all__:
        assert hasattr(imperium, name), name
        assert getattr(imperium, name) is getattr(imperium, name)
    assert set(imperium.__all__) <= set(dir(imperium))
    with pytest.raises(AttributeError, match="odds_of_all"):
        imperium.odds_of_all  # noqa: B018 - asking for it is the point
    script = (
        "import sys; from twingkit import imperium;"
        "imperium.battle_game('space: 1 cruiser vs 1 carrier', seed=1).play(imperium.assumed_answer);"
        "found = {'numpy', 'pandas', 'twingkit.imperium.battle.exact_odds.odds'} & set(sys.modules);"
        "print(sorted(found))"
    )
    assert printed_by(script) == "[]"
