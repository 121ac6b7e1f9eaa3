"""A game at a real table, typed in on a phone."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 780, "has_touch": True}

NARROW = "document.documentElement.scrollWidth <= innerWidth"

ASKED = """() => {
  const { nodeName, dataset } = document.activeElement;
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  return nodeName === "H2" && "arrives" in dataset && top >= 0 && bottom <= innerHeight;
}"""
"""Returns whether the question has the focus and is visible."""

TAPS = [
    *[("answer", f"p{seat}: character {element}") for seat, element in ((1, "F"), (2, "W"))],
    *[("answer", "p1: draw ?")] * 2, ("answer", "p1: draw creature …"), ("letter", "F"), ("card", "F4M"),
    *[("answer", "p2: draw ?")] * 3, ("answer", "p1: object hat"), ("answer", "p1: object socks"),
    ("answer", "p1: roll 3"), ("answer", "p2: roll Sun"), ("answer", "p1: draw ?"),
    ("answer", "p1: attack p2"), ("answer", "p1: lay …"), ("letter", "F"), ("card", "F5"), ("card", "+ F4M"),
]  # fmt: skip
"""The taps of a set-up and the first lay: an action, and the text of its button."""


def test_a_battle_is_tapped_in_on_a_phone_and_a_reload_keeps_it(
    visit: Any, enter: Any, until: Any, settled: Any
) -> None:
    page = enter(visit(**PHONE), "referee", "lang=en", begun=False)
    page.locator("[data-key='submit:begin']").tap()
    until(lambda: page.evaluate(ASKED), 15, "the first question is in sight")
    for act, value in TAPS:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        said = f"[data-act='{act}'][data-value='{value}']"
        before = page.locator(".tk-referee").inner_html()
        page.locator(said).first.tap()
        until(lambda old=before: page.locator(".tk-referee").inner_html() != old, 15, f"{act} {value}")
        assert page.evaluate(NARROW), value
        if act != "letter":
            until(lambda: page.evaluate(ASKED), 5, f"what is asked after {value} is in sight")
    lines = page.locator(".tk-referee-lines code")
    record = lines.all_text_contents()
    assert record[-2:] == ["p1: attack p2", "p1: lay F5 + F4M"]
    page.reload(wait_until="commit")  # the page keeps loading until its kernel has started
    lines.first.wait_for(state="attached")
    assert lines.all_text_contents() == record
