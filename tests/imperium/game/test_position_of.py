"""The position of a game as a line: laid out again it is the same table, but for what no line holds."""

from __future__ import annotations

import random

import pytest

from twingkit.asking import Refusal
from twingkit.imperium import new_game, position_game
from twingkit.imperium.notation.galaxy_line import GalaxyLine
from twingkit.imperium.notation.position_of import position_of
from twingkit.imperium.table.game_table import GameTable


def held(table: GameTable) -> object:
    """All of a table that a line holds."""
    return (
        [player.key() for player in table.players],
        [{seat: units.key() for seat, units in there.items()} for there in table.space],
        {name: {seat: units.key() for seat, units in there.items()} for name, there in table.ground.items()},
        table.tokens, table.holders, table.exhausted, table.attached, table.phase, table.round,
        table.speaker, table.current, table.custodians, table.card_goods, table.objectives,
        table.faced_down, table.laws,
    )  # fmt: skip


def test_a_map_of_its_own_is_written_again() -> None:
    line = "galaxy: sol hacan letnev, map 20 42 23 44 24 41 0 26 46 30 0 31 39 36 0 33 47 34, round 2"
    assert str(position_of(position_game(line))) == line


@pytest.mark.parametrize("kind", ["short", 3, 4, 5, 6])
def test_a_position_of_a_random_game_lays_out_the_same_table(kind: str | int) -> None:
    compared = 0
    for seed in range(6):
        rng, game = random.Random(seed), new_game(kind, seed=seed)  # type: ignore[arg-type]
        while game.question is not None and len(game) < 1500:
            game.draw(rng)
            if game.question is None or game.question.kind != "turn" or rng.random() < 0.8:
                continue
            line = str(position_of(game))
            assert str(GalaxyLine.parse(line)) == line
            try:
                twin = position_game(line)
            except Refusal as beyond:
                if beyond.rule != "IM-FLEET-2":  # a dock that was lost, and fighters beside it
                    raise
                continue
            assert held(twin.table) == held(game.table), line
            compared += 1
    assert compared > 20
