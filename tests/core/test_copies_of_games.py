"""Copied and pickled games are independent, stand at the same point and have the same dice to come."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from twingkit import Game, ember, imajica, imperium, twing
from twingkit.core.messages import Fault

COPIES: dict[str, Callable[[Game], Game]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}

GAMES: dict[str, Callable[[], Game]] = {
    "battle": lambda: twing.battle_game("F: F5 F3 & cat vs W: W6", seed=1),
    "twing": lambda: twing.new_game(3, seed=1),
    "typed dice": lambda: twing.battle_game("F: F5 F3 & cat vs W: W6"),
    "fleet": lambda: imperium.battle_game("space: 3 cruiser vs 2 dreadnought", seed=1),
    "imperium": lambda: imperium.new_game(seed=1),
    "ember": lambda: ember.new_game(2, seed=1),
    "imajica": lambda: imajica.new_game(2, seed=1),
    "unexplained": lambda: ember.new_game(2, seed=2, explain=False),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_goes_its_own_way_from_the_same_place(name: str, way: str) -> None:
    game = GAMES[name]()
    for _ in range(3):
        if not game.over:
            game.answer_randomly()
    record, key = game.record, game.table.key()
    twin = COPIES[way](game)
    assert (twin.record, twin.table.key(), twin.auto, twin.explain) == (record, key, game.auto, game.explain)
    assert twin.latest_rulings == game.latest_rulings
    for _ in range(3):
        if not twin.over and name != "typed dice":
            twin.answer_randomly()
    assert (game.record, game.table.key()) == (record, key)
    for _ in range(3):
        if not game.over and name != "typed dice":
            game.answer_randomly()
    assert twin.record == game.record
    game.undo(1)
    assert Game.replay(twin.record).record == twin.record


def test_a_game_whose_table_was_changed_is_copied_but_not_pickled() -> None:
    game = twing.new_game(2, seed=1).with_change(lambda table: table.discard_pile.append("cat"))
    assert copy.deepcopy(game).table.discard_pile == ["cat"]
    with pytest.raises(Fault, match="but not pickle it") as caught:
        pickle.dumps(game)
    assert "pickle" in caught.value.text("de")
