"""A game at a real table, as somebody types it on a phone."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 780, "has_touch": True}

NARROW = "document.documentElement.scrollWidth <= innerWidth"

TAPS = [
    *[("way", f"p{seat}: character {element}") for seat, element in ((1, "F"), (2, "W"))],
    *[("way", "p1: draw ?")] * 2, ("way", "p1: draw creature …"), ("letter", "F"), ("card", "F4M"),
    *[("way", "p2: draw ?")] * 3, ("way", "p1: object hat"), ("way", "p1: object socks"),
    ("way", "p1: roll 3"), ("way", "p2: roll Sun"), ("way", "p1: draw ?"), ("way", "p1: attack p2"),
    ("way", "p1: lay …"), ("letter", "F"), ("card", "F5"), ("card", "+ F4M"),
]  # fmt: skip
"""The taps of a set-up and the first lay: an action, and what its button says."""


def test_a_battle_is_tapped_in_on_a_phone_and_a_reload_keeps_it(
    visit: Any, enter: Any, until: Any, settled: Any
) -> None:
    page = enter(visit(**PHONE), "referee", "lang=en", begun=False)
    page.locator("[data-key='submit:begin']").tap()
    for act, value in TAPS:
        said = f"[data-act='{act}'][data-value='{value}']"
        before = page.locator(".tk-referee").inner_html()
        page.locator(said).first.tap()
        until(lambda old=before: page.locator(".tk-referee").inner_html() != old, 15, f"{act} {value}")
        assert page.evaluate(NARROW), value
    record = page.locator(".tk-referee-lines").text_content()
    assert record.endswith("p1: attack p2\np1: lay F5 + F4M\n")
    page.reload(wait_until="commit")  # the page goes on coming until its kernel has started
    page.locator(".tk-referee-lines").wait_for(state="attached")
    assert page.locator(".tk-referee-lines").text_content() == record
