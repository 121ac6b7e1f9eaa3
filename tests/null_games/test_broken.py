"""A game with a broken package is named in a warning, and the kit works without it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CALL = "import sys; from twingkit.cli import main; sys.argv[0] = 'twingkit'; main()"
PANELS = "import twingkit_widgets; print(twingkit_widgets.BattlePanel.__name__)"
ENTRY = """from twingkit.core.games import GameEntry
GAME = GameEntry(id="broken", titles={{"en": "Broken", "de": "Kaputt"}}, rule_prefix="BR", {part}="{path}")
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the broken games are installed."""
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run(
        [sys.executable, "-c", *arguments], capture_output=True, text=True, check=False, env=environment
    )


SOURCES = {"missing": None, "failing": "1 / 0", "wrong": "GAME = 'no entry'", "unreadable": "def"}
"""The module of a package that cannot be imported, by the name of its game; None if it is missing."""


def install(folder: Path, *games: str) -> None:
    """Install a distribution that names games; their modules are still missing."""
    info = folder / "broken_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-games\nVersion: 1.0\n")
    named = [f"{game} = {game}_game:GAME\n" for game in games]
    (info / "entry_points.txt").write_text("".join(["[twingkit.games]\n", *named]))


def test_a_package_that_cannot_be_imported_is_left_out(tmp_path: Path) -> None:
    install(tmp_path, *SOURCES)
    for game, source in SOURCES.items():
        if source is not None:
            (tmp_path / f"{game}_game.py").write_text(source, encoding="utf-8")
    done = run(tmp_path, CALL, "odds", "F: F5 vs W: W6")
    assert done.returncode == 0, done.stderr
    assert "win" in done.stdout
    for game in SOURCES:
        assert f"the game '{game}' cannot be used" in done.stderr


@pytest.mark.parametrize(("part", "code"), [("commands", CALL), ("panels", PANELS)])
def test_a_part_that_cannot_be_loaded_is_left_out(tmp_path: Path, part: str, code: str) -> None:
    install(tmp_path, "broken")
    (tmp_path / "broken_game.py").write_text(
        ENTRY.format(part=part, path="broken_game_parts"), encoding="utf-8"
    )
    (tmp_path / "broken_game_parts.py").write_text("raise RuntimeError('half finished')", encoding="utf-8")
    done = run(tmp_path, code, "rule", "TW-BAT-1")
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert "half finished" in done.stderr


def test_a_game_that_registers_no_start_says_that_it_lacks_one(tmp_path: Path) -> None:
    install(tmp_path, "broken")
    entry = ENTRY.format(part="starts", path="broken_game_starts").replace(
        '"BR"', '"BR", line_prefixes=("br:",)'
    )
    (tmp_path / "broken_game.py").write_text(entry, encoding="utf-8")
    (tmp_path / "broken_game_starts.py").write_text("", encoding="utf-8")
    done = run(tmp_path, CALL, "step", "br: 3 to 1")
    assert done.returncode == 2
    assert "'br: 3 to 1' begins like a line of broken, but broken has registered no start" in done.stderr
