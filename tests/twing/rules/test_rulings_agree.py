"""Random games in which every ruling is checked against the table immediately (see `rulings_check`)."""

from __future__ import annotations

import pytest
from long_runs import runs
from twing.rulings_check import Watch

from twingkit import twing
from twingkit.core.starts import Table
from twingkit.testing.invariants import play_and_check
from twingkit.twing.variants.variant import PRESETS

GAMES = runs(45, 10_000)
"""The number of games played."""


@pytest.mark.parametrize(("players", "part"), [(2, 3), (3, 4), (4, 5)])
def test_every_ruling_of_random_games_agrees_with_the_table(players, part, monkeypatch):
    watch = Watch()
    monkeypatch.setattr(
        Table,
        "record_ruling",
        lambda table, rule, case, **facts: watch.record_ruling(table, rule, case, **facts),
    )
    for seed in range(-(-GAMES * (7 - part) // 9)):
        preset = list(PRESETS)[seed % len(PRESETS)]
        game = twing.new_game(players, seed=seed, variant=f"{preset} turn_limit=100")
        play_and_check(game, lambda game: None, 10**9)
    heard = {"TW-BAT-19 discarded", "TW-BAT-20 lost", "TW-OBJ-2 aside", "TW-TURN-3 passed"}
    assert heard <= set(watch.seen)
