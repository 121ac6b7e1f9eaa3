"""The computer players: they give allowed answers, see only what their seat sees, and know a good move."""

from __future__ import annotations

import random
from functools import partial

import pytest
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.ember.starts import new_game, position_game
from twingkit.players.policies import computer_player
from twingkit.testing.players import assert_knows_nothing_hidden, assert_reproducible_play, win_share_against


@pytest.mark.parametrize("players", runs([2, 5], [2, 3, 4, 5]))
@pytest.mark.parametrize("name", ["greedy", "steady", "expert"])
def test_a_game_is_played_to_its_end_and_the_same_again(name: str, players: int) -> None:
    for seed in range(runs(1, 100)):
        assert_reproducible_play(
            partial(new_game, players, seed=seed, variant="quick"), [name] * players, seed
        )


def test_greedy_beats_random() -> None:
    def begin(seed: int) -> Game:
        return new_game(2, seed=seed, variant="quick", explain=False)

    assert win_share_against(begin, "greedy", "random", runs(8, 400)) >= 0.9


@pytest.mark.parametrize("name", ["greedy", "steady", "expert"])
def test_EM_VIEW_1_what_lies_in_other_hands_changes_no_answer(name: str) -> None:
    game = new_game(2, rolls="ask", variant="quick")
    assert assert_knows_nothing_hidden(game, name, random.Random(5), 40)


@pytest.mark.parametrize("name", ["greedy", "steady"])
def test_what_pays_for_more_is_conjured_and_a_lead_is_called(name: str) -> None:
    line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    game = position_game(line, seed=1)
    assert str(computer_player(game.start, name, 1)(game)).startswith("conjure cerberus")
    line = "ember: p1 hand A5 has phoenix dragon salamander pixie; p2 hand 3 has siren; to move p1 draw"
    game = position_game(line, seed=1)
    assert str(computer_player(game.start, name, 1)(game)) == "call"


@pytest.mark.parametrize("name", ["greedy", "steady"])
def test_a_use_that_harms_is_answered_and_another_is_not(name: str) -> None:
    line = "ember: p1 hand A5 has imp wisp; p2 hand A7 has griffin; to move p1 draw"
    for use, answer in (("use imp p2", "answer griffin"), ("use wisp", "pass")):
        game = position_game(line, seed=1)
        game.answer(use)
        assert computer_player(game.start, name, 1)(game) == game.question.parse_answer(answer)


def test_an_unknown_player_is_named_with_those_that_there_are() -> None:
    with pytest.raises(Fault, match="expert, steady, greedy, curious, random"):
        computer_player(new_game(2, seed=1).start, "clever", 1)
