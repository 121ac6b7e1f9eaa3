"""Advice by playouts: one form for all games, without hidden information, and one sentence if there is no
advice."""

from __future__ import annotations

import random

import pytest

from twingkit import Fault, Game, ember, policies, twing
from twingkit.analyse.advice_by_playouts import COLUMN_TYPES, advise_by_playouts
from twingkit.players.lookahead import lookahead_of

TWING = "players F W\np1 hand F5 F3 cat; ornicles 3\np2 hand W4\ntable turn 5; to-move p2; phase action"
LINES = {
    "ember": "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure",
    "imajica": "imajica: p1 active gek-a-gek; p2 active gideon; to move p1 ally",
    "imperium": "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at 34 p1 1 cruiser",
    "twing": TWING,
}


@pytest.mark.parametrize("game", LINES)
def test_every_game_is_advised_in_the_same_form(game: str) -> None:
    advice = advise_by_playouts(LINES[game], game=game, playouts=2)
    assert list(advice) == list(COLUMN_TYPES) == list(advice.attrs["columns"])
    assert list(advice["rank"]) == list(range(1, len(advice) + 1))
    assert advice["win"].is_monotonic_decreasing
    assert ((advice["low"] <= advice["win"]) & (advice["win"] <= advice["high"])).all()
    assert all(isinstance(rules, list) and rules for rules in advice["rules"])
    assert advice["reason"].iloc[1:].ne("").all()
    same = {"game": game, "playouts": 2, "seed": 0, "confidence": 0.95, "variant": "box", "lang": "en"}
    assert advice.attrs.items() >= same.items()
    assert advice.equals(advise_by_playouts(LINES[game], playouts=2))


def test_advice_uses_no_hidden_card() -> None:
    game = ember.new_game(2, seed=5)
    while game.question.kind != "conjure":
        game.answer(policies.computer_player(game.start, "greedy", 1)(game))
    seat, redeal = game.question.player, lookahead_of(game).redeal
    assert redeal is not None
    twin = game.with_change(lambda table: redeal(table, seat, random.Random(99)))
    assert twin.table.key() != game.table.key()
    before = game.record
    assert advise_by_playouts(twin, playouts=3).equals(advise_by_playouts(game, playouts=3))
    assert game.record == before


def test_a_variant_belongs_to_a_line() -> None:
    advice = advise_by_playouts(TWING, game="twing", playouts=1, variant="box price=3")
    assert advice.attrs["variant"] == "box price=3"
    with pytest.raises(Fault, match="own variant"):
        advise_by_playouts(twing.new_game(2, seed=1), variant="box")


def finished() -> Game:
    return policies.play(ember.new_game(2, seed=1), ["random", "random"], 1)


def test_where_no_answer_can_be_rated_a_sentence_says_why() -> None:
    with pytest.raises(Fault, match="the game is over"):
        advise_by_playouts(finished())
    with pytest.raises(Fault, match="chance decides"):
        advise_by_playouts(twing.new_game(2))
    with pytest.raises(Fault, match="p2 decides now, not p1"):
        advise_by_playouts(TWING, player="p1")
    with pytest.raises(Fault, match="a position of twing, not of ember"):
        advise_by_playouts(TWING, game="ember")
    with pytest.raises(Fault, match="line of a position"):
        advise_by_playouts(7)  # type: ignore[arg-type]


def test_twing_advises_whole_games_by_playouts() -> None:
    advice = twing.advise(TWING, seed=1)
    assert advice.equals(advise_by_playouts(TWING, seed=1))
    assert set(advice.attrs["columns"]) == set(COLUMN_TYPES)
