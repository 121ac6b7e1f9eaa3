"""`twingkit review`: mistakes, luck and the curve of a record as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from twingkit import twing
from twingkit.cli import app


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    path = tmp_path / "battle.record"
    path.write_text(game.record, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("lang", "mark", "luck"), [("en", "big mistake", "Luck and"), ("de", "grober Fehler", "Glück und")]
)
def test_a_review_names_mistakes_luck_and_curve(record: Path, lang: str, mark: str, luck: str) -> None:
    done = CliRunner().invoke(app, ["review", str(record), "--seconds", "2", "--lang", lang])
    assert done.exit_code == 0, done.output
    assert mark in done.output
    assert luck in done.output
    assert "█" in done.output or "▆" in done.output


@pytest.mark.parametrize(("lang", "you"), [("en", "You lay"), ("de", "Du legst")])
def test_a_player_is_addressed_and_a_seat_that_does_not_exist_is_one_clear_error(
    record: Path, lang: str, you: str
) -> None:
    asked = ["review", str(record), "--seconds", "2", "--lang", lang, "--player"]
    done = CliRunner().invoke(app, [*asked, "attacker"])
    assert done.exit_code == 0, done.output
    assert you in done.output
    wrong = CliRunner().invoke(app, [*asked, "p1"])
    assert wrong.exit_code == 2
    assert "attacker, defender" in wrong.output


def test_a_broken_record_is_one_clear_error(record: Path) -> None:
    record.write_text(record.read_text(encoding="utf-8") + "attacker: fly\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["review", str(record)])
    assert done.exit_code == 2
    assert "8" in done.output
    assert "Traceback" not in done.output
