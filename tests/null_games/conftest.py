"""Ask about games that tests must not import, in another process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from copies import COMMAND, python_with

collect_ignore = ["coin", "pile", "cups", "briscola", "broken_games.py"]
"""They are packages of their own, or use them: they can be imported only where they are installed."""


@pytest.fixture(scope="session")
def python(
    null_games_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., CompletedProcess[str]]]:
    """Return a function that runs Python where the null games are installed: `python(source, *arguments)`."""
    with python_with(null_games_path, tmp_path_factory.mktemp("said")) as run:
        yield run


@pytest.fixture(scope="session")
def twingkit(python: Callable[..., CompletedProcess[str]]) -> Callable[..., CompletedProcess[str]]:
    """Return a function that runs the command `twingkit` where the null games are installed."""
    return lambda *arguments: python(COMMAND, *arguments)
