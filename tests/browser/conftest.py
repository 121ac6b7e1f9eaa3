"""The real site, started once for the tests that visit it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.axe import AXE
from browser.waiting import begin

SETTLED = (
    "() => !document.querySelector('#tk-loading, .tk-first')"
    " && document.querySelectorAll('.lm-Widget .tk-panel > .tk-body').length > 1"
)


@pytest.fixture(scope="session")
def site(serve_all: Any) -> Any:
    """The site that comes with the kit."""
    return serve_all()


@pytest.fixture(scope="session")
def axe() -> Path:
    """The program that checks pages. It is no Python package: npm fetches it."""
    assert AXE.exists(), "these tests need axe-core: run `npm install` in the folder widgets (needs node)"
    return AXE


@pytest.fixture
def enter(site: Any) -> Callable[..., Any]:
    """Open a page in a window and wait until it lives: `enter(visit(), "battle-lab", "lang=de")`. A game
    on it is begun, unless it is left as it is."""

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
    """Wait until the page that a click led to lives."""
    return lambda page: page.wait_for_function(SETTLED, timeout=90_000)
