"""A battle of fleets against the computer as visitors play it: to its end by keyboard, by mouse on a phone.

The fixture `visit` fails every test whose page reports an error or asks another host for anything.
"""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser

BATTLE = "battle=space:_3_fighter_2_cruiser_vs_2_cruiser_1_destroyer&opponents=stated&seed=7"


def headline(page: Any) -> str:
    return str(page.locator(".tk-play-now h2").inner_text()).replace("\n", " ")


def state(page: Any) -> str:
    """What the page says is asked, and what happened: it changes with every answer."""
    return str(page.locator(".tk-play-now").inner_text() + page.locator(".tk-play-bar").inner_text())


def test_a_battle_by_keyboard_to_its_end(visit: Any, enter: Any, until: Any) -> None:
    page = enter(visit(), "imperium-play", f"{BATTLE}&lang=en")
    assert "the computer fires first: " in headline(page), "its barrage is looked at first"
    page.keyboard.press("n")
    until(lambda: headline(page) == "Do you fight on or announce a retreat?", 15, "the first question")
    assert page.locator("[data-key='answer:retreat']").is_visible()
    page.keyboard.press("h")
    page.locator("[data-key='hint']").wait_for()
    for _ in range(60):
        if "battle" in headline(page):
            break
        before = state(page)
        stays = page.locator("[data-key='answer:stay']").count()
        page.keyboard.press("0" if stays else "n")
        until(lambda before=before: state(page) != before, 15, f"a key goes on from {headline(page)}")
    assert headline(page) in ("You win the battle!", "You lose the battle.", "The battle is a tie.")
    page.keyboard.press("u")
    until(lambda: "battle" not in headline(page), 10, "the last answer is taken back")


def test_a_round_by_mouse_on_a_phone(visit: Any, enter: Any, until: Any) -> None:
    page = enter(visit(width=390, height=844), "imperium-play", f"{BATTLE}&seat=defender&lang=de")
    assert "Du verteidigst" in page.locator(".tk-play-goal").inner_text()
    assert headline(page) == "Wirf deine 2 Würfel."
    page.locator("[data-key='throw:']").click()
    page.locator("[data-key='go_on:']").click()
    page.locator("[data-key='answer:stay']").click()
    until(lambda: page.locator(".tk-ff-attacker .tk-d10").count() > 0, 15, "the computer's dice lie there")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("[data-key='tool:new']").click()
    page.locator("#tk-play-setup").select_option("landing")
    page.locator("[data-key='new:begin']").click()
    until(lambda: "auf dem Planeten" in page.locator(".tk-play-goal").inner_text(), 15, "a landing begins")
