"""The strength of the four decks and of the computer players: each deck has a chance, deeper search wins
more."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
from long_runs import LONG, runs

from twingkit.core.play import Game
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.players import PLAYERS
from twingkit.imajica.starts import new_game
from twingkit.testing.players import win_share_against

LEAST = 0.15
"""The least share of its tables that each deck wins, whatever the number of players."""


def winner_of(decks: tuple[str, ...], number: int) -> str:
    """Return the deck that wins game `number`, played by steady in all seats; "" for a draw."""
    game = new_game(decks, seed=1000 + number, explain=False)
    seated = [PLAYERS["steady"](10 * number + seat) for seat in range(len(decks))]
    while game.question is not None:
        game.answer(seated[game.question.player](game))
    return "" if game.result.winner is None else decks[game.result.winner]


@pytest.mark.parametrize(("players", "games"), runs([(2, 204)], [(2, 204), (3, 216), (4, 216)]))
def test_IJ_DECK_1_no_deck_wins_less_than_its_least_share(players: int, games: int) -> None:
    orders = list(permutations(load_decks(), players))
    random.Random(5).shuffle(orders)
    won, sat = Counter[str](), Counter[str]()
    for number in range(runs(1, games)):
        decks = orders[number % len(orders)]
        sat.update(decks)
        won[winner_of(decks, number)] += 1
    assert won.total() == runs(1, games)
    if LONG:
        assert len(set(sat.values())) == 1
        assert min(won[deck] / sat[deck] for deck in load_decks()) >= LEAST


def test_steady_beats_greedy() -> None:
    decks = list(load_decks())

    def begin(seed: int) -> Game:
        return new_game([decks[seed % 4], decks[(seed + 1) % 4]], seed=seed, explain=False)

    share = win_share_against(begin, "steady", "greedy", runs(2, 120))
    assert not LONG or share >= 0.6
