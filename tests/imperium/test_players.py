"""The computer players of battles: their answers, and that they see no more than their seat."""

from __future__ import annotations

import pytest

from twingkit import Game
from twingkit.core.messages import Fault
from twingkit.imperium import Battle, battle_game
from twingkit.imperium.battle.best_player import (
    MAX_ANSWERS,
    RETREAT_BELOW,
    advice,
    best_battle_answer,
    side_odds,
)
from twingkit.imperium.battle.players import PLAYERS
from twingkit.imperium.battle.replay import replay_with_policies
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy
from twingkit.imperium.battle.side_knowledge import hidden_enemy_cards, reveals_hidden_card
from twingkit.players.policies import computer_player

LINES = (
    "space: 2 carrier 1 cruiser vs 3 destroyer",
    "space: 1 dreadnought 2 fighter @ mb vs 2 cruiser @ mb",
    "ground: 4 infantry 1 mech vs 3 infantry 1 pds",
)


def at(line: str, *answers: str) -> Game:
    """Return a battle after some answers."""
    game = battle_game(line)
    for answer in answers:
        game.answer(answer)
    return game


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_plays_a_battle_to_its_end_and_again_alike(line: str, name: str) -> None:
    games = [battle_game(line, seed=seed) for seed in (4, 4)]
    records = []
    for game in games:
        policy = computer_player(game.start, name, 7)
        records.append(game.play(policy).record)
    assert games[0].over
    assert records[0] == records[1]


def test_nobody_else_is_known() -> None:
    with pytest.raises(Fault, match="best, stated, random"):
        computer_player(battle_game(LINES[0]).start, "steady", 1)


def test_IM_ODDS_3_best_gives_up_what_costs_least_chance_to_win() -> None:
    game = at(LINES[0], "stay", "stay", "roll 1 1 1", "roll 10 1 1")
    found = advice(game)
    assert game.question.format_answer(found.answer) == "assign carrier"
    assert [one.expected_score for one in found.rated_answers] == sorted(
        (one.expected_score for one in found.rated_answers), reverse=True
    )
    assert 1 < len(found.rated_answers) <= MAX_ANSWERS


def test_best_wins_more_often_than_the_stated_policy_and_that_more_than_chance() -> None:
    won = {}
    for name in PLAYERS:
        games = []
        for seed in range(40):
            game = battle_game("space: 2 carrier 2 cruiser vs 4 destroyer", seed=seed)
            games.append(play_as(game, name))
        won[name] = sum(game.result.winner == 0 for game in games)
    assert won["best"] > won["random"]
    assert won["best"] >= won["stated"]


def play_as(game: Game, name: str) -> Game:
    """Play a battle to its end: the attacker by this player, the defender by the line."""
    attacker, defender = computer_player(game.start, name, 1), computer_player(game.start, "stated", 2)
    while game.question is not None:
        game.answer((attacker, defender)[game.question.player](game))
    return game


def test_IM_SPACE_5_a_lost_battle_is_left_and_a_fair_one_is_fought() -> None:
    lost = at("space: 2 cruiser vs 3 dreadnought", "stay")
    assert lost.question.player == 0
    assert best_battle_answer(lost) == acts.RETREAT
    assert advice(lost).rated_answers[0].win < RETREAT_BELOW
    fair = at("space: 2 cruiser vs 2 cruiser")
    assert best_battle_answer(fair) == acts.STAY


def test_what_the_other_side_gives_up_in_the_same_moment_is_not_known() -> None:
    line = "space: 1 dreadnought 1 carrier 1 cruiser vs 1 dreadnought 1 carrier 1 cruiser"
    rolls = ("stay", "stay", "roll 10 1 1", "roll 10 1 1")
    answers = {at(line, *rolls).question.format_answer(way) for way in at(line, *rolls).question.options()}
    assert len(answers) > 2
    all_advice = [advice(at(line, *rolls, answer)) for answer in sorted(answers)]
    assert at(line, *rolls, *sorted(answers)[:1]).question.player == 1
    assert len({(str(found.answer), found.rated_answers) for found in all_advice}) == 1


def test_IM_ODDS_1_the_chances_of_a_side_are_those_that_its_advice_gives() -> None:
    answers = ("stay", "stay", "roll 1 1 1", "roll 10 1 1")
    for count in range(len(answers) + 1):
        game = at(LINES[0], *answers[:count])
        if game.question.kind == "roll":
            continue
        best, seat = advice(game).rated_answers[0], game.question.player
        own = side_odds(game, seat, best.answer).odds
        assert (own.win, own.tie) == pytest.approx((best.win, best.tie), abs=1e-12)
        if game.question.kind == "retreat":
            assert side_odds(game, seat).odds.win == pytest.approx(best.win, abs=1e-12)
    usual = side_odds(at("space: 1 cruiser vs 1 cruiser"), 0)
    assert (usual.uses_best_order, usual.is_decided) == (False, False)
    assert side_odds(at(LINES[0]), 0).uses_best_order, "carriers go before cruisers here"
    assert side_odds(at("space: 2 cruiser vs 1 dreadnought", "retreat"), 0).is_decided
    line = "space: 1 cruiser 1 dreadnought vs 1 cruiser @ dh"
    assert side_odds(at(line), 0).odds == side_odds(at(line.replace(" @ dh", "")), 0).odds


def test_a_card_is_not_known_before_it_is_played() -> None:
    game = at("space: 2 cruiser @ amd,mb vs 2 cruiser @ da,mb,sh")
    assert [str(use) for use in hidden_enemy_cards(game, 0)] == ["mb", "sh"]
    assert [str(use) for use in hidden_enemy_cards(game, 1)] == ["mb"]
    game = at("space: 2 cruiser @ mb vs 2 cruiser @ mb")
    assert game.question.kind == "play"
    seat = game.question.player
    game.answer("play")
    assert hidden_enemy_cards(game, 1 - seat) == ()
    assert [str(use) for use in hidden_enemy_cards(game, seat)] == ["mb"]
    game.answer("pass")
    passed = game.latest_rulings[0]
    assert passed.case == "passed"
    assert reveals_hidden_card(passed, hidden_enemy_cards(game, seat), seat)
    assert not reveals_hidden_card(passed, hidden_enemy_cards(game, 1 - seat), 1 - seat)
    held = at("space: 2 cruiser vs 2 cruiser @ mb", "pass")
    assert held.latest_rulings[0].case == "passed"
    without = at("space: 2 cruiser vs 2 cruiser")
    assert side_odds(held, 0).odds == side_odds(without, 0).odds, (
        "who does not know a card does not count on it"
    )


def test_best_does_not_see_the_dice_to_come() -> None:
    line = LINES[0]
    answers = set()
    for seed in range(5):
        game = battle_game(line, seed=seed)
        answers.add(str(best_battle_answer(game)))
    assert len(answers) == 1


def test_the_same_dice_in_another_order_of_losses() -> None:
    game = at("space: 2 carrier 1 cruiser vs 3 destroyer", "stay", "stay", "roll 10 9 2", "roll 1 1 1")
    other = Battle.parse("space: 2 carrier 1 cruiser / order=carriers-first vs 3 destroyer")
    twin = replay_with_policies(other, game)
    assert twin is not None
    thrown = [entry.question.parse_answer(entry.answer) for entry in twin.transcript if entry.kind == "roll"]
    real = [entry.question.parse_answer(entry.answer) for entry in game.transcript if entry.kind == "roll"]
    assert [one.hits for one in thrown] == [one.hits for one in real]
    assert twin.start.battle.attacker.policy != LossPolicy()
    assert replay_with_policies(Battle.parse("ground: 2 infantry vs 1 infantry"), game) is None


def test_where_the_odds_take_too_much_work_the_policy_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twingkit.imperium.battle.best_player.MAX_WALKS", 1)
    game = at("space: 2 fighter 1 dreadnought @ mb vs 2 cruiser @ mb")
    found = advice(game)
    assert found.rated_answers == ()
    assert game.question.refusal(found.answer) is None
