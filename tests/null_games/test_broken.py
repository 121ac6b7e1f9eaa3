"""A game whose package is broken is named in a warning, and the kit does without it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CALL = "import sys; from twingkit.cli import main; sys.argv[0] = 'twingkit'; main()"
PANELS = "import twingkit_widgets; print(twingkit_widgets.StepperPanel.__name__)"
ENTRY = """from twingkit.games import GameEntry
GAME = GameEntry(id="broken", titles={{"en": "Broken", "de": "Kaputt"}}, prefix="BR", {part}="{path}")
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the broken game is installed."""
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run(
        [sys.executable, "-c", *arguments], capture_output=True, text=True, check=False, env=environment
    )


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A folder with a distribution that names a game; its module is still missing."""
    info = tmp_path / "broken_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[twingkit.games]\nbroken = broken_game:GAME\n")
    return tmp_path


@pytest.mark.parametrize("source", [None, "1 / 0", "GAME = 'no entry'", "def"])
def test_a_package_that_cannot_be_imported_is_left_out(broken: Path, source: str | None) -> None:
    if source is not None:
        (broken / "broken_game.py").write_text(source, encoding="utf-8")
    done = run(broken, CALL, "odds", "F: F5 vs W: W6")
    assert done.returncode == 0, done.stderr
    assert "win" in done.stdout
    assert "the game 'broken' is left out" in done.stderr


@pytest.mark.parametrize(("part", "code"), [("commands", CALL), ("panels", PANELS)])
def test_a_part_that_cannot_be_loaded_is_left_out(broken: Path, part: str, code: str) -> None:
    (broken / "broken_game.py").write_text(
        ENTRY.format(part=part, path="broken_game_parts"), encoding="utf-8"
    )
    (broken / "broken_game_parts.py").write_text("raise RuntimeError('half finished')", encoding="utf-8")
    done = run(broken, code, "rule", "TW-BAT-1")
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert "half finished" in done.stderr
