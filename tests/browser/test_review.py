"""The review of a long game in the browser: progress, stop, “Try again”."""

from __future__ import annotations

from typing import Any

import pytest

from twingkit import ember, policies
from twingkit.core.links import pack_text

pytestmark = pytest.mark.browser


def test_a_long_review_can_be_stopped_and_goes_on(visit: Any, enter: Any, settled: Any) -> None:
    record = policies.play(ember.new_game(5, seed=3), ["greedy"] * 5).record  # a long game
    page = enter(visit(width=390, height=844), "review", f"game={pack_text(record)}&lang=en")
    page.locator("progress").wait_for()  # the link to a review requests its work
    page.locator("[data-act=stop_work]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-act=start_work]").wait_for()
    assert page.evaluate("document.activeElement !== document.body")
    page.locator("[data-act=start_work]").click()
    page.get_by_role("button", name="Look deeper").wait_for(timeout=120_000)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    again = page.get_by_role("link", name="Try again").first
    assert "seat=p" in str(again.get_attribute("href"))
    again.click()
    settled(page)
    assert "ember-play" in page.url
    page.get_by_text("active player").first.wait_for()
