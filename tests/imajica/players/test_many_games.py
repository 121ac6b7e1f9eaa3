"""Whole games of mixed players, with random numbers of players, forms and switches: none has a fault."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from imajica_games import cards_of
from long_runs import runs

from twingkit import policies
from twingkit.core.play import Game
from twingkit.imajica.box.decks import DOMINIONS, load_decks
from twingkit.imajica.rules.rounds import ImajicaResult, count_unpivoted_sites
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS
from twingkit.imajica.rules.values import controlled_dominions
from twingkit.imajica.starts import GameStart, new_game
from twingkit.imajica.variants.variant import SWITCHES, Variant
from twingkit.testing.invariants import assert_record_restores_game, assert_rulings_valid

FORMS = ("box", "short", "simple_three", "finals")

SEATED = ("random",) * 6 + ("greedy", "steady")
"""The players at the table: most of them try anything."""


def game_of(number: int, explain: bool = True) -> tuple[Game, list[str]]:
    """Return game number `number` and its players: in half of the games about every fifth switch is
    changed."""
    rng = random.Random(number)
    players = rng.randint(FEWEST_SEATS, runs(3, len(SEATS)))
    switches = {
        key: rng.choice(values)
        for key, values in SWITCHES.values.items()
        if number % 2 and rng.random() < 0.2
    }
    variant = Variant.resolve(rng.choice(FORMS)).with_values(**switches)
    decks = rng.choices(list(load_decks()), k=players)
    game = new_game(decks, seed=number, variant=variant, explain=explain)
    return game, rng.choices(SEATED, k=players)


def assert_ends(game: Game) -> None:
    """Assert that a finished game has a winner by its own rules, and every card."""
    table, result, start = game.table, game.result, game.start
    assert isinstance(result, ImajicaResult)
    assert isinstance(start, GameStart)
    for player, deck in zip(table.players, start.decks, strict=True):
        assert cards_of(table, player.seat) == Counter(deck.counts)
    left = [player.seat for player in table.players if not player.is_out]
    if result.end_reason == "destiny":
        assert len(left) <= 1
        assert result.winner in (*left, None) or table.variant.all_out == "most_sites"
    else:
        assert result.winner is not None
        assert table.variant.victory == "three" or controlled_dominions(
            table, result.winner, unpivoted_only=True
        ) == set(DOMINIONS)
        assert count_unpivoted_sites(table, result.winner) >= 2
    assert not table.waiting_acts
    assert not table.window_progress
    assert table.fight is None


@pytest.mark.parametrize("first", range(0, runs(4, 2_000), runs(2, 100)))
def test_games_of_mixed_players_come_to_an_end(first: int) -> None:
    for number in range(first, first + runs(2, 100)):
        game, seated = game_of(number)
        policies.play(game, seated, seed=number)
        assert_ends(game)
        if number % 10 == 0:
            assert_rulings_valid(game)
            assert_record_restores_game(game)
