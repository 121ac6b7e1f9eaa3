"""Whole games of mixed players, of every number of players, length and switch by chance: none has a fault."""

from __future__ import annotations

import random

import pytest
from long_runs import runs

from twingkit import policies
from twingkit.ember.players import NAMES
from twingkit.ember.rules.cards import DECK_SIZE
from twingkit.ember.rules.table import FEWEST_SEATS, SEATS
from twingkit.ember.rules.turn import EmberResult
from twingkit.ember.starts import new_game
from twingkit.ember.variants.variant import SWITCHES, Variant
from twingkit.play import Game
from twingkit.testing.invariants import assert_replays, assert_said


def game_of(number: int, explain: bool = True) -> tuple[Game, list[str]]:
    """Game number `number`: in half of them about every fifth switch is turned; and who sits at the table."""
    rng = random.Random(number)
    players = rng.randint(FEWEST_SEATS, len(SEATS))
    switches = {"length": rng.choice(SWITCHES.values["length"])}
    for key, values in SWITCHES.values.items():
        if key != "length" and number % 2 and rng.random() < 0.2:
            switches[key] = rng.choice(values)
    variant = Variant.of("box").with_(**switches)
    return new_game(players, seed=number, variant=variant, explain=explain), rng.choices(NAMES, k=players)


def assert_ends(game: Game) -> None:
    """A finished game has a winner by its own rules, every card and every creature."""
    table, result = game.table, game.result
    assert isinstance(result, EmberResult)
    assert sum(len(player.hand) for player in table.players) + len(table.pile) + table.deck_size == DECK_SIZE
    lying = [owned.id for player in table.players for owned in player.owned]
    assert sorted([*table.pool, *lying]) == sorted(
        name for group in table.creatures.groups(table.variant.legends).values() for name in group
    )
    assert result.totals == tuple(player.total for player in table.players)
    assert result.winners
    assert all(result.totals[seat] == max(result.totals) for seat in result.winners)
    if result.by == "call" and table.variant.judge == "count":
        assert result.totals[table.caller] >= table.variant.length
    if result.by == "pool":
        assert not table.pool


@pytest.mark.parametrize("first", range(0, runs(4, 2_000), runs(2, 100)))
def test_games_of_mixed_players_come_to_an_end(first: int) -> None:
    for number in range(first, first + runs(2, 100)):
        game, seated = game_of(number)
        policies.play(game, seated, seed=number)
        assert_ends(game)
        if number % 10 == 0:
            assert_said(game)
            assert_replays(game)
