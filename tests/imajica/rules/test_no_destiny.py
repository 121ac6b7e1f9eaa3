"""A typed position may have no Destinies: nobody could ever draw a last card (IJ-OUT-3)."""

from __future__ import annotations

import pytest

from twingkit import imajica
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.imajica.examples import give_passive_answer
from twingkit.imajica.rules.rounds import MAX_ROUNDS_WITHOUT_DESTINY, ImajicaResult
from twingkit.players.policies import RandomPolicy

EMPTY = "imajica: p1 active irish; p2 active dowd"


def pass_until(game: Game, last: int) -> list[tuple[str, str]]:
    """Pass until this round begins or the game is over; return the messages about players who are out."""
    while game.question is not None and game.table.round < last:
        give_passive_answer(game)
    return [(rule, case) for rule, case, _ in game.table.rulings if rule in ("IJ-OUT-1", "IJ-OUT-3")]


def test_IJ_OUT_3_after_ten_rounds_without_a_destiny_all_are_out() -> None:
    game = imajica.position_game(EMPTY, seed=1)
    assert pass_until(game, MAX_ROUNDS_WITHOUT_DESTINY) == []
    assert (game.table.round, game.over) == (MAX_ROUNDS_WITHOUT_DESTINY, False)
    told = pass_until(game, MAX_ROUNDS_WITHOUT_DESTINY + 1)
    assert told == [("IJ-OUT-3", "dry"), ("IJ-OUT-1", "out"), ("IJ-OUT-1", "out"), ("IJ-OUT-1", "all")]
    assert game.result == ImajicaResult(None, "destiny", MAX_ROUNDS_WITHOUT_DESTINY, (0, 0))


def test_IJ_OUT_3_counts_from_the_last_round_with_a_destiny() -> None:
    game = imajica.position_game(f"{EMPTY}; p3 active gideon destiny 3*census", seed=1)
    assert pass_until(game, 4) == [("IJ-OUT-1", "last"), ("IJ-OUT-1", "out")]
    assert not game.over, "who had the last Destiny is out, the others go on"
    pass_until(game, 100)
    assert game.result.rounds == 2 + MAX_ROUNDS_WITHOUT_DESTINY, "two rounds ended with a Destiny"


def test_IJ_OUT_3_the_most_sites_win_where_they_do_when_all_are_out() -> None:
    line = "imajica: p1 active irish state slew=gideon; p2 active dowd"
    game = imajica.position_game(line, seed=1, variant="all_out=most_sites")
    assert pass_until(game, 100)[-1] == ("IJ-OUT-1", "most")
    assert (game.result.winner, game.result.rounds) == (0, MAX_ROUNDS_WITHOUT_DESTINY)


@pytest.mark.parametrize("seed", range(3))
def test_IJ_OUT_3_ends_a_position_however_it_is_played(seed: int) -> None:
    line = "imajica: p1 active gentle irish hand pneuma; p2 active dowd; circle slew kite-fields"
    game, players = imajica.position_game(line, seed=seed), RandomPolicy(seed)
    while (question := game.question) is not None:
        assert len(game) < 5_000
        game.roll() if isinstance(question, ChanceQuestion) else game.answer(players(game))
    assert game.table.round <= MAX_ROUNDS_WITHOUT_DESTINY
