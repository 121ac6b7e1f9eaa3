"""Charts on a page: drawn when they scroll into view, by a plotly.js that the site itself serves once."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser

LIVE = ".lm-Widget .tk-panel"
NEAR = "[data-key=chart-place]"
FAR = "[data-key=far-place]"
DRAWN = " svg.main-svg"


def scripts(page: Any) -> list[str]:
    names = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    return [name for name in names if "plotly" in name]


def test_a_chart_is_drawn_in_sight_and_again_only_if_it_changes(site: Any, visit: Any) -> None:
    page = visit(width=1000).go(site.page("chart"), wait=LIVE)
    page.locator(NEAR + DRAWN).first.wait_for()
    assert page.locator(FAR + DRAWN).count() == 0, "nobody has seen it yet"
    assert [name.rpartition("/")[2] for name in scripts(page)] == ["plotly.min.js"]
    assert page.get_by_role("img", name="The attacker’s chances: win 30.0%").count() == 2
    page.locator(NEAR + DRAWN).first.evaluate("(node) => { node.dataset.mine = 'yes'; }")
    page.get_by_role("button", name="Say hello").click()
    page.wait_for_function("document.querySelector('.tk-status').textContent === 'Hello'")
    assert page.locator(NEAR + " [data-mine]").count() == 1
    page.get_by_role("button", name="One more").click()
    page.get_by_text("The attacker wins 40%").first.wait_for()
    assert page.evaluate("typeof window.Plotly") == "object"
    page.locator(FAR).scroll_into_view_if_needed()
    page.locator(FAR + DRAWN).first.wait_for()
    assert len(scripts(page)) == 1


def test_a_chart_is_as_wide_as_its_place_and_follows_it_and_the_theme(site: Any, visit: Any) -> None:
    page = visit(width=360, color_scheme="light").go(site.page("chart"), wait=LIVE)
    page.locator(NEAR + DRAWN).first.wait_for()
    fits = f"""() => {{
        const place = document.querySelector("{NEAR}").getBoundingClientRect();
        const drawn = document.querySelector("{NEAR}{DRAWN}").getBoundingClientRect();
        return Math.abs(place.width - drawn.width) < 2 && document.documentElement.scrollWidth <= innerWidth;
    }}"""
    page.wait_for_function(fits)
    for width in (1200, 700):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(fits)
    ink = f"getComputedStyle(document.querySelector('{NEAR} .gtitle')).fill"
    assert page.evaluate(ink) == "rgb(36, 29, 46)"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"{ink} === 'rgb(241, 236, 246)'")


def test_without_plotly_the_numbers_are_there(site: Any, visit: Any) -> None:
    window = visit(tab=True)
    window.page.route("**/plotly.min.js", lambda route: route.abort())
    page = window.go(site.page("chart"), wait=LIVE)
    page.get_by_text("The chart cannot be drawn here").first.wait_for()
    page.get_by_role("cell", name="30%").first.or_(page.get_by_role("rowheader", name="30%").first).wait_for()
    window.errors.clear()  # the file that was not sent
