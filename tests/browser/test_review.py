"""The review of a game in the browser: progress, stop, “Try again”, practice, the keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from browser.waiting import still

from twingkit import ember, policies, twing
from twingkit.core.links import pack_text

pytestmark = pytest.mark.browser

BATTLE = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2").record


def test_a_short_game_is_reviewed_tried_again_and_practised(visit: Any, enter: Any, settled: Any) -> None:
    page = enter(visit(width=390, height=844), "review", "lang=en")
    page.locator("textarea[name=record]").fill(BATTLE)
    page.get_by_role("button", name="Review this game").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Mistakes").wait_for()
    still(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("button", name="Let me answer").focus()
    page.keyboard.press("Space")
    page.locator("[data-act=guess]").first.wait_for()
    page.locator("[data-act=guess]").last.focus()
    page.keyboard.press("Enter")
    page.locator("li[data-key='mistake:1'] details").wait_for()
    focused = page.evaluate("document.activeElement.closest('.tk-review') !== null")
    assert focused, "the focus stays in the review when its button has gone"
    practise = page.locator("[data-act=practise]")
    if practise.count():  # a wrong guess has noted it already
        practise.focus()
        page.keyboard.press("Enter")
    page.get_by_role("link", name="Practise now").wait_for()
    page.get_by_role("link", name="Practise now").click()
    settled(page)
    page.get_by_text("again").first.wait_for()
    page.go_back()
    settled(page)
    page.get_by_role("link", name="Try again").click()
    settled(page)
    assert "battle-lab" in page.url


def test_a_long_review_can_be_stopped_and_goes_on(visit: Any, enter: Any, settled: Any) -> None:
    record = policies.play(ember.new_game(5, seed=3), ["greedy"] * 5).record  # a long game
    page = enter(visit(), "review", f"game={pack_text(record)}&lang=en")
    page.locator("progress").wait_for()  # the link to a review requests its work
    page.locator("[data-act=stop_work]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-act=start_work]").wait_for()
    assert page.evaluate("document.activeElement !== document.body")
    page.locator("[data-act=start_work]").click()
    page.get_by_role("button", name="Look deeper").wait_for(timeout=120_000)
    again = page.get_by_role("link", name="Try again").first
    assert "seat=p" in str(again.get_attribute("href"))
    again.click()
    settled(page)
    assert "ember-play" in page.url
    page.get_by_text("active player").first.wait_for()
