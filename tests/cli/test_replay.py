"""`twingkit replay`: a record told as a story, a broken one up to its fault."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from twingkit import Game, twing
from twingkit.cli import app


@pytest.fixture
def record(tmp_path):
    game = twing.new_game(2, seed=1)
    for _ in range(30):
        game.answer_randomly()
    path = tmp_path / "game.record"
    path.write_text(game.record, encoding="utf-8")
    return path


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_story_is_a_record_again(record, lang):
    done = CliRunner().invoke(app, ["replay", str(record), "--lang", lang])
    assert done.exit_code == 0
    assert done.output == Game.replay(record.read_text(encoding="utf-8")).annotated_record()


def test_a_broken_record_is_told_up_to_its_fault(record):
    lines = record.read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join([*lines[:20], "p1: nonsense", *lines[21:]]), encoding="utf-8")
    done = CliRunner().invoke(app, ["replay", str(record)])
    assert done.exit_code == 2
    assert "line 21" in done.stderr
    output = [line for line in done.stdout.splitlines() if not line.startswith("#")]
    assert output == lines[:20]


def test_a_file_that_is_not_there_is_one_clear_error(tmp_path):
    done = CliRunner().invoke(app, ["replay", str(tmp_path / "none"), "--lang", "de"])
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert "lässt sich nicht lesen" in done.stderr
