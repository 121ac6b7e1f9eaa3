"""The frame of all pages in use: navigation and help on a phone, saved data, links to a game.

The fixture `visit` fails every test whose page reports an error or asks another host for anything.
"""

from __future__ import annotations

from typing import Any

import pytest
from browser.site_map import PAGES
from browser.waiting import still

pytestmark = pytest.mark.browser

KEPT = "localStorage['tk-state:play']"

FOCUS = "document.activeElement.dataset.key ?? document.activeElement.id"


def test_the_help_and_the_way_through_on_a_phone(visit: Any, enter: Any, settled: Any) -> None:
    window = visit(width=360, height=740, locale="de-DE", has_touch=True, is_mobile=True)
    page = enter(window, PAGES["lesson"])
    opens_the_help(page)
    assert page.locator(".tk-frame-here").inner_text() == "Lernen", (
        "where one is shows while the menu is folded"
    )
    assert not page.locator(".tk-frame-pages").is_visible()
    page.locator(".tk-frame-menu").tap()
    page.get_by_role("link", name="Regelbuch").tap()
    page.wait_for_url("**/rulebook/*")
    settled(page)
    assert page.locator(".tk-frame-where").inner_text().split("\n") == ["Imperial Twing", "Regelbuch"]
    page.locator(".tk-frame-menu").tap()
    page.locator(".tk-frame-games a").nth(1).tap()
    page.wait_for_url("**/imperium-*/*")
    settled(page)
    assert page.locator(".tk-frame-of").inner_text() == "Twilight Imperium"


def opens_the_help(page: Any) -> None:
    """Check that the help opens, on a phone where it fits, and gives the focus back."""
    button = page.locator(".tk-frame-help")
    box = button.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    button.tap()
    dialog = page.locator("dialog[open]")
    dialog.wait_for()
    assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert dialog.bounding_box()["height"] <= 740
    dialog.locator("[data-frame=close]").tap()
    dialog.wait_for(state="detached")
    assert page.evaluate(FOCUS) == "help"


def test_a_newcomer_sees_two_games_and_that_there_are_more_on_the_first_screen(
    visit: Any, enter: Any
) -> None:
    window = visit(width=390, height=844, locale="de-DE")
    page = enter(window, PAGES["start"])
    first, second, third, *_ = page.locator(".tk-landing-game").all()
    for game in (first, second):
        for part in (game.locator("h2"), game.locator("a").first):
            box = part.bounding_box()
            assert box["y"] + box["height"] <= 844
    assert third.locator("h2").bounding_box()["y"] < 844


LATE = """addEventListener("DOMContentLoaded", () => {
  const late = document.createElement("style");
  late.textContent = ".tk-first:not(:has(.tk-frame)) ~ .lm-Widget { display: none !important; }";
  document.head.append(late);
  window.paint = () => {
    late.remove();
    document.getElementById("rendered_cells").append(document.createElement("i"));
  };
});"""
"""Script to run before a page: all of its panels except the frame are painted when `paint` is called."""


def test_nothing_jumps_for_who_comes_back(visit: Any, enter: Any, until: Any) -> None:
    window = visit(width=390, height=844)
    page = enter(window, "play", "seed=7&opponents=greedy&lang=en")
    until(lambda: page.evaluate(KEPT), 10, "the game is kept")
    page.evaluate("localStorage['tk-memory:course'] = 'twingkit-course 1\\nelements-and-cards done 5/5\\n'")
    for place, told in (("play", "You are back where you were."), ("index", "1 of 17 lessons done.")):
        page = enter(window, place, "lang=en")
        assert told in page.inner_text("body"), "it is there as soon as the page is"
        still(page)
        assert page.evaluate("window.shift") < 0.02, (place, page.evaluate("window.shifted"))


def test_who_comes_back_is_shown_no_picture_of_another_game(visit: Any, enter: Any, until: Any) -> None:
    window = visit(width=390, height=844, tab=True)
    page = enter(window, "play", "seed=7&opponents=greedy&lang=en")
    until(lambda: page.evaluate(KEPT), 10, "the game is kept")
    before = page.evaluate(KEPT)
    page.locator("[data-act=answer]").first.click()
    until(lambda: page.evaluate(KEPT) != before, 10, "the answer is kept")
    page.add_init_script(LATE)
    page.reload(wait_until="commit")
    page.wait_for_function("() => document.body?.textContent.includes('You are back where you were.')")
    still(page)
    assert page.locator("#tk-loading").is_visible()
    page.evaluate("paint()")
    page.locator("#tk-loading").wait_for(state="detached")
    assert "You are back where you were." in page.inner_text("body")
    still(page)
    assert page.evaluate("window.shift") < 0.02, page.evaluate("window.shifted")


def test_everything_kept_is_erased_on_demand(visit: Any, enter: Any, until: Any) -> None:
    window = visit()
    page = enter(window, PAGES["lesson"], "lang=en")
    page.locator("[data-act=point]").first.click()
    until(lambda: page.evaluate("!!localStorage['tk-memory:course']"), 10, "the lesson is kept")
    page = enter(window, PAGES["about"], "lang=en")
    page.get_by_role("button", name="Erase everything that is saved").click()
    page.get_by_role("button", name="Yes, erase everything").click()
    page.locator(".tk-about").get_by_text("Everything is erased").wait_for()
    assert page.evaluate("Object.keys(localStorage)") == []
    assert "tk-lang" not in page.evaluate("document.cookie")


def test_a_copied_link_goes_on_where_the_game_stands(visit: Any, enter: Any, settled: Any) -> None:
    window = visit()
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = enter(window, "play", "seed=7&opponents=greedy&lang=en")
    page.locator("[data-key='answer:attack p2']").click()
    page.locator("[data-key='lay:']").wait_for()
    headline = page.locator(".tk-play-now h2").inner_text()
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied").first.wait_for()
    assert "game=" not in page.url, "the address stays short"
    other = visit().page
    other.goto(page.evaluate("navigator.clipboard.readText()"), wait_until="commit")
    settled(other)
    assert other.locator(".tk-play-now h2").inner_text() == headline
