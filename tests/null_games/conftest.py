"""How tests ask about games that they must not import: in another process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

collect_ignore = ["coin", "pile"]
"""They are packages of their own, and are imported where they are installed only."""

COMMAND = "import sys; from twingkit.cli import main; sys.argv[0] = 'twingkit'; main()"


@pytest.fixture(scope="session")
def python(null_games_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run Python where the null games are installed: `python(source, *arguments)`."""
    before = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([str(null_games_path), *([before] if before else [])])

    def run(source: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-W", "error::UserWarning", "-c", source, *arguments],
            capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
            env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip

    return run


@pytest.fixture(scope="session")
def twingkit(python: Callable[..., subprocess.CompletedProcess[str]]):
    """Run the command `twingkit` where the null games are installed."""
    return lambda *arguments: python(COMMAND, *arguments)
