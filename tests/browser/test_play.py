"""A game against the computer as visitors play it: by mouse, and on a phone.

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
"""Returns for each key on a button whether it is a cap, whether a keyboard icon is drawn on it, whether it is
read out."""


def test_a_key_on_a_button_is_the_cap_of_a_keyboard_and_no_number_of_the_game(visit: Any, enter: Any) -> None:
    caps = enter(visit(), "play", GAME).evaluate(CAPS)
    assert len(caps) > 3
    assert all(all(cap) for cap in caps), caps


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


COVERS_A_BUTTON = """(reason) => {
  const own = reason.getBoundingClientRect();
  return [...document.querySelectorAll(".tk-play-acts .tk-button")].some((button) => {
    const { top, bottom, left, right } = button.getBoundingClientRect();
    return top < own.bottom && bottom > own.top && left < own.right && right > own.left;
  });
}"""


@pytest.mark.parametrize("space", [8, 60, 300])
def test_the_reason_of_a_forbidden_answer_opens_beside_it_and_moves_nothing(
    visit: Any, enter: Any, until: Any, space: int
) -> None:
    page = enter(visit(width=390, height=740, has_touch=True, is_mobile=True), "play", GAME)
    opener = page.locator("[data-act=why_forbidden] > button").last
    bar = page.locator(".tk-play-bar").bounding_box()["y"]
    place = opener.bounding_box()
    page.evaluate("(down) => scrollBy(0, down)", place["y"] + place["height"] + space - bar)
    place = opener.bounding_box()
    assert place["y"] + place["height"] < bar, "the finger reaches the button"
    page.touchscreen.tap(place["x"] + 20, place["y"] + 20)
    opened = page.locator(".tk-no-open > .tk-no-reason")
    opened.wait_for()
    page.wait_for_timeout(300)
    assert opener.bounding_box() == place, "nothing moves under the finger"
    reason = opened.bounding_box()
    assert 0 <= reason["y"] <= bar - reason["height"] + 1, "the reason is in sight"
    assert not place["y"] - reason["height"] < reason["y"] < place["y"] + place["height"], "beside its button"
    if reason["y"] > place["y"]:
        assert not opened.evaluate(COVERS_A_BUTTON), "a finger that means the next button hits it"
    page.touchscreen.tap(place["x"] + 20, place["y"] + 20)
    opened.wait_for(state="detached")


def test_the_verdict_on_chosen_cards_is_in_sight_and_moves_nothing(
    visit: Any, enter: Any, until: Any
) -> None:
    page = enter(visit(width=390, height=740, has_touch=True, is_mobile=True), "play", GAME)
    page.locator("[data-key='answer:attack p2']").tap()
    verdict = page.locator(".tk-play-verdict")
    for card, said in (("spell:0", "Your cards: 2 points"), ("spell:1", "All spells of one side must have")):
        page.locator(f"[data-key='{card}']").scroll_into_view_if_needed()
        place = page.locator(f"[data-key='{card}']").bounding_box()
        page.touchscreen.tap(place["x"] + 10, place["y"] + 20)
        until(lambda said=said: said in verdict.inner_text(), 10, said)
        assert verdict.evaluate(IN_SIGHT), said
        assert abs(page.locator(f"[data-key='{card}']").bounding_box()["y"] - place["y"]) < 10, said


def test_a_tap_beside_the_meaning_of_a_word_presses_the_button_that_it_hits(
    visit: Any, enter: Any, until: Any
) -> None:
    page = enter(visit(width=390, height=740, has_touch=True, is_mobile=True), "play", GAME)
    page.locator("[data-term]").first.tap()
    bubble = page.locator(".tk-bubble:not([hidden])")
    bubble.wait_for()
    before = headline(page)
    page.locator("[data-key='answer:attack p2']").tap()
    until(lambda: headline(page) != before, 10, "the answer is given")
    assert bubble.count() == 0


def test_a_tap_on_a_second_word_opens_its_meaning_at_once(visit: Any, enter: Any, until: Any) -> None:
    page = enter(visit(width=390, height=740, has_touch=True, is_mobile=True), "play", GAME)
    bubble, words = page.locator(".tk-bubble:not([hidden])"), page.locator("[data-term]")
    for place in (0, -1):  # far apart, so that the first bubble does not cover the second word
        words.nth(place).tap()
        name = words.nth(place).get_attribute("data-name")
        until(lambda name=name: bubble.inner_text().startswith(name), 10, name)


IN_SIGHT = """(element) => {
  const { left, top, bottom } = element.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 20, y)));
}"""
