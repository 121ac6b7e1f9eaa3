"""The reference in use: found by keyboard, run in the page, copied, linked, and read on a phone."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from browser.site_map import PAGES

pytestmark = pytest.mark.browser


def test_a_name_is_found_opened_and_run_by_keyboard(visit: Any, enter: Any, until: Any) -> None:
    page = enter(visit(), PAGES["reference"])
    page.get_by_label("Search: a name, a word, a rule").focus()
    page.keyboard.type("odds many")
    page.locator(".tk-ref-names button").first.and_(page.locator("[data-value='twing.odds_many']")).wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.value") == "twing.odds_many", "the best first"
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="twing.odds_many").wait_for()
    page.keyboard.press("r")
    page.get_by_role("heading", name="What came out").wait_for()
    assert "0.694" in page.inner_text(".tk-ref-outcome pre")
    assert page.locator(".tk-ref-table tbody tr").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert parse_qs(urlsplit(page.url).query)["name"] == ["twing.odds_many"]
    told = page.inner_text(".tk-ref-head h2")
    page.keyboard.press("n")
    until(lambda: page.inner_text(".tk-ref-head h2") != told, 20, "the next name")
    page.go_back()
    until(lambda: page.inner_text(".tk-ref-head h2") == told, 20, "back to where one was")


def test_an_example_is_copied_as_code_that_runs(visit: Any, enter: Any) -> None:
    window = visit()
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = enter(window, "reference", "name=twing.faces_but&lang=en")
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("from twingkit.twing import face_text, faces_but\n")
    assert ">>>" not in copied


def test_a_rule_leads_to_the_rulebook(visit: Any, enter: Any, settled: Any) -> None:
    page = enter(visit(), "reference", "name=twing.odds_many&lang=de")
    page.locator(".tk-ref-text a.tk-rule").first.click()
    page.wait_for_url("**/rulebook/?rule=TW-BAT-16*")
    settled(page)
    assert page.locator(".tk-book-rule h2").inner_text() == "Kritische Ergebnisse"


def test_on_a_phone_a_name_stands_in_the_place_of_the_list(visit: Any, enter: Any) -> None:
    page = enter(visit(width=360, height=740, has_touch=True, is_mobile=True), "reference", "lang=en")
    page.get_by_text("What to play").first.tap()
    page.locator(".tk-ref-item[data-value='twing.advise']").tap()
    page.get_by_role("heading", name="twing.advise").wait_for()
    assert not page.locator(".tk-ref-list").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-key=close]").tap()
    page.locator(".tk-ref-list").wait_for()
    assert page.evaluate("document.activeElement.dataset.value") == "twing.advise"


def test_a_link_to_a_name_that_there_is_not_offers_others(visit: Any, enter: Any) -> None:
    page = enter(visit(), "reference", "name=ods_many%3Cb%3E&lang=en")
    assert "“ods_many<b>”" in page.locator(".tk-alert:visible").inner_text()
    page.locator(".tk-alert:visible").get_by_role("button", name="twing.odds_many").click()
    page.get_by_role("heading", name="twing.odds_many").wait_for()
    assert page.locator(".tk-alert:visible").count() == 0
