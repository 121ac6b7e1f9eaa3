"""A short walk through both sites, served and published, in Firefox and WebKit: `make engines`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser.conftest import SETTLED
from engines.drivers import WIDTHS, Firefox, WebKit, Window, until
from static_site.conftest import published_site, served

pytestmark = [pytest.mark.engines, pytest.mark.xdist_group("engines")]

PAGES = {
    "start": ("index", "", ""),
    "lesson": ("learn", "lesson=first-battle", "[data-act=forward]"),
    "lab": ("battle-lab", "", "[data-act=swap]"),
    "rule": ("rulebook", "rule=TW-BAT-16", "[data-act=show][aria-selected=false]"),
    "fleets": ("imperium-battle", "", "[data-act=swap]"),
    "play": ("play", "", ".tk-play button.tk-main"),
}
"""The pages of the walk: notebook, query, and the controls to press there."""

ALIVE = "document.documentElement.matches('[data-tk-live]:not([data-tk-held])')"
BODIES = "[...document.querySelectorAll('.tk-panel:not(.tk-frame-panel) > .tk-body')]"
HTML = f"{BODIES}.map((body) => body.innerHTML).join()"
ALERTS = "[...document.querySelectorAll('#rendered_cells [role=alert]')].map((alert) => alert.textContent)"
WIDER = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def window(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """Return a window of each browser."""
    engine = request.param
    if engine.missing:
        pytest.skip(f"{engine.missing} is not installed (Debian: firefox-esr webkit2gtk-driver xvfb)")
    with engine.window(tmp_path_factory.mktemp("profile")) as window:
        yield window


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the site as files, below a path."""
    folder = published_site(tmp_path_factory.mktemp("host") / "rules")
    with served(folder.parent) as root:
        yield f"{root}rules/"


def walked(window: Window, name: str, url: str, alive: str) -> None:
    """Open a page, press its controls, and check both sizes for faults."""
    button = PAGES[name][2]
    for width, height in WIDTHS.values():
        window.resize(width, height)
        window.open(url)
        until(lambda: window.evaluate(alive), f"{url} lives")
        assert window.evaluate(ALERTS) == []
        if button:
            before = window.evaluate(HTML)
            window.evaluate(f"document.querySelector({button!r}).click() ?? true")
            until(lambda before=before: window.evaluate(HTML) != before, f"{button} on {url} answers")
            assert window.evaluate(ALERTS) == []
        assert window.evaluate(WIDER) <= 0, f"{url} is wider than {width} pixels"
        window.evaluate("localStorage.clear() ?? true")  # the next size begins anew


@pytest.mark.parametrize("name", PAGES)
def test_the_served_site(window: Window, serve_all: Any, name: str) -> None:
    page, query, _ = PAGES[name]
    walked(window, name, f"{serve_all().page(page)}?{query}", f"({SETTLED})()")


@pytest.mark.parametrize("name", PAGES)
def test_the_published_site(window: Window, published: str, name: str) -> None:
    page, query, _ = PAGES[name]
    folder = "en/" if page == "index" else f"en/{page}/{query.rpartition('=')[2]}".rstrip("/") + "/"
    walked(window, name, published + folder, ALIVE)
