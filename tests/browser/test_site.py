"""The site as its visitors use it: by mouse, by keyboard, on a phone, in both languages, with bad links.

The fixture `visit` fails every test whose page reports an error or asks another host for anything.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from browser.alerts import one_clear_alert
from browser.site_map import PAGES
from browser.waiting import still

from twingkit import twing
from twingkit.core.links import to_link
from twingkit.core.words import format_each_percent

pytestmark = pytest.mark.browser

LINE = "F: F5 F3 + F4 vs W: W6 W4"
LINKED = "F:_F5_F3_~_F4_vs_W:_W6_W4"


def field(page: Any) -> Any:
    return page.locator(".tk-lab-line input")


def step_number(page: Any) -> int:
    """How many steps of a battle are counted."""
    found = re.search(r"\d+", page.locator(".tk-play-now > .tk-label").inner_text())
    assert found
    return int(found[0])


# -- a first visit


def test_a_first_visitor_gets_to_the_first_lesson_by_keyboard(site: Any, visit: Any, settled: Any) -> None:
    page = visit().page
    page.goto(site.url, wait_until="commit")
    settled(page)
    begin = page.get_by_role("link", name="Begin the first lesson").first
    for _ in range(25):
        page.keyboard.press("Tab")
        if begin.evaluate("each => each === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/?lesson=elements-and-cards*")
    settled(page)
    assert page.locator(".tk-lesson-step h2").is_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "tk-skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "tk-content"
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('.tk-course-open, .tk-lesson')"), "past the frame"


def test_a_lesson_by_its_keys_alone_with_a_reload_on_the_way(
    visit: Any, enter: Any, settled: Any, until: Any
) -> None:
    page = enter(visit(), "learn", "lesson=first-battle&lang=en")
    titles: list[str] = []
    while not page.locator(".tk-learned").count():
        titles.append(page.locator(".tk-lesson h2").first.inner_text())
        if len(titles) == 4:
            told = where(page)
            page.reload(wait_until="commit")
            settled(page)
            assert where(page) == told, "the lesson stands where it stood"
        answer(page)
        if page.locator(".tk-lesson-check").count():
            questions(page)
        told = where(page)
        page.keyboard.press("n")
        until(lambda told=told: where(page) != told, 20, f"the step after {titles[-1]!r}")
    assert len(titles) >= 10
    links = [link.get_attribute("href") for link in page.locator(".tk-lesson-links a").all()]
    assert "../../en/battle-lab/?battle=F:_F5_F3_~_F4_!_cat_vs_W:_W6_W4" in links
    assert links[0].startswith("../../en/play/?game="), "a small game to play now"


def where(page: Any) -> str:
    return str(page.locator(".tk-dots").get_attribute("aria-label"))


def answer(page: Any) -> None:
    """Answer the lesson's open step with keys only."""
    if page.locator(".tk-lesson-check").count():
        return
    if page.locator("[data-act=lay]").count():
        for place in (0, 1, 3):  # the two fire spells and the fire creature
            page.locator(f"[data-key='choose:{place}']").focus()
            page.keyboard.press("Space")
            page.locator(f"[data-key='choose:{place}'][aria-pressed=true]").wait_for()
        page.keyboard.press("n")
    elif page.locator("[data-shortcut=a]").count():
        page.keyboard.press("a")
    elif page.locator("[data-act=answer][data-shortcut=n]").count():
        page.keyboard.press("n")
    page.locator("[data-act=forward]:not([aria-disabled])").wait_for()


def questions(page: Any) -> None:
    """Answer the questions of the closing check, right or wrong."""
    while not page.locator("[data-key=check-result]").count():
        still(page)  # a key means nothing until the question stands
        page.keyboard.press("a")
        further = page.locator("[data-act=further]:not([aria-disabled])")
        further.press("Enter")
        further.wait_for(state="detached")


# -- the lab


def shows_the_odds_of_what_one_builds(page: Any) -> None:
    """After every control, beginning with `LINE`."""
    assert_odds(page, LINE)
    page.get_by_role("button", name="Fire spell, power 1", exact=True).click()
    assert_odds(page, "F: F5 F3 F1 + F4 vs W: W6 W4")
    page.get_by_role("button", name=re.compile("Fire spell, power 5.*laid")).click()
    assert_odds(page, "F: F3 F1 + F4 vs W: W6 W4")
    page.get_by_role("group", name="For whom").get_by_role("button", name="Defender").click()
    page.get_by_role("button", name="Water creature, power 3", exact=True).click()
    assert_odds(page, "F: F3 F1 + F4 vs W: W6 W4 + W3")
    page.get_by_role("button", name="One more: Black cat").last.click()
    assert_odds(page, "F: F3 F1 + F4 vs W: W6 W4 + W3 & cat")
    page.get_by_role("button", name="Swap sides").click()
    assert_odds(page, "W: W6 W4 + W3 & cat vs F: F3 F1 + F4")
    field(page).fill("F: F5 vs W: W5 & cat")
    assert_odds(page, "F: F5 vs W: W5 & cat")


def assert_odds(page: Any, line: str) -> None:
    """The page shows this battle, and for it what the core computes."""
    page.wait_for_function("line => document.querySelector('.tk-lab-line input').value === line", arg=line)
    for place, responses in enumerate(("none", "best")):
        odds = twing.odds(line, responses=responses)
        shown = page.locator(".tk-lab-columns .tk-odds-legend").nth(place).locator("dd")
        wanted = format_each_percent((odds.win, odds.tie, odds.loss), 1)
        page.wait_for_function(
            "([place, wanted]) => [...document.querySelectorAll('.tk-lab-columns .tk-odds-legend')][place]"
            ".textContent.includes(wanted)",
            arg=[place, wanted[0]],
        )
        assert shown.all_inner_texts() == wanted


def test_a_battle_in_any_spelling_gives_its_link_back_steps_by_keys_and_is_there_again_after_a_reload(
    visit: Any, enter: Any, settled: Any, until: Any
) -> None:
    window = visit()
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = enter(window, "battle-lab", f"battle={quote(LINE)}&lang=en")
    assert field(page).input_value() == LINE
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied").first.wait_for()
    copied = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    assert copied.path.endswith("/en/battle-lab/")
    assert f"battle={LINKED}&" in f"{copied.query}&"
    assert parse_qs(copied.query)["battle"] == [to_link(LINE)]
    page.get_by_role("button", name="Step through it").press("Enter")
    told, headline = page.locator(".tk-play-digest"), page.locator(".tk-play-now h2")

    def press(key: str, step: int) -> None:
        page.keyboard.press(key)
        until(
            lambda: page.locator(".tk-play-now > .tk-label").count() and step_number(page) == step,
            20,
            key,
        )

    page.get_by_text("The cards are not laid yet.").wait_for()
    press("n", 1)
    assert "The attacker attacks with Fire 5 and Fire 3" in told.inner_text()
    press("n", 2)
    assert "The defender has to defend" in told.inner_text()
    press("u", 1)
    press("n", 2)
    assert page.evaluate("!!document.activeElement.closest('.tk-lab')"), "the focus stays in the panel"
    page.get_by_role("button", name="Orn die: Sun").first.click()
    until(lambda: "Sun" in told.inner_text(), 20, "the die shows what was set")
    page.locator("[data-key=steps_next]").focus()
    page.keyboard.press("e")
    until(lambda: "wins" in headline.inner_text() or "tie" in headline.inner_text(), 20, "the end")
    ended = headline.inner_text()
    page.reload(wait_until="commit")
    settled(page)
    until(lambda: headline.count() and headline.inner_text() == ended, 20, "the battle stands where it stood")


# -- links


def test_a_bad_link_is_one_clear_error_and_the_lab_shows_the_odds_of_what_one_builds(
    visit: Any, enter: Any
) -> None:
    """What other links of which nothing can be made say: `test_site_pages`."""
    window = visit()
    dialogs: list[str] = []

    def seen(dialog: Any) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    window.page.on("dialog", seen)
    page = enter(window, "battle-lab", "battle=%3Cscript%3Ealert(1)%3C/script%3E&lang=en")
    one_clear_alert(page, "<script>")
    field(page).fill(LINE)
    shows_the_odds_of_what_one_builds(page)
    window.page.remove_listener("dialog", seen)
    assert dialogs == []


# -- language and colours


def test_language_and_colours_are_chosen_once(visit: Any, enter: Any) -> None:
    window = visit()
    page = enter(window, PAGES["start"])
    page.get_by_label("Colours").select_option("dark")
    page.locator(".tk-frame-language[lang=de]").click()
    page.locator(".tk-frame-language[lang=de][aria-pressed=true]").wait_for(state="attached")
    html = enter(window, PAGES["fleet rules"]).locator("html")  # a page of a game that was not open
    assert html.get_attribute("data-tk-theme") == "dark"
    assert html.get_attribute("lang") == "de"


# -- small screens


def test_who_wins_stays_in_sight_while_someone_builds(visit: Any, enter: Any) -> None:
    page = enter(visit(width=360, height=740), "battle-lab")
    verdict = page.locator(".tk-verdict")
    page.locator(".tk-tray").evaluate("each => each.scrollIntoView({ block: 'end' })")
    page.wait_for_function("() => document.querySelector('.tk-verdict').getBoundingClientRect().top <= 1")
    covered = "() => document.elementFromPoint(180, 20)?.closest('.tk-verdict') !== null"
    assert page.evaluate(covered)
    page.locator(".tk-lab-line").evaluate("each => each.scrollIntoView()")
    page.wait_for_function(f"!({covered})()")
    assert verdict.bounding_box()["y"] < -50, "it makes room for the answers"
