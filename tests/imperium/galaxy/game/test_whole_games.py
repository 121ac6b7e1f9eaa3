"""Whole games of random and planning players: no faults, a valid table, and records that replay."""

import random

import pytest
from imperium.galaxy.table_faults import table_faults
from long_runs import runs

from twingkit.core.play import Game
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.phases.status_phase import MAX_ROUNDS
from twingkit.imperium.galaxy.players import PLAYERS
from twingkit.imperium.galaxy.starts import GameStart, new_game

SIZES = ("short", 3, 4, 5, 6)
SEEDS = runs(range(2), range(400))


def played(players, seed, check=lambda game: None, explain=False):
    """Play a game of random answers to its end; `check` sees it before every turn."""
    game, rng = new_game(players, seed=seed, explain=explain), random.Random(seed)
    while game.question is not None:
        if isinstance(game.question, TurnChoice):
            check(game)
        game.answer_randomly(rng)
    return game


def sound(game):
    """Assert that the table breaks no limit, and that every unit, token, card, note and good is in exactly
    one place."""
    assert table_faults(game.table, game.start.decks) == []


def well_ended(game):
    """Assert that a game ended for the reason in its result, and that the player with most points in it has
    won."""
    result, table = game.result, game.table
    left = [player.seat for player in table.players if not player.is_eliminated]
    assert result.winner in left
    assert result.points[result.winner] == max(result.points[seat] for seat in left)
    if result.end_reason == "points":
        assert result.points[result.winner] >= table.points_to_win
    elif result.end_reason == "objectives":
        assert max(result.points) < table.points_to_win
        assert result.rounds == MAX_ROUNDS or not any(table.face_down_objective_counts)
    else:
        assert (result.end_reason, len(left)) == ("alone", 1)
    assert result.rounds <= MAX_ROUNDS


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", SIZES)
def test_IM_LIM_1_random_games_end_and_keep_every_limit(players, seed):
    game = played(players, seed, sound)
    well_ended(game)


@pytest.mark.parametrize("number", runs(range(0, 17, 4), range(340)))
def test_IM_SET_1_every_faction_plays_a_whole_game(number):
    chosen = [faction_ids()[(number + step * (1 + number // 17 % 4)) % 17] for step in range(4)]
    game, rng = Game(GameStart(tuple(chosen)), seed=number, explain=False), random.Random(number)
    while game.question is not None:
        if isinstance(game.question, TurnChoice):
            sound(game)
        game.answer_randomly(rng)
    well_ended(game)


@pytest.mark.parametrize("name", [name for name in PLAYERS if name != "random"])
@pytest.mark.parametrize("players", runs(["short"], SIZES))
@pytest.mark.parametrize("seed", runs([11], range(20)))
def test_planning_players_end_their_games_and_break_nothing(players, name, seed):
    game = new_game(players, seed=seed, explain=False)
    policies = [PLAYERS[name](seat) for seat in range(game.start.seats)]
    while game.question is not None:
        if isinstance(game.question, TurnChoice):
            sound(game)
        game.answer(policies[game.question.player](game))
    assert max(game.result.points) >= 2


def test_IM_VIEW_1_a_view_does_not_tell_what_others_hold():
    game, rng = new_game(4, seed=9, explain=False), random.Random(9)
    for _ in range(200):
        game.answer_randomly(rng)
    seen = game.view(0)
    other = game.copy()
    hidden = other.table.players[2]
    deck = [card for card in other.table.action_deck if card not in hidden.action_cards]
    assert hidden.secret_objectives
    hidden.action_cards = tuple(sorted(deck[: len(hidden.action_cards)]))
    hidden.secret_objectives = tuple(list(other.table.secret_deck)[: len(hidden.secret_objectives)])
    hidden.promissory_notes = hidden.promissory_notes[::-1]
    assert other.view(0) == seen
    assert other.view(2) != game.view(2)
