"""The player that plays copies to the end: it considers its cards where they matter."""

from __future__ import annotations

from imajica_games import reach

from twingkit import imajica
from twingkit.imajica.players.greedy import GreedyPlayer
from twingkit.imajica.players.lookahead import FastGreedyPlayer, would_lose_seizure
from twingkit.imajica.rules.answers import Play
from twingkit.imajica.starts import position_game
from twingkit.players.policies import play

SEIZURE = (
    "imajica: p1 active gideon hand old-oath; p2 active irish hand sudden-sleep; circle kite-fields; "
    "to move p1 ally"
)


def test_it_plays_whole_games() -> None:
    game = play(
        imajica.new_game(3, seed=4, explain=False),
        [FastGreedyPlayer(1), FastGreedyPlayer(2), GreedyPlayer(3)],
    )
    assert game.over


def test_a_seizure_goes_against_its_seizer_or_against_the_rival() -> None:
    game = reach(position_game(SEIZURE, seed=1), "ally")
    assert not would_lose_seizure(game.table, 0)
    game.answer("seize kite-fields with gideon")
    assert would_lose_seizure(game.table, 0)  # 3 of 4
    assert not would_lose_seizure(game.table, 1)


def test_a_maneuver_is_played_where_it_secures_the_Site_and_a_Flash_not_where_nothing_is_under_way() -> None:
    game = position_game(SEIZURE, seed=1)
    players = [FastGreedyPlayer(1), FastGreedyPlayer(2)]
    answered = []
    while (question := game.question) is not None and game.table.round == 1:
        seizes = question.kind == "ally" and not answered[1:]
        answer = "seize kite-fields with gideon" if seizes else players[question.player](game)
        answered.append(str(answer))
        game.answer(answer)
    assert answered[0] == "pass"
    assert "play old-oath by gideon" in answered


def test_no_card_is_thought_of_again_in_a_turn_in_which_none_was_worth_it() -> None:
    line = "p1 active gideon lamp-boy hand ritual; p2 reserve irish; circle kite-fields; to move p1 ally"
    game = reach(position_game(f"imajica: {line}", seed=1), "ally")
    player = FastGreedyPlayer(1)
    player(game)
    assert player.no_card == (0, game.table.round)
    assert player.worthwhile_acts(game.table, 0, "action", [Play("ritual", "gideon")]) == []
