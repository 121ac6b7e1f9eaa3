"""Odds of battles with every effect, compared with an independent engine written from the rules alone.

The numbers in `second_reading.json` come from a plain walk over both forces, without this package; those of
the biggest battles, which take as long as all others, are in `second_reading_big.json`, for long runs.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from long_runs import runs

from twingkit.imperium import odds, odds_many
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.effects import line_effect_ids

FILES = runs(["second_reading.json"], ["second_reading.json", "second_reading_big.json"])

READ = [
    row for name in FILES for row in json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
]

PARTS = 4
"""The number of tests that share the lines: one test for each line costs more than its odds."""

ALONE = READ[:: runs(4, 1)]
"""The lines whose odds are computed one by one: a row of a table is the single call (`test_odds_many`)."""

TOGETHER = READ if ALONE == READ else [row for place, row in enumerate(READ) if place % 4]
"""The lines whose odds are computed as a table."""


@pytest.mark.parametrize("part", range(PARTS))
def test_IM_ODDS_1_two_readings_of_the_rules_agree(part):
    for line, chances in ALONE[part::PARTS]:
        found = odds(line)
        assert (found.win, found.tie, found.loss) == pytest.approx(chances, abs=1e-9), line


@pytest.mark.parametrize("part", range(PARTS))
def test_IM_ODDS_1_the_table_of_all_says_the_same(part):
    some = TOGETHER[part::PARTS]
    frame = odds_many([line for line, _ in some])
    for column, place in (("win", 0), ("tie", 1), ("loss", 2)):
        assert list(frame[column]) == pytest.approx([chances[place] for _, chances in some], abs=1e-9)


def test_every_effect_of_a_line_was_read():
    used = {use.id for line, _ in READ for side in Battle.parse(line).sides for use in side.all_effect_uses()}
    assert set(line_effect_ids()) - used == set()
