"""Snapshot records: stored records open, are written back unchanged, and have the same story."""

from __future__ import annotations

import pytest
from golden.records import FOLDER, MADE, all_sums, kept, sums

from twingkit import Game

NAMES = sorted(MADE)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_written_back_as_it_was(name: str) -> None:
    assert Game.replay(kept(name)).record == kept(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_comes_to_the_same_end_and_is_told_the_same(name: str) -> None:
    assert sums(kept(name)) == all_sums()[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_dice_and_answers_make_the_same_record(name: str) -> None:
    assert MADE[name]().record == kept(name)


def test_every_record_is_held() -> None:
    assert {path.stem for path in FOLDER.glob("*.record")} == set(NAMES) == set(all_sums())
