"""The computer players: allowed answers in every variant, no look at hidden cards, each stronger in turn."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from long_runs import runs
from switches import together

from twingkit import Game, policies, twing
from twingkit.core.messages import Fault
from twingkit.core.questions import Chance
from twingkit.twing.players import PLAYERS
from twingkit.twing.rules.cards import Creature
from twingkit.twing.variants.variant import switches

THINKERS = ("greedy", "steady", "expert")
SWITCHES = [
    f"{switch.key}={str(choice.value).lower()}"
    for switch in switches()
    for choice in switch.values
    if choice.value != switch.default
]


def score(one: str, two: str, games: int, seed: int) -> float:
    """Return the share of games of two that `one` wins; seats alternate, a draw counts half."""
    won = 0.0
    for number in range(games):
        names = [one, two] if number % 2 == 0 else [two, one]
        game = policies.play(twing.new_game(2, seed=seed + number, explain=False), names, seed=number)
        winner = game.result.winner
        won += 0.5 if winner is None else names[winner] == one
    return won / games


@pytest.mark.slow
def test_greedy_beats_random():
    assert score("greedy", "random", runs(6, 100), 1000) >= 0.8


@pytest.mark.slow
def test_steady_beats_greedy():
    assert score("steady", "greedy", runs(6, 100), runs(4000, 2000)) >= 0.6


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
def test_the_same_seed_plays_the_same_game(name):
    games = [policies.play(twing.new_game(3, seed=7), [name] * 3, seed=5).record for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.slow
@pytest.mark.parametrize("names", runs([THINKERS], [["greedy"] * 2, ["steady"] * 2]), ids="-".join)
@pytest.mark.parametrize("variant", together(SWITCHES, runs(3, 1), twing.Variant.parse))
def test_answers_are_allowed_with_any_switch(variant, names):
    seats = [*names, names[0]]
    game = twing.new_game(3, seed=len(variant), variant=variant, explain=False)
    thinkers = [PLAYERS[name](seat) for seat, name in enumerate(seats)]
    while game.question is not None and len(game) < runs(100, 450):
        if isinstance(game.question, Chance):
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


def hidden_twin(game: Game, viewer: int, rng: random.Random) -> Game | None:
    """A copy in which another player holds another card (spell, cat, trap or Miromon), exchanged with the
    stack."""
    twin = game.copy()
    table = twin.table
    holders = [player for player in table.players if player.seat != viewer and player.hand_size]
    if not holders:
        return None
    player = rng.choice(holders)
    specials = {"cat": player.cats, "trap": player.traps, "miromon": player.miromon}
    held = [*player.hand, *(name for name, count in specials.items() for _ in range(count))]
    old = rng.choice(held)
    others = [card for card in table.stack if not isinstance(card, Creature) and card != old]
    if not others:
        return None
    new = rng.choice(others)
    table.stack.take(new)
    table.stack.put(old)
    for card, count in ((old, -1), (new, 1)):
        if isinstance(card, str):
            player.add_response_cards(card, count)
        elif count > 0:
            player.hand.append(card)
        else:
            player.hand.remove(card)
    return twin


@given(st.sampled_from(THINKERS), st.integers(0, 10_000), st.integers(20, 500))
def test_TW_PLAY_1_hidden_cards_change_no_answer(name, seed, steps):
    rng = random.Random(seed)
    game = twing.new_game(2 + seed % 3, seed=seed, explain=False)
    for _ in range(steps):
        if game.question is None:
            return
        game.answer_randomly()
    question = game.question
    if question is None:
        return
    twin = hidden_twin(game, question.player, rng)
    if twin is not None:
        assert PLAYERS[name](3)(twin) == PLAYERS[name](3)(game)


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
