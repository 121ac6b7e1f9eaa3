"""Whole rich games of random players who use what they have: no faults, all sentences complete, records
replay."""

import random

import pytest
from imperium.galaxy.cards.rich_games import eager, rich_game
from imperium.galaxy.table_faults import table_faults

from twingkit.core.rulebook import HiddenFact
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice


def played(seed, *, explain=False):
    """Play a rich game to its end, checking the table before every turn."""
    game, rng = rich_game(seed, explain=explain), random.Random(seed + 5)
    while game.question is not None:
        if isinstance(game.question, TurnChoice):
            assert table_faults(game.table, game.start.decks) == []
        eager(game, rng)
    return game


@pytest.mark.parametrize("seed", [11, 144, 172, 209, 1052])
def test_IM_LIM_1_rich_games_keep_every_limit(seed):
    game = played(seed)
    result, table = game.result, game.table
    assert result.points[result.winner] == max(
        points
        for points, player in zip(result.points, table.players, strict=True)
        if not player.is_eliminated
    )
    assert table.action_discard  # somebody has played a card dealt at the beginning


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_sentence_of_a_rich_game_reads(lang):
    game = played(3, explain=True)
    assert len(game.rulings) > 500
    for ruling in game.rulings:
        text = ruling.text()
        assert "{" not in text
        assert text[-1] in ".:!?…"


def test_IM_VIEW_1_what_others_draw_and_take_is_not_told():
    game = played(5, explain=True)
    hidden = [
        ruling
        for ruling in game.rulings
        if any(isinstance(fact, HiddenFact) for fact in ruling.facts.values())
    ]
    assert {ruling.case for ruling in hidden} >= {"drawn", "secret"}
    for ruling in hidden:
        seen = [ruling.seen_by(seat).text() for seat in range(game.start.seats)]
        assert len(set(seen)) > 1
