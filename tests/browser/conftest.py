"""The real site, started once for the tests that visit it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.axe import AXE
from browser.waiting import begin
from shared_site import shared_site
from site_process import Address, Site

SETTLED = (
    "() => !document.querySelector('#tk-loading, .tk-first')"
    " && document.querySelectorAll('.lm-Widget .tk-panel > .tk-body').length > 1"
)


@pytest.fixture(scope="session")
def site(start_site: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """Return the site that comes with the kit, one for all workers: its preparations take seconds."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # each worker has its own folder inside a common one
        folder = folder.parent
    with shared_site(folder, start_site) as address:
        yield address


@pytest.fixture(scope="session")
def axe() -> Path:
    """Return the program that checks pages. It is no Python package: npm fetches it."""
    assert AXE.exists(), "these tests need axe-core: run `npm install` in the folder widgets (needs node)"
    return AXE


@pytest.fixture
def enter(site: Any) -> Callable[..., Any]:
    """Return a function that opens a page in a window and waits until it works: `enter(visit(), "battle-lab",
    "lang=de")`. It starts the page's game, unless `begun=False`."""

    def open_page(window: Any, page: str, query: str = "", begun: bool = True) -> Any:
        name, _, own = page.partition("?")
        asked = "&".join(part for part in (own, query) if part)
        window.page.goto(site.page(name) + (f"?{asked}" if asked else ""), wait_until="commit")
        window.page.wait_for_function(SETTLED, timeout=90_000)
        if begun:
            begin(window.page)
        return window.page

    return open_page


@pytest.fixture
def settled() -> Callable[[Any], None]:
    """Return a function that waits until the page behind a click works."""
    return lambda page: page.wait_for_function(SETTLED, timeout=90_000)
