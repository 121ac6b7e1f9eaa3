"""Pages that contain only texts: they need no process and work even when the site is full."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from visitors import Visitor, read, run

EXAMPLE = Path(__file__).parents[2] / "docs" / "example-site"


@pytest.fixture(scope="module")
def full(serve_all: Any) -> Any:
    """Return a site with the publisher's example and room for one page, which is taken."""
    site = serve_all("--visitors=1", "--folder", str(EXAMPLE))
    visitor = Visitor(site.url)
    assert run(visitor.open("class")) == 200
    with pytest.raises(urllib.error.HTTPError, match="503"):
        read(f"{site.url}en/about/")
    return site


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    ("page", "text"), [("imprint", "Berta"), ("privacy", "Browser"), ("menu", "3[.,]50 €")]
)
def test_texts_are_shown_while_the_server_is_full(full: Any, page: str, lang: str, text: str) -> None:
    kernels = set(full.kernels())
    html = read(f"{full.url}{lang}/{page}/")
    assert re.search(text, html, re.IGNORECASE)
    assert 'class="tk-frame-head' in html
    assert f'href="../../{lang}/' in html, "links begin at the root of the site"
    assert '"kernelId"' not in html
    assert read(f"{full.url}{lang}/{page}/", "HEAD") == ""
    assert set(full.kernels()) == kernels


def test_a_page_with_code_still_needs_a_place(full: Any) -> None:
    with pytest.raises(urllib.error.HTTPError, match="503"):
        read(f"{full.url}en/club-night/")


def test_the_code_of_the_link_to_a_page_of_texts_is_drawn_and_no_page(full: Any) -> None:
    with urllib.request.urlopen(
        f"{full.url}de/menu/?qr=https%3A%2F%2Fgames.example%2Fde%2Fmenu%2F"
    ) as answer:
        assert answer.headers.get_content_type() == "text/plain"
        assert "<svg" in answer.read().decode()


@pytest.mark.browser
def test_the_head_of_a_page_of_texts_works(full: Any, visit: Any) -> None:
    window = visit(width=390, locale="en-GB")
    page = window.go(f"{full.url}en/menu/", wait="[data-frame=menu]")
    page.locator("[data-frame=menu]").click()
    page.locator(".tk-frame-language[lang=de]").click()
    page.wait_for_url("**/de/menu/")
    page.get_by_role("heading", name="Was es bei uns gibt", level=2).wait_for()
    assert not page.get_by_text("What we serve").is_visible()
    assert page.locator(".tk-said:visible").count() == 0, "nothing was said on it"
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-frame=menu]").click()
    page.locator("[data-frame=qr]").click()
    page.locator("dialog[open] .tk-qr svg").wait_for()
