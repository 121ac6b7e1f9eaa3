"""How tests ask about Ember as an installed game: in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from subprocess import CompletedProcess

import pytest
from copies import COMMAND, python_with

NAMED = any(point.name == "ember" for point in entry_points(group="twingkit.games"))
"""True if the kit's own distribution names Ember's entry."""

collect_ignore = [] if NAMED else ["lessons", "quiz"]
"""Lessons and questions look for their game among the installed ones, in the process of the test."""


@pytest.fixture(scope="session")
def installed(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[..., CompletedProcess[str]]]:
    """Run Python where Ember is installed: `installed(source, *arguments)`."""
    with python_with(tmp_path_factory.mktemp("ember"), tmp_path_factory.mktemp("said")) as run:
        yield run


@pytest.fixture(scope="session")
def twingkit(installed: Callable[..., CompletedProcess[str]]) -> Callable[..., CompletedProcess[str]]:
    """Run the command `twingkit` where Ember is installed."""
    return lambda *arguments: installed(COMMAND, *arguments)
