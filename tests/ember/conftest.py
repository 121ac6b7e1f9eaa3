"""How tests ask about Ember as an installed game: in another process, where a distribution names its entry.

It is not among the games of the kit's own distribution yet: its pages are still to come.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

COMMAND = "import sys; from twingkit.cli import main; sys.argv[0] = 'twingkit'; main()"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run Python where Ember is installed: `installed(source, *arguments)`."""
    folder: Path = tmp_path_factory.mktemp("ember")
    info = folder / "ember_of_twingkit-1.0.dist-info"
    info.mkdir()
    head = "Metadata-Version: 2.1\nName: ember-of-twingkit\nVersion: 1.0\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    entry = "[twingkit.games]\nember = twingkit.ember.entry:GAME\n"
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])

    def run(source: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-W", "error::UserWarning", "-c", source, *arguments],
            capture_output=True, text=True, encoding="utf-8", timeout=180, check=False,
            env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip

    return run


@pytest.fixture(scope="session")
def twingkit(
    installed: Callable[..., subprocess.CompletedProcess[str]],
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command `twingkit` where Ember is installed."""
    return lambda *arguments: installed(COMMAND, *arguments)
