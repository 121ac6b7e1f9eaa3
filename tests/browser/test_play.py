"""A game against the computer as visitors play it: by mouse, by keyboard, on a phone.

The fixture `visit` fails every test whose page reports an error or asks another host for anything.
"""

from __future__ import annotations

from typing import Any

import pytest
from browser.stand_in import WIDE

pytestmark = pytest.mark.browser

GAME = "seed=7&opponents=greedy&lang=en"
"""A game whose first turn is the Witch's, with a card of fire, water and air each, against a Mage."""

COVERED = """(element) => {  // whether the middle of an element lies below something else
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return !(element === there || element.contains(there));
}"""


def headline(page: Any) -> str:
    return str(page.locator(".tk-play-now h2").inner_text()).replace("\n", " ")


def fight(page: Any) -> None:
    """Attack, lay the first spell, and pass until the battle is over."""
    page.locator("[data-key='answer:attack p2']").click()
    page.locator("[data-key='spell:0']").click()
    page.locator("[data-key='lay:']:not([aria-disabled])").click()
    page.locator("[data-key='go_on:']").wait_for()


def test_a_turn_by_mouse_once_the_visitor_has_pressed_start(
    visit: Any, enter: Any, until: Any, settled: Any
) -> None:
    page = enter(visit(), "play", GAME, begun=False)
    assert headline(page) == "The game can begin."
    assert "Who begins?" not in page.locator(".tk-play").inner_text(), "no die has been thrown"
    page.keyboard.press("n")
    until(lambda: headline(page) == "It is your turn: choose one action.", 15, "the first question")
    assert (
        "Your goal: own 3 magical objects, then beat everyone" in page.locator(".tk-play-goal").inner_text()
    )
    page.locator("[data-key='answer:attack p2']").click()
    until(lambda: headline(page) == "You attack the Mage: choose your cards.", 10, "the attack")
    page.locator("[data-key='spell:0']").click()
    verdict = page.locator(".tk-play-verdict")
    until(lambda: "Your cards: 2 points" in verdict.inner_text(), 10, "the points are counted live")
    page.locator("[data-key='spell:1']").click()
    until(lambda: "All spells of one side must have" in verdict.inner_text(), 10, "and judged")
    lay = page.locator("[data-key='lay:']")
    assert lay.get_attribute("aria-disabled") == "true"
    verdict.locator(".tk-rule-button").click()
    verdict.locator(".tk-opened").wait_for()
    page.locator("[data-key='spell:1']").click()
    page.locator("[data-key='lay:']:not([aria-disabled])").click()
    page.locator("[data-key='go_on:']").wait_for()
    assert headline(page) in ("You win this battle.", "You lose this battle.", "This battle is a tie.")
    assert page.locator(".tk-play-battle .tk-side-head .tk-die").count() >= 1
    story = page.locator(".tk-play-story")
    story.locator(".tk-told").first.click()
    story.locator(".tk-opened").wait_for()
    result = headline(page)
    page.reload(wait_until="commit")
    settled(page)
    until(lambda: page.get_by_text("You are back where you were.").count(), 20, "the game goes on")
    until(lambda: headline(page) == result, 10, "the result stays until it was read")
    page.locator("[data-key='tool:undo']").click()
    until(lambda: headline(page) == "You attack the Mage: choose your cards.", 10, "back to the cards")


CAPS = """() => [...document.querySelectorAll(".tk-panel .tk-key")]
  .filter((key) => key.checkVisibility())
  .map((key) => [getComputedStyle(key), getComputedStyle(key, "::before"), key.closest("button")])
  .map(([cap, sign, button]) => [
    parseFloat(cap.borderBottomWidth) > parseFloat(cap.borderTopWidth),
    sign.maskImage.startsWith("url(") && parseFloat(sign.width) > 8,
    button.hasAttribute("aria-keyshortcuts"),
  ])"""
"""Of each key on a button: whether it is a cap, whether a keyboard is drawn on it, whether it is read out."""


def test_a_key_on_a_button_is_the_cap_of_a_keyboard_and_no_number_of_the_game(visit: Any, enter: Any) -> None:
    caps = enter(visit(), "play", GAME).evaluate(CAPS)
    assert len(caps) > 3
    assert all(all(cap) for cap in caps), caps


def test_a_turn_by_keyboard_with_its_tools_and_the_help(visit: Any, enter: Any, until: Any) -> None:
    page = enter(visit(), "play", GAME)
    focus = "document.activeElement.dataset.key ?? document.activeElement.nodeName"
    page.keyboard.press("1")
    until(lambda: headline(page) == "You attack the Mage: choose your cards.", 10, "1 attacks")
    page.locator("[data-key='spell:0']").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focus) == "spell:1"
    page.keyboard.press("Space")
    page.locator("[data-key='spell:1'][aria-pressed=true]").wait_for()
    assert page.evaluate(focus) == "spell:1", "the card keeps the focus"
    page.keyboard.press("End")
    assert page.evaluate(focus).startswith("creature:"), "arrows go from the spells on to the creatures"
    page.keyboard.press("1")
    page.locator("[data-key='spell:0'][aria-pressed=true]").wait_for()
    page.keyboard.press("1")
    page.locator("[data-key='spell:0'][aria-pressed=false]").wait_for()
    page.keyboard.press("?")
    assert "h" in page.locator("dialog section dt").all_inner_texts(), "the help knows the keys of the page"
    page.keyboard.press("n")
    assert page.locator("dialog[open]").count() == 1, "keys mean nothing behind the help"
    page.get_by_role("button", name="More help for this page").click()
    page.locator("[data-key='drawer:help'] .tk-keys").wait_for()
    assert page.locator("dialog[open]").count() == 0
    page.keyboard.press("Escape")
    until(lambda: page.locator(".tk-play-drawer").count() == 0, 10, "Escape closes")
    page.keyboard.press("n")
    page.locator("[data-key='go_on:']").wait_for()
    until(lambda: page.evaluate(focus) == "H2", 10, "the headline has the focus, to be read out")
    page.keyboard.press("u")
    until(lambda: headline(page) == "You attack the Mage: choose your cards.", 10, "u takes back")
    page.keyboard.press("h")
    page.locator("[data-key='take_hint']").click()
    page.locator("[data-key='lay:']:not([aria-disabled])").wait_for()
    page.keyboard.press("n")
    page.locator("[data-key='go_on:']").wait_for()
    page.keyboard.press("w")
    page.locator("[data-key='drawer:dice']").wait_for()
    page.keyboard.press("Escape")
    until(lambda: page.locator(".tk-play-drawer").count() == 0, 10, "Escape closes")
    page.keyboard.press("n")
    until(lambda: page.locator("[data-key='go_on:']").count() == 0, 10, "n goes on")
    page.locator("[data-key='tool:new']").focus()
    page.keyboard.press("Enter")
    page.locator("[data-key='drawer:new']").wait_for()
    inside = "!!document.activeElement.closest('.tk-play-drawer')"
    until(lambda: page.evaluate(inside), 10, "the focus is in the tool")
    page.keyboard.press("Escape")
    until(lambda: page.evaluate("document.activeElement.dataset.key") == "tool:new", 10, "and back")


def test_another_face_of_the_die_and_back_and_another_game_and_back(
    visit: Any, enter: Any, until: Any
) -> None:
    page = enter(visit(), "play", GAME)
    fight(page)
    result = headline(page)
    for face, wanted in (("Sun", "You win this battle."), ("Cross", "You lose this battle.")):
        page.locator("[data-key='tool:dice']").click()
        page.locator("[data-act=face]").first.wait_for()
        page.locator(f"[data-act=face][data-value$=':{face}']").first.click()
        until(lambda wanted=wanted: headline(page) == wanted, 10, face)
    page.get_by_role("button", name="Back to the real game").click()
    until(lambda: headline(page) == result, 10, "as it really was")
    page.locator("[data-key='tool:save']").click()
    kept = page.locator("[data-key='save:text']").input_value()
    assert kept.startswith("twingkit-play 1 seat=p1")
    page.locator("[data-key='tool:new:open']").or_(page.locator("[data-key='tool:new']")).click()
    page.locator("#tk-play-players").select_option("4")
    page.locator("#tk-play-seed").fill("many")
    page.locator("[data-key='new:begin']").click()
    page.locator(".tk-play-drawer [role=alert]").wait_for()
    assert page.locator("#tk-play-seed").input_value() == "many"
    assert page.locator("#tk-play-players").input_value() == "4"
    page.locator("#tk-play-seed").fill("3")
    page.locator("[data-key='new:begin']").click()
    until(lambda: page.locator(".tk-play-seat:not(.tk-play-middle)").count() == 4, 10, "four players")
    page.locator("[data-key='tool:save']").click()
    page.locator("#tk-play-load").fill(kept[:-30])
    page.locator("[data-key='save:use']").click()
    alert = page.locator(".tk-play-drawer [role=alert]")
    alert.wait_for()
    assert "damaged" in alert.inner_text()
    assert page.locator("#tk-play-load").input_value() == kept[:-30], "the text stays to be put right"
    page.locator("#tk-play-load").fill(kept)
    page.locator("[data-key='save:use']").click()
    until(lambda: page.locator(".tk-play-seat:not(.tk-play-middle)").count() == 2, 10, "the kept game")


def test_a_phone_shows_everything_large_enough_and_nothing_sideways(
    visit: Any, enter: Any, until: Any
) -> None:
    window = visit(width=360, height=740, has_touch=True, is_mobile=True)
    page = enter(window, "play", GAME)
    small = """() => [...document.querySelectorAll(".tk-play :is(button, summary, select, input)")]
      .filter((each) => each.checkVisibility() && !each.matches(".tk-rule-button, .tk-explained")
        && Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height) < 43.5)
      .map((each) => each.outerHTML.slice(0, 120))"""
    for _ in range(4):
        assert page.evaluate(WIDE) <= 0, headline(page)
        assert page.evaluate(small) == [], headline(page)
        now = headline(page)
        if page.locator("[data-key='spell:0']").count():
            page.locator("[data-key='spell:0']").tap()
            page.locator("[data-key='lay:']:not([aria-disabled])").tap()
        elif page.locator("[data-key='go_on:']").count():
            page.locator("[data-key='go_on:']").tap()
        else:
            page.locator("[data-act=answer]").first.tap()
        until(lambda now=now: headline(page) != now, 10, f"after {now!r}")
        top = "document.querySelector('.tk-play-now h2').getBoundingClientRect().top"
        until(lambda top=top: 0 <= page.evaluate(top) < 600, 5, "the headline is in sight")
    for tool in ("dice", "new", "save", "help"):
        page.locator(f"[data-key='tool:{tool}']").tap()
        page.locator(f"[data-key='drawer:{tool}']").wait_for()
        assert page.evaluate(WIDE) <= 0, tool
        drawer = page.locator(".tk-play-drawer")
        assert drawer.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), tool
        assert drawer.bounding_box()["y"] >= 0, tool


def test_what_has_the_focus_or_opens_is_not_below_the_bar(visit: Any, enter: Any, until: Any) -> None:
    page = enter(visit(width=1280, height=620), "play", GAME)
    page.locator("#tk-content").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if not page.evaluate("!!document.activeElement.closest('.tk-play')"):
            continue
        hidden = page.evaluate(f"({COVERED})(document.activeElement)")
        assert not hidden, page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
    for width, height in ((1280, 620), (390, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        opener = page.locator("[data-act=why_forbidden]").last
        opener.click()
        opened = page.locator(".tk-no-open .tk-no-reason")
        opened.wait_for()
        until(lambda opened=opened: opened.evaluate(ABOVE_BAR), 5, "the reason is above the bar")
        assert opened.bounding_box()["y"] >= opener.locator("button").first.evaluate(FOOT), "below its button"
        opener.click()
        opened.wait_for(state="detached")


FOOT = "(button) => button.getBoundingClientRect().bottom"

ABOVE_BAR = """(element) => element.getBoundingClientRect().bottom
  <= document.querySelector(".tk-play-bar").getBoundingClientRect().top + 1"""


def test_an_address_says_what_kind_of_game(visit: Any, enter: Any) -> None:
    """What it cannot mean: `test_site_pages`."""
    page = enter(visit(), "play", "players=3&variant=short&lang=de")
    assert page.locator(".tk-play-seat:not(.tk-play-middle)").count() == 3
    assert "kostet 3" in page.locator(".tk-play-goal").inner_text()
    note = page.locator("[data-key=rules-in-use]")
    assert note.locator("summary").inner_text().startswith("Regeln: ")
    note.locator("summary").click()
    assert note.locator("li").count() == 2
