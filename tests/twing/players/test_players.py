"""The computer players: allowed answers in every variant, no use of hidden cards, each stronger than the
last."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from long_runs import runs
from switches import combine_settings
from twing.cases import SWITCHED

from twingkit import policies, twing
from twingkit.core.messages import Fault
from twingkit.core.questions import ChanceQuestion
from twingkit.testing.players import assert_knows_nothing_hidden, assert_reproducible_play, win_share_against
from twingkit.twing.players import PLAYERS

THINKERS = ("greedy", "steady", "expert")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "other", "first", "least"),
    [("greedy", "random", 1000, 0.8), ("steady", "greedy", runs(4000, 2000), 0.6)],
)
def test_each_is_stronger_in_turn(name, other, first, least):
    share = win_share_against(
        lambda number: twing.new_game(2, seed=first + number, explain=False), name, other, runs(6, 100)
    )
    assert share >= least


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_steady_wins_more_than_its_share_among_several(players):
    won, games = 0, runs(3, 60)
    for number in range(games):
        names = ["greedy"] * players
        names[number % players] = "steady"
        game = policies.play(twing.new_game(players, seed=number, explain=False), names, seed=number)
        won += game.result.winner == number % players
    assert won / games > 1 / players


@pytest.mark.parametrize("name", PLAYERS)
def test_a_game_is_played_to_its_end_and_the_same_again(name):
    assert_reproducible_play(lambda: twing.new_game(3, seed=7), [name] * 3, 5)


@pytest.mark.slow
@pytest.mark.parametrize("names", runs([THINKERS], [["greedy"] * 2, ["steady"] * 2]), ids="-".join)
@pytest.mark.parametrize("variant", combine_settings(SWITCHED, runs(3, 1), twing.Variant.parse))
def test_answers_are_allowed_with_any_switch(variant, names):
    seats = [*names, names[0]]
    game = twing.new_game(3, seed=len(variant), variant=variant, explain=False)
    thinkers = [PLAYERS[name](seat) for seat, name in enumerate(seats)]
    while game.question is not None and len(game) < runs(100, 450):
        if isinstance(game.question, ChanceQuestion):
            game.roll()
        else:
            game.answer(thinkers[game.question.player](game))
    assert len(game) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", THINKERS)
def test_answers_are_allowed_wherever_a_random_game_leads(name):
    for seed in range(runs(2, 30)):
        game = twing.new_game(2 + seed % 3, seed=seed, explain=False)
        thinkers = [PLAYERS[name](seat) for seat in range(4)]
        while game.question is not None:
            if len(game) % runs(2, 1) == 0:
                question = game.question
                answer = thinkers[question.player](game)
                assert question.refusal(answer) is None
            game.answer_randomly()


@pytest.mark.parametrize("name", THINKERS)
def test_TW_PLAY_1_hidden_cards_change_no_answer(name):
    for players in (2, 3, 4):
        game = twing.new_game(players, rolls="ask", explain=False)
        assert assert_knows_nothing_hidden(game, name, random.Random(players), runs(150, 400))


@given(st.integers(0, 10_000), st.integers(0, 100))
def test_no_attack_is_worth_more_than_its_bound(seed, steps):
    game = twing.new_game(2 + seed % 3, seed=seed, explain=False)
    for _ in range(steps):
        assume(game.question is not None)
        game.answer_randomly()
    while game.question is not None and game.question.kind != "act":
        game.answer_randomly()
    assume(game.question is not None)
    steady = PLAYERS["steady"](3)
    insight = steady._insight(game)
    for answer in game.question.options():
        assert steady._action_value_bound(answer, insight) >= steady.action_value(answer, insight)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_an_unknown_player_is_one_clear_error(lang):
    with pytest.raises(Fault) as caught:
        policies.play(twing.new_game(2, seed=1), ["greedy", "clever"])
    assert "clever" in caught.value.text()
    assert "steady" in caught.value.text()


def test_a_player_is_named_for_each_seat():
    with pytest.raises(Fault, match="3"):
        policies.play(twing.new_game(2, seed=1), ["greedy"] * 3)


def test_steady_chooses_the_action_with_the_best_chance():
    for seed, count in enumerate((2, 3, 4)):
        game = twing.new_game(count, seed=seed)
        players = policies.policies_by_seat(game, ["steady"] * count)
        while not game.over and len(game) < 400:
            player = players[game.question.player]
            answer = player(game)
            if game.question.kind == "act":
                chances = player.win_probabilities(game)
                assert chances[answer] == max(chances.values())
            game.answer(answer)
