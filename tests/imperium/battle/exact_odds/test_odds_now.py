"""The odds of a running battle: they begin as the battle's, and no roll changes their mean."""

from __future__ import annotations

import random

import pytest

from twingkit.core.play import Game
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.exact_odds.odds_now import odds_now
from twingkit.imperium.battle.exact_odds.steps_walk import WalkBudgetError
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.starts import battle_game

LINES = [
    "space: 3 fighter 2 cruiser 1 dreadnought @ amd,mb vs 1 destroyer 1 carrier 2 fighter 1 pds @ nebula",
    "space: 1 dreadnought 1 flagship @ letnev,munitions,sh vs 2 cruiser 1 destroyer+ @ da,dh",
    "space: 2 destroyer 2 cruiser @ mentak vs 1 carrier 3 fighter 1 pds @ f_prototype",
    "ground: 1 dreadnought 3 infantry @ fire_team:2 vs 3 infantry 1 mech",
    "space: 3 fighter 1 cruiser @ crown_of_thalnos vs 2 fighter 1 dreadnought",
    "ground: 2 dreadnought 4 infantry vs 3 infantry 2 pds @ bunker,md:2",
    "space: 3 cruiser @ s_retreat:2 vs 2 cruiser 1 fighter",
]


def shares(game: Game) -> tuple[float, float, float]:
    """Return win, tie and loss from here."""
    found = odds_now(game)
    if found is not None:
        return found.win, found.tie, found.loss
    assert game.over
    winner = game.result.winner
    return float(winner == 0), float(winner is None), float(winner == 1)


@pytest.mark.parametrize("line", LINES)
def test_IM_ODDS_1_before_the_first_step_they_are_those_of_the_battle(line):
    found = odds(line)
    assert shares(battle_game(line)) == pytest.approx((found.win, found.tie, found.loss), abs=1e-12)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("seed", [1, 2])
def test_IM_ODDS_1_what_can_come_of_a_throw_has_the_odds_before_it_as_its_mean(line, seed):
    game = battle_game(line)
    game.rng = random.Random(seed)
    for _ in range(40):
        question = game.question
        if question is None:
            break
        before = shares(game)
        assert sum(before) == pytest.approx(1.0)
        if not isinstance(question, RollDice):
            game.answer(question.default_answer())
            assert shares(game) == pytest.approx(before, abs=1e-9)
            continue
        mean = [0.0, 0.0, 0.0]
        for thrown, chance in question.outcomes():
            branch = game.copy()
            branch.answer_unchecked(thrown)
            for place, share in enumerate(shares(branch)):
                mean[place] += chance * share
        assert tuple(mean) == pytest.approx(before, abs=1e-9)
        game.roll()


def test_losses_chosen_otherwise_count():
    line = "space: 2 fighter 1 warsun vs 1 dreadnought 1 cruiser"
    by_line, otherwise = battle_game(line), battle_game(line)
    for game in (by_line, otherwise):
        for answer in ("stay", "stay", "roll 1 1 1 1 1", "roll 9 1"):
            game.answer(answer)
    by_line.answer(by_line.question.default_answer())
    otherwise.answer("assign fighter")
    assert odds_now(otherwise).win != pytest.approx(odds_now(by_line).win)


def test_a_battle_that_is_over_has_none():
    game = battle_game("space: 5 warsun vs 1 fighter", seed=1)
    while not game.over:
        game.answer(game.question.default_answer())
    assert odds_now(game) is None


def test_too_much_work_is_refused():
    game = battle_game("space: 9 dreadnought @ da vs 9 dreadnought @ da")
    with pytest.raises(WalkBudgetError):
        odds_now(game, max_walks=100)
