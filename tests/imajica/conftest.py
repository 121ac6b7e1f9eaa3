"""How tests ask about Imajica as an installed game: in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from subprocess import CompletedProcess

import pytest
from copies import COMMAND, python_with


@pytest.fixture(scope="session")
def installed(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[..., CompletedProcess[str]]]:
    """Run Python where Imajica is installed: `installed(source, *arguments)`."""
    with python_with(tmp_path_factory.mktemp("imajica"), tmp_path_factory.mktemp("said")) as run:
        yield run


@pytest.fixture(scope="session")
def twingkit(installed: Callable[..., CompletedProcess[str]]) -> Callable[..., CompletedProcess[str]]:
    """Run the command `twingkit` where Imajica is installed."""
    return lambda *arguments: installed(COMMAND, *arguments)
