"""The battle lab by mouse, touch and keyboard: dragged cards, what stays visible, saved charts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser.waiting import still

pytestmark = pytest.mark.browser

LINE = "F: F5 F3 + F4 vs W: W6 W4"
LINKED = "battle=F:_F5_F3_~_F4_vs_W:_W6_W4&lang=en"


def stands(page: Any, line: str) -> None:
    """Check that the lab holds this battle."""
    page.wait_for_function("line => document.querySelector('.tk-lab-line input').value === line", arg=line)


def begins_anew(page: Any) -> None:
    """Put the battle of the link back into the lab, for the next test on the same page."""
    page.locator(".tk-lab-line input").fill(LINE)
    stands(page, LINE)
    page.evaluate("scrollTo(0, 0)")
    still(page)


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, source: str, target: str, drop: bool = True) -> None:
    """Drag with the mouse in steps, like a person."""
    page.locator(source).first.hover()  # waits until it no longer moves
    page.mouse.down()
    page.mouse.move(*middle(page, target), steps=6)
    page.locator(".tk-ghost").wait_for()
    if drop:
        page.mouse.up()


def test_a_battle_is_built_by_dragging_and_what_is_against_a_rule_stays_where_it_was(
    visit: Any, enter: Any
) -> None:
    page = enter(visit(height=1100), "battle-lab", LINKED)
    drag(page, "[data-drag='box:F2']", "[data-key='zone:0:laid'] .tk-zone-head")
    stands(page, "F: F5 F3 F2 + F4 vs W: W6 W4")
    drag(page, "[data-drag='0:s2']", "[data-key='zone:0:held']")
    page.locator("[data-drag='0:h0']").wait_for()
    stands(page, "F: F5 F3 + F4; hand F2 vs W: W6 W4")
    drag(page, "[data-drag='0:h0']", ".tk-tray")
    page.locator("[data-drag='0:h0']").wait_for(state="detached")
    drag(page, "[data-drag='1:s1']", ".tk-tray")
    stands(page, "F: F5 F3 + F4 vs W: W6")
    assert page.locator(".tk-ghost").count() == 0
    begins_anew(page)
    drag(page, "[data-drag='1:s0']", "[data-key='zone:0:laid'] .tk-zone-head")
    alert = page.locator(".tk-lab-refused [role=alert]")
    alert.wait_for()
    assert "All spells of one side must have" in alert.inner_text()
    assert "TW-BAT-1" in alert.inner_text()
    stands(page, "F: F5 F3 + F4 vs W: W6 W4")
    box = alert.bounding_box()
    assert box["y"] + box["height"] <= 1100, "it is in sight"
    page.keyboard.press("Escape")
    alert.wait_for(state="detached")
    drag(page, "[data-drag='0:s0']", "[data-key='zone:1:laid']", drop=False)
    assert page.locator("[data-key='zone:1:laid']").get_attribute("data-over") == "no", "and it shows before"
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.locator(".tk-ghost").count() == 0
    drag(page, "[data-drag='0:s0']", ".tk-frame")
    still(page)
    stands(page, "F: F5 F3 + F4 vs W: W6 W4")
    # and the box stands still while cards come and go
    place = "document.querySelector('.tk-tray').getBoundingClientRect().top + scrollY"
    before = page.evaluate(place)
    for key, line in (
        ("target:0:held", "F: F5 F3 + F4 vs W: W6 W4"),
        ("box:F6", "F: F5 F3 + F4; hand F6 vs W: W6 W4"),
        ("more:1:hidden", "F: F5 F3 + F4; hand F6 vs W: W6 W4 & ?"),
        ("target:0:laid", "F: F5 F3 + F4; hand F6 vs W: W6 W4 & ?"),
        ("box:+F4M", "F: F5 F3 + F4M F4; hand F6 vs W: W6 W4 & ?"),
        ("box:+F3", "F: F5 F3 + F4M>F3 F4; hand F6 vs W: W6 W4 & ?"),
        ("clear:0", "F: hand nothing vs W: W6 W4 & ?"),
    ):
        page.locator(f"[data-key='{key}']").first.click()
        stands(page, line)
        assert abs(page.evaluate(place) - before) < 2, key


def test_cards_are_tapped_and_dragged_by_a_finger_and_stay_under_it_and_both_bars_stay_in_sight(
    visit: Any, enter: Any
) -> None:
    window = visit(width=390, height=844, has_touch=True, is_mobile=True)
    page = enter(window, "battle-lab", LINKED)
    stays_under_the_finger(page)
    begins_anew(page)
    page.locator("[data-key='box:F2']").tap()
    stands(page, "F: F5 F3 F2 + F4 vs W: W6 W4")
    page.locator("[data-key='card:0:s2']").tap()
    stands(page, "F: F5 F3 + F4 vs W: W6 W4")
    page.locator("[data-key='target:1']").tap()
    page.locator("[data-key='box:W1']").tap()
    stands(page, "F: F5 F3 + F4 vs W: W6 W4 W1")
    page.locator("[data-key='zone:1:laid']").evaluate("each => each.scrollIntoView({ block: 'center' })")
    still(page)  # a finger comes down on what stands still
    fingers = page.context.new_cdp_session(page)
    source, target = middle(page, "[data-key='card:1:s2']"), middle(page, "[data-key='zone:1:held']")

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    touch("touchStart", source)
    page.locator(".tk-ghost").wait_for()
    for share in (0.3, 0.7, 1):
        touch("touchMove", tuple(a + (b - a) * share for a, b in zip(source, target, strict=True)))
    touch("touchEnd")
    page.locator("[data-drag='1:h0']").wait_for()
    stands(page, "F: F5 F3 + F4 vs W: W6 W4; hand W1")
    begins_anew(page)
    page.locator("[data-key='tab:whatif']").tap()
    for side in (0, 1):
        face = page.locator(f"[data-act=if_face][data-value='{side}:Spiral']")
        face.evaluate("each => each.scrollIntoView({ block: 'end' })")
        face.tap()
        face.and_(page.locator("[aria-pressed=true]")).wait_for()
        still(page)
        for bar in page.locator(".tk-if-bar").all():
            box = bar.bounding_box()
            assert 0 <= box["y"] < face.bounding_box()["y"] - box["height"]
            assert bar.locator("b").inner_text().endswith("%")
            assert bar.locator(".tk-bar").bounding_box()["width"] > 80


def stays_under_the_finger(page: Any) -> None:
    """Check that a tapped card stays under the finger, does not look chosen later, and that the help explains
    cards, not keys."""
    page.locator("[data-key='objects:0'] summary").tap()
    for key, then in (("target:1", "brief:0"), ("target:0", "brief:1"), ("box:F1", "card:0:s2")):
        page.locator(f"[data-key='{key}']").evaluate("each => each.scrollIntoView({ block: 'center' })")
        still(page)
        _, was = middle(page, f"[data-key='{key}']")
        page.locator(f"[data-key='{key}']").tap()
        page.locator(f"[data-key='{then}']").wait_for()
        still(page)
        _, now = middle(page, f"[data-key='{key}']")
        assert abs(now - was) < 2, key
    ground = "each => getComputedStyle(each).backgroundColor"
    boots = page.locator("[data-key='object:0:boots']")
    other = page.locator("[data-key='object:0:bra']").evaluate(ground)
    boots.tap()
    page.locator("[data-key='object:0:boots'][aria-pressed=true]").wait_for()
    assert page.locator("[data-key='power:0:boots']").is_visible()
    boots.tap()
    page.locator("[data-key='object:0:boots'][aria-pressed=false]").wait_for()
    still(page)
    assert boots.evaluate(ground) == other
    # the help on a phone explains the cards, and no keys
    page.locator(".tk-frame-help").tap()
    dialog = page.locator("dialog[open]")
    dialog.wait_for()
    shown_text = dialog.inner_text()
    for word in ("Undo", "mount", "Black cat", "Trap", "Sun", "Cross", "Spiral"):
        assert word in shown_text
    assert dialog.locator("kbd:visible").count() == 0
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")


def test_cards_are_put_in_and_taken_away_and_tabs_opened_by_keys_alone(visit: Any, enter: Any) -> None:
    page = enter(visit(), "battle-lab", LINKED)
    page.locator("[data-key='box:F1']").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.value") == "box:F2"
    page.keyboard.press("Enter")
    stands(page, "F: F5 F3 F2 + F4 vs W: W6 W4")
    assert page.evaluate("document.activeElement.dataset.value") == "box:F2", "the focus stays"
    page.locator("[data-key='card:0:s0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("Delete")
    stands(page, "F: F5 F3 F2 vs W: W6 W4")
    assert page.evaluate("!!document.activeElement.closest('.tk-zone')"), "the focus stays in the zone"
    page.get_by_role("tab", name="What are my odds?").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="What should I play?", selected=True).wait_for()


def test_a_chart_is_saved_as_a_table_a_picture_and_a_page(visit: Any, enter: Any) -> None:
    page = enter(visit(), "battle-lab", f"{LINKED}&view=charts")
    page.get_by_role("button", name="Table by points").click()
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    for name, ending, begins in (
        ("Save as table", "csv", b"\xef\xbb\xbfx,y,win"),
        ("Save as picture", "png", b"\x89PNG"),
        ("Save as page", "html", b"<!DOCTYPE html>"),
    ):
        with page.expect_download() as kept:
            page.get_by_role("button", name=name).click()
        assert kept.value.suggested_filename == f"twingkit-points.{ending}"
        assert Path(kept.value.path()).read_bytes().startswith(begins)
