"""The computer players: they answer what is allowed, see only what their seat sees, and know a good move."""

from __future__ import annotations

import random

import pytest
from long_runs import runs

from twingkit import policies
from twingkit.asking import Question
from twingkit.ember.starts import new_game, position_game
from twingkit.messages import Fault
from twingkit.testing.hidden import twins


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["greedy", "steady"])
def test_a_game_is_played_to_its_end_and_the_same_again(name: str, players: int) -> None:
    for seed in range(runs(1, 100)):
        games = [
            policies.play(new_game(players, seed=seed, variant="quick"), [name] * players, seed=seed)
            for _ in range(2)
        ]
        assert games[0].over
        assert len({game.record for game in games}) == 1


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(runs(8, 400)):
        game = new_game(2, seed=seed, variant="quick", explain=False)
        seats = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        winner = policies.play(game, seats, seed=seed).result.winner
        won += winner is not None and seats[winner] == "greedy"
    assert won >= 0.9 * runs(8, 400)


@pytest.mark.parametrize("name", ["greedy", "steady"])
def test_EM_VIEW_1_what_lies_in_other_hands_changes_no_answer(name: str) -> None:
    compared = 0
    game = new_game(2, rolls="ask", variant="quick")
    rng = random.Random(5)
    while game.question is not None and len(game) < 40:
        game.draw(rng)
    for viewer in range(2):

        def hidden(asked: Question, card: object, viewer: int = viewer) -> bool:
            return asked.kind == "card" and asked.player != viewer

        for one, other in twins(game, hidden, 1):
            for twin in (one, other):
                twin.auto = False
            asked = [twin.question for twin in (one, other)]
            if all(question and question.player == viewer and question.kind != "card" for question in asked):
                answers = [twin.start.policy(name, 7)(twin) for twin in (one, other)]
                assert answers[0] == answers[1]
                compared += 1
    assert compared


@pytest.mark.parametrize("name", ["greedy", "steady"])
def test_what_pays_for_more_is_conjured_and_a_lead_is_called(name: str) -> None:
    line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    game = position_game(line, seed=1)
    assert str(game.start.policy(name, 1)(game)).startswith("conjure cerberus")
    line = "ember: p1 hand A5 has phoenix dragon salamander pixie; p2 hand 3 has siren; to move p1 draw"
    game = position_game(line, seed=1)
    assert game.start.policy(name, 1)(game) == "call"


@pytest.mark.parametrize("name", ["greedy", "steady"])
def test_a_use_that_harms_is_answered_and_another_is_not(name: str) -> None:
    line = "ember: p1 hand A5 has imp wisp; p2 hand A7 has griffin; to move p1 draw"
    for use, answer in (("use imp p2", "answer griffin"), ("use wisp", "pass")):
        game = position_game(line, seed=1)
        game.answer(use)
        assert game.start.policy(name, 1)(game) == answer


def test_an_unknown_player_is_named_with_those_that_there_are() -> None:
    with pytest.raises(Fault, match="random, greedy, steady"):
        new_game(2, seed=1).start.policy("clever", 1)
