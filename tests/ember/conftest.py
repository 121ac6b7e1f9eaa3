"""How tests ask about Ember as an installed game: in another process, where a distribution names its entry.

It is not among the games of the kit's own distribution yet: its pages are still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from subprocess import CompletedProcess

import pytest
from copies import COMMAND, python_with


@pytest.fixture(scope="session")
def installed(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[..., CompletedProcess[str]]]:
    """Run Python where Ember is installed: `installed(source, *arguments)`."""
    folder = tmp_path_factory.mktemp("ember")
    info = folder / "ember_of_twingkit-1.0.dist-info"
    info.mkdir()
    head = "Metadata-Version: 2.1\nName: ember-of-twingkit\nVersion: 1.0\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    entry = "[twingkit.games]\nember = twingkit.ember.entry:GAME\n"
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    with python_with(folder, tmp_path_factory.mktemp("said")) as run:
        yield run


@pytest.fixture(scope="session")
def twingkit(installed: Callable[..., CompletedProcess[str]]) -> Callable[..., CompletedProcess[str]]:
    """Run the command `twingkit` where Ember is installed."""
    return lambda *arguments: installed(COMMAND, *arguments)
