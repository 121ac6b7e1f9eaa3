"""How tests ask about games that they must not import: in another process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from copies import COMMAND, python_with

collect_ignore = ["coin", "pile", "cups", "briscola", "broken_games.py"]
"""They are packages of their own, or use them: imported where they are installed only."""


@pytest.fixture(scope="session")
def python(
    null_games_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., CompletedProcess[str]]]:
    """Run Python where the null games are installed: `python(source, *arguments)`."""
    with python_with(null_games_path, tmp_path_factory.mktemp("said")) as run:
        yield run


@pytest.fixture(scope="session")
def twingkit(python: Callable[..., CompletedProcess[str]]) -> Callable[..., CompletedProcess[str]]:
    """Run the command `twingkit` where the null games are installed."""
    return lambda *arguments: python(COMMAND, *arguments)
