"""The games of the kit hold what `twingkit.testing` asserts of any game that hides, asks and names rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import pytest
from long_runs import runs

from twingkit import twing
from twingkit.core.asking import Chance
from twingkit.core.games import games
from twingkit.core.play import Game
from twingkit.core.running.running_script import seats_of
from twingkit.ember import starts as ember
from twingkit.imajica import starts as imajica
from twingkit.imperium.galaxy import starts as imperium
from twingkit.players.policies import computer
from twingkit.testing.hidden import assert_tells_what_is_seen
from twingkit.testing.invariants import assert_undoes
from twingkit.testing.keys import assert_keys_tell
from twingkit.testing.looking import assert_asks
from twingkit.testing.rules import assert_first_game, assert_rulebook

BEGIN: Mapping[str, Callable[[int], Game]] = {
    "twing": lambda seed: twing.new_game(3, seed=seed, rolls="ask"),
    "ember": lambda seed: ember.new_game(3, seed=seed, rolls="ask", variant="quick"),
    "imajica": lambda seed: imajica.new_game(2, seed=seed, rolls="ask"),
    "imperium": lambda seed: imperium.new_game(seed=seed, rolls="ask"),
}

UNLISTED = {"imajica": ("ally", "contest"), "imperium": ("vote", "move", "pay", "build", "turn")}
"""The kinds of questions that do not list all their answers."""

WITHIN = ("roll",)
"""The kinds of throws that come in the midst of a step."""

each_game = pytest.mark.parametrize("name", BEGIN)


def played(name: str, seed: int, answers: int) -> Game:
    """A game by its computer players after so many answers, all chance asked for."""
    game, rng = BEGIN[name](seed), random.Random(seed)
    players = [computer(game.start, ("greedy", "random")[seat % 2], seat) for seat in range(seats_of(game))]
    while game.question is not None and len(game) < answers:
        asked = game.question
        game.answer(asked.draw(rng) if isinstance(asked, Chance) else players[asked.player](game))
    return game


@each_game
def test_rulings_tell_nothing_of_chance_that_views_leave_out(name: str) -> None:
    for seed in range(runs(1, 10)):
        game = played(name, seed, 60 + 20 * seed)
        assert assert_tells_what_is_seen(game, range(seats_of(game))) > 20


@each_game
def test_equal_keys_go_on_alike(name: str) -> None:
    for seed in range(runs(1, 10)):
        assert assert_keys_tell(played(name, seed, 60 + 20 * seed), random.Random(seed), within=WITHIN) > 20


@each_game
def test_questions_offer_what_they_allow_and_draw(name: str) -> None:
    for seed in range(runs(1, 20)):
        game, rng = BEGIN[name](seed), random.Random(seed)
        while game.question is not None and len(game) < 120:
            assert_asks(game, rng, UNLISTED.get(name, ()))
            game.draw(rng)


@each_game
def test_a_game_that_rolls_for_itself_takes_answers_back_and_goes_on(name: str) -> None:
    game = Game.replay(played(name, 1, 60).record, seed=1)
    before = game.record
    assert_undoes(game, 5)
    assert (game.record, game.auto) == (before, True)


@pytest.mark.parametrize("entry", games(), ids=lambda entry: entry.id)
def test_rulebooks_and_first_games_name_what_is_there(entry) -> None:
    assert_rulebook(entry.load("rules")())
    assert_first_game(entry.id)
