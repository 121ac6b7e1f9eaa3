"""The fleet lab by mouse, by finger and by keys alone: fleets to build, and every question about them."""

from __future__ import annotations

from typing import Any

import pytest
from browser.alerts import one_clear_alert
from browser.test_lab import drag, middle, said, stands

from twingkit.core.language import localized
from twingkit.core.links import from_link, unpack_text
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit_widgets.panel.wording import percents

pytestmark = pytest.mark.browser

LINE = "space: 2 cruiser vs 1 dreadnought"
LINKED = "battle=space:_2_cruiser_vs_1_dreadnought&lang=en"
MIXED = "space: 3 fighter 1 cruiser 1 carrier vs 1 destroyer 1 dreadnought"


@localized
def wins(page: Any, line: str, lang: str | None = None) -> None:
    """The lab holds this battle, and shows what the core computes for it."""
    stands(page, line)
    found = odds(Battle.parse(line))
    shown = percents((found.win, found.tie, found.loss), 1)
    for part, number in zip(("win", "tie", "loss"), shown, strict=True):
        shows(page, f".tk-verdict-{part} b", number)


def shows(page: Any, selector: str, text: str) -> None:
    """Wait until the first element found has this text in it."""
    page.wait_for_function(
        "([selector, text]) => document.querySelector(selector)?.textContent.includes(text)",
        arg=[selector, text],
    )


def place_of(page: Any) -> str:
    """What the address bar says now of the battle, as a line."""
    return from_link(page.evaluate("new URLSearchParams(location.search).get('battle')"))


def tapped(visit: Any, enter: Any, query: str) -> Any:
    """The lab on a phone."""
    return enter(visit(width=390, height=844, has_touch=True, is_mobile=True), "imperium-battle", query)


@localized
def anew(page: Any, lang: str | None = None) -> None:
    """The lab holds the battle of the link again, for what comes next on the same page."""
    page.locator(".tk-lab-line input").fill(LINE)
    wins(page, LINE)


def order(page: Any, place: int) -> list[str]:
    """The classes of a side in the order in which they are lost."""
    found = page.locator(f"[data-drag^='loss:{place}:']").all()
    return [each.get_attribute("data-drag").rpartition(":")[2] for each in found]


# -- building


def test_on_a_phone_all_is_in_sight_and_what_is_tapped_stays_under_the_finger(visit: Any, enter: Any) -> None:
    """What each control does to a battle is held without a browser (`test_fleet_building`)."""
    page = tapped(visit, enter, "battle=space:_2_cruiser_vs_1_dreadnought&lang=de")
    wins(page, LINE, "de")
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
    page.locator("[data-key='faction:1']").select_option("letnev")
    stands(page, f"{LINE} @ letnev")
    page.locator("[data-act=nebula]").tap()
    wins(page, f"{LINE} @ letnev,nebula", "de")
    anew(page, "de")
    page.locator("[data-key='choose:0']").tap()
    chooser = page.get_by_role("region", name="Was hat der Angreifer noch?")
    chooser.get_by_role("searchbox").fill("morale")
    chooser.locator("[data-key='effect:0:mb']").tap()
    stands(page, f"{LINE[:16]} @ mb vs 1 dreadnought")
    page.locator("[data-key='chooser-close']").tap()
    chooser.wait_for(state="detached")
    page.locator("select[data-act=move_card]").select_option("2")
    wins(page, f"{LINE[:16]} @ mb:2 vs 1 dreadnought", "de")
    page.locator("[data-act=remove_card]").tap()
    stands(page, LINE)
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


def test_a_battle_is_built_and_gone_through_and_is_there_after_a_reload(
    visit: Any, enter: Any, settled: Any, until: Any
) -> None:
    page = enter(visit(height=1500), "imperium-battle", LINKED)
    builds_by_keys_alone_and_by_dragging(page)
    anew(page)
    page.locator("[data-key='tab:steps']").click()
    looks_what_if_and_chooses_another_language(page)
    page.locator(".tk-lab-line input").fill(MIXED)  # of another battle nothing has happened yet
    wins(page, MIXED)
    anew(page)
    goes_through_by_keys_and_comes_back(page, settled, until)


def builds_by_keys_alone_and_by_dragging(page: Any) -> None:
    """Build a battle in the lab."""
    page.locator("[data-act=more][data-value='0:fighter']").focus()
    page.keyboard.press("Enter")
    wins(page, "space: 1 fighter 2 cruiser vs 1 dreadnought")
    assert page.evaluate("document.activeElement.dataset.value") == "0:fighter", "the focus stays"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.act") == "fewer"
    page.keyboard.press("Space")
    wins(page, LINE)
    page.locator("[data-act=fewer][data-value='0:cruiser']").focus()
    page.keyboard.press("Delete")
    stands(page, "space: nothing vs 1 dreadnought")
    said(page, "as soon as both sides have a unit")
    page.keyboard.press("u")
    wins(page, LINE)
    said(page, "Your last change is undone.")
    drag(page, "[data-key='unit:1:fighter'] [data-drag]", ".tk-fleet-half[data-drop='1']")
    wins(page, "space: 2 cruiser vs 1 fighter 1 dreadnought")
    drag(page, ".tk-fleet-half [data-drag='0:cruiser']", "[data-key='side:1'] .tk-build-head")
    wins(page, "space: 1 cruiser vs 1 fighter 1 cruiser 1 dreadnought")
    drag(page, "[data-key='unit:0:flagship'] [data-drag]", ".tk-fleet-half[data-drop='0']")
    alert = page.locator(".tk-lab-refused [role=alert]")
    alert.wait_for()
    assert "IM-UNIT-13" in alert.inner_text(), "whose flagship?"
    stands(page, "space: 1 cruiser vs 1 fighter 1 cruiser 1 dreadnought")
    page.keyboard.press("Escape")
    alert.wait_for(state="detached")
    assert page.locator(".tk-ghost").count() == 0


# -- links


def test_the_lab_works_after_a_battle_that_is_none_its_questions_are_asked_and_linked(
    visit: Any, enter: Any, settled: Any
) -> None:
    window = visit(height=1400)
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    none = "%3Cscript%3Ealert(1)%3C/script%3E" + "%205%20fighter" * 900
    page = enter(window, "imperium-battle", f"battle={none}&lang=en")
    one_clear_alert(page, "<script>")
    page.locator(".tk-lab-line input").fill(MIXED)
    wins(page, MIXED)
    page.locator("[data-key='tab:casualties']").click()
    changes_the_order_of_losses(page)
    page.locator(".tk-lab-line input").fill(MIXED)
    wins(page, MIXED)
    page.locator("[data-key='tab:retreat']").click()
    slides_the_line_of_a_retreat(page)
    links(page, visit().page, settled)
    page = enter(window, "imperium-battle", "lang=en")
    wins(page, LINKED_TO)
    page.get_by_role("tab", name="Should I retreat?", selected=True).wait_for()
    assert "You are back where you were." in page.inner_text("body")


LINKED_TO = "space: 3 fighter 1 cruiser 1 carrier vs 1 destroyer 1 cruiser 1 dreadnought"


def links(page: Any, other: Any, settled: Any) -> None:
    """What was asked is in the address, and a link opens it on another page."""
    slider = page.get_by_role("slider")
    page.wait_for_function("document.querySelector('[type=range]').value === '20'")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("new URLSearchParams(location.search).get('retreat') === '1:35'")
    page.locator("[data-act=more][data-value='1:cruiser']").click()
    page.wait_for_function("new URLSearchParams(location.search).get('battle').includes('1_cruiser_1_dread')")
    assert place_of(page) == LINKED_TO
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied").first.wait_for()
    address = page.evaluate("navigator.clipboard.readText()")
    page.wait_for_function("(localStorage['tk-state:imperium-battle'] ?? '').includes('1 cruiser 1 dread')")
    other.goto(address, wait_until="commit")
    settled(other)
    wins(other, LINKED_TO)
    assert other.get_by_role("slider").input_value() == "35"


# -- round by round


STEP = (
    "() => parseInt(document.querySelector('.tk-play-now > .tk-label')"
    "?.textContent.match(/(?:Step|Schritt) (\\d+)/)?.[1]) || 0"
)
TOLD = ".tk-play-digest"
HITS = ".tk-ff-attacker .tk-cast-hits"


def go(page: Any, key: str) -> int:
    """Press a key of the steps, and wait for the step that it leads to."""
    before = page.evaluate(STEP)
    page.keyboard.press(key)
    page.wait_for_function(f"was => ({STEP})() !== was", arg=before)
    return int(page.evaluate(STEP))


def roll(page: Any, dice: str) -> None:
    """Type what was rolled."""
    before = page.evaluate(STEP)
    page.get_by_text("Use real dice").click()
    form = page.locator("[data-key='steps_dice:form']")
    form.locator("input").fill(dice)
    form.get_by_role("button").click()
    page.wait_for_function(f"was => ({STEP})() !== was", arg=before)


def rolls(page: Any) -> int:
    """How many rolls the record in the address bar has."""
    game = page.evaluate("new URLSearchParams(location.search).get('game')")
    return unpack_text(game).count(": roll ") if game else 0


def goes_through_by_keys_and_comes_back(page: Any, settled: Any, until: Any) -> None:
    """Go through a battle to its end; it is there after a reload on the way."""
    page.locator("[data-key=steps_next]").focus()
    go(page, "n")
    go(page, "n")
    step = go(page, "n")
    shown_text = page.locator(TOLD).inner_text()
    assert "The attacker rolls" in shown_text
    go(page, "n")
    until(lambda: rolls(page) == 2, 20, "the address bar names the second roll")
    assert go(page, "u") == step
    assert page.locator(TOLD).inner_text() == shown_text, "the same dice lie there again"
    stands(page, LINE)
    until(lambda: rolls(page) == 1, 20, "and then no more")
    page.reload(wait_until="commit")
    settled(page)
    page.locator(TOLD).wait_for()
    assert page.locator(TOLD).inner_text() == shown_text
    page.keyboard.press("e")
    page.locator("[data-act=steps_again]").wait_for()


def looks_what_if_and_chooses_another_language(page: Any) -> None:
    """What if a die had shown another number? The other language keeps the battle and its step."""
    page.locator("[data-key=steps_next]").focus()
    go(page, "n")
    go(page, "n")
    roll(page, "1 1")
    shows(page, HITS, "no hit")
    page.locator(".tk-ff-attacker button.tk-d10").first.click()
    chooser = page.locator("[data-key='steps_what-if']")
    chooser.wait_for()
    assert chooser.locator("[aria-pressed=true]").get_attribute("data-key") == "steps_face:1", "what fell"
    chooser.locator("[data-key='steps_face:1']").focus()
    page.keyboard.press("End")
    page.wait_for_function("document.activeElement.dataset.key === 'steps_face:10'")
    page.keyboard.press("Enter")
    chooser.wait_for(state="detached")
    shows(page, HITS, "1 hit")
    assert page.evaluate("!!document.activeElement.closest('.tk-lab')"), "the focus stays in the lab"
    page.locator("[data-act=steps_really]").click()
    shows(page, HITS, "no hit")
    step = page.evaluate(STEP)
    for lang in ("de", "en"):
        page.locator(f".tk-frame-language[lang={lang}]").dispatch_event("click")
        page.locator(f".tk-lab:lang({lang})").wait_for()
        wins(page, LINE, lang)
        page.locator(TOLD).wait_for()
        assert page.evaluate(STEP) == step > 0
        assert page.locator(".tk-alert:visible").count() == 0
        page.wait_for_function("lang => location.pathname === `/${lang}/imperium-battle/`", arg=lang)


# -- which ships do I lose first?


def changes_the_order_of_losses(page: Any) -> None:
    """By keys and by dragging; the odds follow."""
    page.locator("[data-drag^='loss:0:']").first.wait_for()
    assert order(page, 0) == ["fighter", "cruiser", "carrier"]
    earlier = page.locator("[data-act=earlier][data-value='0:carrier']")
    earlier.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "document.querySelectorAll(\"[data-drag^='loss:0:']\")[1].dataset.drag.endsWith('carrier')"
    )
    assert page.evaluate("document.activeElement.dataset.value") == "0:carrier", "the focus goes along"
    changed = page.locator(".tk-lab-line input").input_value()
    assert changed != MIXED
    wins(page, changed)
    page.keyboard.press("u")
    wins(page, MIXED)
    assert order(page, 0) == ["fighter", "cruiser", "carrier"]
    page.locator(".tk-plan-order").first.evaluate("each => each.scrollIntoView({ block: 'center' })")
    drag(page, "[data-drag='loss:0:carrier'] .tk-plan-words", "[data-drag='loss:0:fighter'] .tk-plan-words")
    page.wait_for_function(
        "document.querySelectorAll(\"[data-drag^='loss:0:']\")[0].dataset.drag.endsWith('carrier')"
    )
    assert order(page, 0) == ["carrier", "fighter", "cruiser"]
    wins(page, page.locator(".tk-lab-line input").input_value())
    drag(page, "[data-drag='loss:0:carrier'] .tk-plan-words", "[data-drag='loss:1:destroyer']", drop=False)
    assert page.locator("[data-drag='loss:1:destroyer']").get_attribute("data-over") == "no"
    page.keyboard.press("Escape")
    page.mouse.up()
    assert order(page, 1) == ["destroyer", "dreadnought"]


# -- should I retreat? what do I need? the whole landing


def slides_the_line_of_a_retreat(page: Any) -> None:
    """To both ends, and for the other side; its picture is there."""
    slider = page.get_by_role("slider", name="The attacker retreats when the chance to win falls below")
    assert slider.input_value() == "20"
    slider.focus()
    page.keyboard.press("End")
    shows(page, ".tk-plan-slider output", "100%")
    shows(page, ".tk-plan-told", "Limit 100%")
    assert slider.get_attribute("aria-valuetext") == "100%"
    page.keyboard.press("Home")
    shows(page, ".tk-plan-slider output", "0%")
    page.locator("[data-act=who_leaves][data-value='1']").click()
    page.get_by_role("slider", name="The defender retreats when the chance to win falls below").wait_for()
    picture = page.locator(".tk-plot-place")
    picture.scroll_into_view_if_needed()
    picture.locator(".main-svg").first.wait_for()
