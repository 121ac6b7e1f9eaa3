"""On a phone nothing at the edge of the window covers the focused control, or what has just appeared; on a
desk no key covers a text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser.screens import HIDDEN_TEXT, SHOWN
from browser.site_map import PAGES
from browser.stand_in import Face, as_on_a_phone, press, stand_in
from long_runs import runs

from twingkit_widgets.learn.practice.panel import PracticePanel
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.site.page import page as page_of
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.referee.panel import RefereePanel

pytestmark = pytest.mark.browser

WIDTH, HEIGHT = 390, 844

FACES = {
    name: PAGES[name]
    for name in {address.partition("?")[0]: name for name, address in PAGES.items()}.values()
}
"""One variant of each page; in long runs all."""

COVERED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame(), await frame(); // the bars at the edges are measured after the page has its layout
  const sticks = (each) => ["sticky", "fixed"].includes(getComputedStyle(each).position);
  const bar = (each) => { while (each && !sticks(each)) each = each.parentElement; return each; };
  const places = (each) => [...each.getClientRects()].flatMap(({ left, top, width, height }) => {
    return [0.1, 0.5, 0.9].map((part) => [left + width / 2, top + height * part]);
  }).filter(([, y]) => y >= 0 && y < innerHeight);
  const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const whole = document.querySelector(".tk-play-drawer") ?? document; // an open tool lies above the page
  const stops = [...whole.querySelectorAll(controls)].filter((each) => {
    return each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true });
  });
  const found = new Set();
  for (const each of [...stops, ...stops.toReversed()]) {
    each.focus();
    if (document.activeElement !== each || each.offsetHeight > innerHeight / 2) continue;
    const seen = places(each);
    const bars = seen.map(([x, y]) => bar(document.elementFromPoint(x, y)));
    const over = bars.find((at) => at && !at.contains(each));
    if (over) found.add(`${over.className} covers ${each.outerHTML.slice(0, 90)}`);
    if (!seen.length) found.add(`${each.outerHTML.slice(0, 90)} is out of sight`);
  }
  return [stops.length, [...found]];
}"""
"""Focuses each control, from the first to the last and back; returns their number, and what is covered."""


def states(panel: Panel) -> Iterator[str]:
    """Use a panel like a visitor; yield the name of each state reached."""
    yield "as it comes"
    if isinstance(panel, MatchPanel):
        panel.do("go_on")
        yield "begun"
        question = panel.match.game.question
        if (
            question is not None
            and f'data-value="{question.format_answer(next(iter(question.options())))}"' in panel.html
        ):
            panel.do("answer", question.format_answer(next(iter(question.options()))))
            yield "an answer later"
        if 'data-key="tool:new"' in panel.html:
            press(panel, "tool:new")
            yield "a new game"
    elif isinstance(panel, PracticePanel) and 'data-key="option:0"' in panel.html:
        press(panel, "option:0")
        yield "answered"
    elif isinstance(panel, RefereePanel):
        panel.do("begin", form_of(panel))
        yield "begun"
        panel.do("answer", panel.record_line(panel.answer_templates[0]))
        yield "an answer later"
    assert panel.error is None


def form_of(panel: RefereePanel) -> dict[str, str]:
    """Return the initial set-up form of a real table."""
    parts = {f"part{seat}": part for seat, part in enumerate(panel.referee_rules.player_parts)}
    return {
        "players": str(panel.referee_rules.player_counts[0]),
        "variant": next(iter(panel.rules_options), ""),
        **parts,
    }


def test_nothing_at_the_edge_of_a_phone_covers_what_has_the_focus_and_no_key_covers_text(
    visit: Any, enter: Any
) -> None:
    page = enter(visit(), PAGES["start"], "lang=de")
    stand_in(page)
    faces, found = dict[str, Face](), list[str]()
    for name, address in runs(FACES, PAGES).items():
        path, _, query = address.partition("?")
        panel = page_of(path, f"{query}&lang=de")[0]
        faces.update((f"{name}, {state}", Face.now(panel)) for state in states(panel))
        panel.close()
    for name, face in faces.items():
        face.show(page)
        found += [f"{name}: {each}" for panel in page.evaluate(HIDDEN_TEXT, SHOWN) for each in panel]
    with as_on_a_phone(page, WIDTH, HEIGHT):
        for name, face in faces.items():
            face.show(page)
            stops, covered = page.evaluate(COVERED)
            assert stops, name
            found += [f"{name}: {each}" for each in covered]
    assert not found, "\n".join(found)


ABOVE = """(part) => {
  const bar = document.querySelector("[data-foot]").getBoundingClientRect();
  const { top, bottom } = part.getBoundingClientRect();
  return top >= 0 && bottom <= bar.top;
}"""


@pytest.mark.parametrize(
    "topic", ["practice?topic=elements-and-cards", "imperium-practice?topic=combat-rolls"]
)
def test_the_verdict_and_its_reason_come_above_the_bar(
    visit: Any, enter: Any, until: Any, topic: str
) -> None:
    page = enter(visit(width=WIDTH, height=HEIGHT, has_touch=True, is_mobile=True), topic, "lang=de")
    for _ in range(4):
        page.locator("[data-key='option:0']").tap()
        for part in ("[data-key=said]", "[data-key=why]"):
            reason = page.locator(part)
            reason.wait_for()
            until(lambda reason=reason: reason.evaluate(ABOVE), 5, f"{part} is in sight")
        page.locator(".tk-practice-onward .tk-main").tap()
        reason.wait_for(state="detached")


NEWS = """() => {
  const news = document.querySelector(".tk-play-digest");
  const last = document.querySelector(".tk-play-acts").getBoundingClientRect().bottom;
  const bar = document.querySelector(".tk-play-bar").getBoundingClientRect().top;
  return !news || news.scrollHeight <= news.clientHeight + 1 || last > bar - 40;
}"""
"""Returns whether all news are shown, or the answers below them need the room."""


def test_the_news_of_a_game_scroll_only_where_the_answers_need_the_room(
    visit: Any, enter: Any, until: Any
) -> None:
    window = visit(width=WIDTH, height=HEIGHT, has_touch=True, is_mobile=True)
    page = enter(window, "ember-play?seed=7", "lang=de")
    for _ in range(5):
        before = page.locator(".tk-play").inner_html()
        page.locator(".tk-play-acts [data-act=answer]").first.tap()
        until(lambda before=before: page.locator(".tk-play").inner_html() != before, 15, "an answer acts")
        until(lambda: page.evaluate(NEWS), 5, "the news are shown")
        page.wait_for_timeout(500)  # sooner, a tap at the same place is a double tap, which acts once


def test_a_card_that_opens_at_the_edge_of_the_bar_comes_above_it(visit: Any, enter: Any, until: Any) -> None:
    window = visit(width=WIDTH, height=HEIGHT, has_touch=True, is_mobile=True)
    page = enter(window, "ember-play?seed=7", "")
    card = page.locator("details.em-told").last
    bar = page.locator(".tk-play-bar").bounding_box()["y"]
    page.evaluate("(below) => scrollBy(0, below)", card.bounding_box()["y"] - bar + 30)
    page.touchscreen.tap(card.bounding_box()["x"] + 40, bar - 15)
    until(lambda: card.get_attribute("open") is not None, 5, "the card opens")
    until(lambda: card.evaluate(ABOVE), 5, "its text is above the bar")
