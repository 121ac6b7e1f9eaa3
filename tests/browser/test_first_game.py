"""A first game with explanations, as a newcomer plays it on a phone."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844, "has_touch": True}

ALL_TOLD = """() => [...document.querySelectorAll(".tk-play-digest")].every((part) => {
  const { overflowY, maxHeight } = getComputedStyle(part);
  return overflowY === "visible" && maxHeight === "none" && part.getBoundingClientRect().top > 0;
})"""

NARROW = "document.documentElement.scrollWidth <= innerWidth"


def explained_titles(page: Any) -> list[str]:
    """Return the titles of the rules that are explained now."""
    titles = page.locator(".tk-taught li :is(summary, p) > b:first-child").all_inner_texts()
    return [str(title).rstrip(".") for title in titles]


def test_a_newcomer_reads_one_screen_and_plays_and_no_rule_is_explained_twice(
    visit: Any, enter: Any, until: Any, settled: Any
) -> None:
    page = enter(visit(**PHONE), "ember-first", "lang=en", begun=False)
    assert page.locator(".tk-taught-part").count() == 4
    start = page.locator("[data-act=first_start]")
    box = start.bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"], "the way on is in sight"
    counts = page.locator(".tk-taught-counts").bounding_box()
    assert counts["y"] + counts["height"] <= box["y"], "and covers no other choice"
    assert page.evaluate(NARROW)
    start.click()
    page.locator("[data-act=answer]").first.wait_for()
    met: list[str] = []
    for _ in range(6):
        now = explained_titles(page)
        full = page.locator(".tk-taught li > p > b:first-child, .tk-taught details[open]").count()
        assert full <= 1, "the answers stand below one rule at most"
        assert len(now) <= 7, "two, and what one needs to read the question"
        assert page.evaluate(ALL_TOLD), "nothing of what happened has scrolled away"
        assert not set(now) & set(met), "told twice"
        met += now
        assert page.evaluate(NARROW)
        asked = page.locator(".tk-play-now").inner_text()
        if page.locator("[data-key='group:'] [data-act=answer], [data-act=answer]").count():
            page.locator("[data-act=answer]").last.click()
        else:
            page.locator("[data-act=go_on]").click()
        until(lambda asked=asked: page.locator(".tk-play-now").inner_text() != asked, 15, "the next question")
    assert len(met) >= 3
    page.reload(wait_until="commit")
    settled(page)
    until(lambda: page.get_by_text("You are back where you were.").count(), 20, "the game goes on")
    assert page.locator(".tk-taught-screen").count() == 0
    kept = page.evaluate("Object.keys(localStorage).map(key => localStorage[key]).join('|')")
    assert "twingkit-met 1" in kept
    assert not set(explained_titles(page)) & set(met[:2]), "what was told before is known after a reload"


def test_a_game_with_styles_of_its_own_hides_nothing_of_what_has_happened(
    visit: Any, enter: Any, until: Any
) -> None:
    page = enter(visit(**PHONE), "imperium-first", "lang=en", begun=False)
    page.locator("[data-act=first_start]").click()
    digests = 0
    for _ in range(3):
        page.locator("[data-act=answer]").first.wait_for()
        assert page.evaluate(ALL_TOLD)
        digests += page.locator(".tk-play-digest").count()
        asked = page.locator(".tk-play-now").inner_text()
        page.locator("[data-act=answer]").first.click()
        until(lambda asked=asked: page.locator(".tk-play-now").inner_text() != asked, 15, "the next question")
    assert digests


def test_beside_what_lays_cards_every_tool_has_its_word(visit: Any, enter: Any) -> None:
    page = enter(visit(**PHONE), "first", "lang=de", begun=False)
    page.locator("[data-act=first_start]").click()
    page.locator("[data-act=answer][data-value$='attack p2']").click()
    lay = page.locator(".tk-play-main .tk-main")
    lay.wait_for()
    assert lay.inner_text() == "Erst Karten wählen"
    assert lay.get_attribute("aria-disabled") == "true"
    words = page.locator(".tk-play-tools .tk-button > span:not(.tk-sign):not(.tk-key)")
    assert words.count() == 6
    for box in (word.bounding_box() for word in words.all()):
        assert box["height"] > 9
        assert box["width"] > 20
    assert page.evaluate(NARROW)
