"""Folders of short runs, which the tests of the arena copy and spoil."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from arena.short_runs import played


@pytest.fixture(scope="session")
def ten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of ten games, to be copied."""
    folder = tmp_path_factory.mktemp("arena") / "ten"
    played(10, out=folder)
    return folder


@pytest.fixture
def kept(ten: Path, tmp_path: Path) -> Path:
    """A folder of ten games, to be spoiled."""
    return shutil.copytree(ten, tmp_path / "run")
