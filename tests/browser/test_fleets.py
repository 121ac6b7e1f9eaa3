"""The fleet lab by touch, keyboard and mouse: what only a browser can test.

What each control does to a battle is held without a browser (`test_fleet_building`, `test_plan`).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from browser.test_lab import drag, middle, stands

from twingkit.core.links import to_link_value

pytestmark = pytest.mark.browser

LINE = "space: 2 cruiser vs 1 dreadnought"
LINKED = f"battle={to_link_value(LINE)}"
MIXED = "space: 3 fighter 1 cruiser 1 carrier vs 1 destroyer 1 dreadnought"


def order(page: Any, place: int) -> list[str]:
    """Return the classes of a side in the order in which they are lost."""
    found = page.locator(f"[data-drag^='loss:{place}:']").all()
    return [each.get_attribute("data-drag").rpartition(":")[2] for each in found]


def test_on_a_phone_all_is_in_sight_and_what_is_tapped_stays_under_the_finger(visit: Any, enter: Any) -> None:
    window = visit(width=390, height=844, has_touch=True, is_mobile=True)
    page = enter(window, "imperium-battle", f"{LINKED}&lang=de")
    stands(page, LINE)
    damaged, better = (
        page.locator(f"[data-key='{key}:1:dreadnought']").bounding_box() for key in ("hurt", "upgrade")
    )
    assert damaged["y"] >= better["y"] + better["height"], "it lies below the other button, not behind it"
    page.locator(".tk-lab-panel").get_by_role("button", name="Tabelle zeigen").tap()
    heads = page.locator(".tk-fleet-every thead th")
    heads.first.wait_for()
    table = page.locator(".tk-plot-table", has=heads).bounding_box()
    last = heads.filter(has_text="diger hat gewonnen").bounding_box()
    assert last["x"] + last["width"] <= table["x"] + table["width"] + 1
    units = {"fighter": 0, "cruiser": 2}
    for name in ("fighter", "fighter", "cruiser"):  # the first adds a line, the others a unit
        selector = f"[data-act=more][data-value='0:{name}']"
        page.locator(selector).evaluate("each => each.scrollIntoView({ block: 'center' })")
        across, was = middle(page, selector)
        page.touchscreen.tap(across, was)
        units[name] += 1
        stands(page, f"space: {units['fighter']} fighter {units['cruiser']} cruiser vs 1 dreadnought")
        _, now = middle(page, selector)
        assert abs(now - was) < 2, units


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_head_of_an_emptied_side_fits_on_a_phone(visit: Any, enter: Any, lang: str) -> None:
    page = enter(visit(width=360), "imperium-battle", f"{LINKED}&lang={lang}")
    page.locator("[data-act=empty]").click()
    page.locator(".tk-build-head [data-act=undo]").nth(1).wait_for()
    heads = page.locator(".tk-build-head").evaluate_all(
        """heads => heads.map(head => [...head.children].map(part => {
             const { left, right, top, bottom } = part.getBoundingClientRect();
             return { left, right, top, bottom, cut: part.scrollWidth > part.clientWidth };
           }))"""
    )
    for parts in heads:
        assert not any(part["cut"] for part in parts)
        for one, other in combinations(parts, 2):
            beside = one["right"] <= other["left"] or other["right"] <= one["left"]
            assert beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_a_fleet_is_built_by_keys_alone_and_by_dragging(visit: Any, enter: Any) -> None:
    page = enter(visit(height=1500), "imperium-battle", f"{LINKED}&lang=en")
    page.locator("[data-act=more][data-value='0:fighter']").focus()
    page.keyboard.press("Enter")
    stands(page, "space: 1 fighter 2 cruiser vs 1 dreadnought")
    assert page.evaluate("document.activeElement.dataset.value") == "0:fighter", "the focus stays"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.act") == "fewer"
    page.keyboard.press("Space")
    stands(page, LINE)
    drag(page, "[data-key='unit:1:fighter'] [data-drag]", ".tk-fleet-half[data-drop='1']")
    stands(page, "space: 2 cruiser vs 1 fighter 1 dreadnought")
    drag(page, ".tk-fleet-half [data-drag='0:cruiser']", "[data-key='side:1'] .tk-build-head")
    stands(page, "space: 1 cruiser vs 1 fighter 1 cruiser 1 dreadnought")


def test_the_order_of_losses_is_changed_by_keys_and_by_dragging(visit: Any, enter: Any) -> None:
    page = enter(
        visit(height=1400), "imperium-battle", f"battle={to_link_value(MIXED)}&view=casualties&lang=en"
    )
    assert order(page, 0) == ["fighter", "cruiser", "carrier"]
    earlier = page.locator("[data-act=earlier][data-value='0:carrier']")
    earlier.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "document.querySelectorAll(\"[data-drag^='loss:0:']\")[1].dataset.drag.endsWith('carrier')"
    )
    assert page.evaluate("document.activeElement.dataset.value") == "0:carrier", "the focus goes along"
    page.keyboard.press("u")
    stands(page, MIXED)
    assert order(page, 0) == ["fighter", "cruiser", "carrier"]
    page.locator(".tk-plan-order").first.evaluate("each => each.scrollIntoView({ block: 'center' })")
    drag(page, "[data-drag='loss:0:carrier'] .tk-plan-words", "[data-drag='loss:0:fighter'] .tk-plan-words")
    page.wait_for_function(
        "document.querySelectorAll(\"[data-drag^='loss:0:']\")[0].dataset.drag.endsWith('carrier')"
    )
    assert order(page, 0) == ["carrier", "fighter", "cruiser"]
    drag(page, "[data-drag='loss:0:carrier'] .tk-plan-words", "[data-drag='loss:1:destroyer']", drop=False)
    assert page.locator("[data-drag='loss:1:destroyer']").get_attribute("data-over") == "no"
    page.keyboard.press("Escape")
    page.mouse.up()
    assert order(page, 1) == ["destroyer", "dreadnought"]


def test_the_limit_of_a_retreat_is_slid_by_keys_and_read_out(visit: Any, enter: Any) -> None:
    page = enter(visit(), "imperium-battle", f"{LINKED}&view=retreat&lang=en")
    slider = page.get_by_role("slider", name="The attacker retreats when the chance to win falls below")
    slider.focus()
    page.keyboard.press("End")
    page.locator(".tk-plan-slider output", has_text="100%").wait_for()
    assert slider.get_attribute("aria-valuetext") == "100%"
