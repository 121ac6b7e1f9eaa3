"""The frame of all pages in use: the way through, help, what was said, what is kept, links to a game.

The fixture `visit` fails every test whose page reports an error or asks another host for anything.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from browser.site_map import PAGES
from browser.waiting import still
from long_runs import runs

from twingkit.core.links import pack_text, unpack_text
from twingkit_widgets.panel.address.addresses import parse_address

pytestmark = pytest.mark.browser

FOCUS = "document.activeElement.dataset.key ?? document.activeElement.id"
POSITION = """players F W
p1 hand F5 F3 cat; entourage F4; ornicles 3
p2 hand W6 W2; objects hat
table turn 9; to-move p2; phase action; display cup,bra
"""


# -- the way through


WAY = (
    ("Imperial Twing", "Learn", "Lessons"),
    ("Learn", "Learn", "Lessons"),
    ("Practice", "Practice", "Practice"),
    ("Puzzles", "Imperial Twing: puzzles", "Puzzles"),
    ("Play", "Play a game", "Play"),
    ("Analyse", "Battle lab", "Analyse"),
    ("Rulebook", "Rulebook", "Rulebook"),
    ("Where the rulebooks disagree", "Where the rulebooks disagree", "Where the rulebooks disagree"),
    ("Twilight Imperium", "Twilight Imperium: lessons", "Lessons"),
    ("Practice", "Twilight Imperium: practice", "Practice"),
    ("Play", "Twilight Imperium: play the game", "The game"),
    ("Battles", "Twilight Imperium: battles", "Battles"),
    ("Rulebook", "Twilight Imperium: rulebook", "Rulebook"),
    ("About", "About twingkit", "About"),
)
"""Links of the frame, each with the title that it leads to and where one is then. That every page has them,
to where they lead, is held without a browser (`test_site_pages`, `tests/pages`)."""


@pytest.mark.slow
def test_the_way_through_the_pages(visit: Any, enter: Any, settled: Any) -> None:
    page = enter(visit(), PAGES["start"])
    for name, title, here in runs(WAY[::4] + WAY[-1:], WAY):
        page.locator(".tk-frame").get_by_role("link", name=name, exact=True).click()
        page.wait_for_function("title => document.title.startsWith(title)", arg=title)
        settled(page)
        current = page.locator(".tk-frame a[aria-current=page]")
        assert current.all_inner_texts() == [here]
        assert page.locator("h1").count() == 1


def test_the_help_and_the_way_through_on_a_phone(visit: Any, enter: Any, settled: Any) -> None:
    window = visit(width=360, height=740, locale="de-DE", has_touch=True, is_mobile=True)
    page = enter(window, PAGES["lesson"])
    opens_the_help(page)
    assert page.locator(".tk-frame-here").inner_text() == "Lernen", (
        "where one is shows while the menu is folded"
    )
    assert not page.locator(".tk-frame-pages").is_visible()
    page.locator(".tk-frame-menu").tap()
    assert page.locator(".tk-frame-pages a").all_inner_texts() == [
        "Lernen",
        "Spielen",
        "Analysieren",
        "Regelbuch",
        "Klasse",
        "Über",
    ]
    page.get_by_role("link", name="Regelbuch").tap()
    page.wait_for_url("**/rulebook/*")
    settled(page)
    assert page.locator(".tk-frame-where").inner_text().split("\n") == ["Imperial Twing", "Regelbuch"]
    page.locator(".tk-frame-menu").tap()
    games = page.locator(".tk-frame-games a")
    assert games.all_inner_texts() == ["Imperial Twing", "Twilight Imperium", "Ember", "Imajica"]
    assert page.locator(".tk-frame-games [aria-current]").inner_text() == "Imperial Twing"
    games.nth(1).tap()
    page.wait_for_url("**/imperium-*/*")
    settled(page)
    assert page.locator(".tk-frame-of").inner_text() == "Twilight Imperium"


def opens_the_help(page: Any) -> None:
    """On a phone, where it fits; it gives the focus back."""
    button = page.locator(".tk-frame-help")
    box = button.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    button.tap()
    dialog = page.locator("dialog[open]")
    dialog.wait_for()
    assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert dialog.bounding_box()["height"] <= 740
    dialog.locator("[data-frame=close]").tap()
    dialog.wait_for(state="detached")
    assert page.evaluate(FOCUS) == "help"


def test_a_newcomer_sees_two_games_and_that_there_are_more_on_the_first_screen(
    visit: Any, enter: Any
) -> None:
    window = visit(width=390, height=844, locale="de-DE")
    page = enter(window, PAGES["start"])
    first, second, third, *_ = page.locator(".tk-landing-game").all()
    for game in (first, second):
        for part in (game.locator("h2"), game.locator("a").first):
            box = part.bounding_box()
            assert box["y"] + box["height"] <= 844
    assert third.locator("h2").bounding_box()["y"] < 844


# -- nothing jumps

LATE = """addEventListener("DOMContentLoaded", () => {
  const late = document.createElement("style");
  late.textContent = ".tk-first:not(:has(.tk-frame)) ~ .lm-Widget { display: none !important; }";
  document.head.append(late);
  window.paint = () => {
    late.remove();
    document.getElementById("rendered_cells").append(document.createElement("i"));
  };
});"""
"""Run before a page: all of its panels but the frame are painted when `paint` is called."""


def test_nothing_jumps_for_who_comes_back(visit: Any, enter: Any, until: Any) -> None:
    window = visit(width=390, height=844)
    page = enter(window, "play", "seed=7&opponents=greedy&lang=en")
    page.locator("[data-act=answer]").first.click()
    until(lambda: page.evaluate("!!localStorage['tk-state:play']"), 10, "the game is kept")
    page.evaluate("localStorage['tk-memory:course'] = 'twingkit-course 1\\nelements-and-cards done 5/5\\n'")
    for place, told in (("play", "You are back where you were."), ("index", "1 of 17 lessons done.")):
        page = enter(window, place, "lang=en")
        assert told in page.inner_text("body"), "it is there as soon as the page is"
        still(page)
        assert page.evaluate("window.shift") < 0.02, (place, page.evaluate("window.shifted"))


def test_who_comes_back_is_shown_no_picture_of_another_game(visit: Any, enter: Any, until: Any) -> None:
    window = visit(width=390, height=844, tab=True)
    page = enter(window, "play", "seed=7&opponents=greedy&lang=en")
    page.locator("[data-act=answer]").first.click()
    until(lambda: page.evaluate("!!localStorage['tk-state:play']"), 10, "the game is kept")
    page.add_init_script(LATE)
    page.reload(wait_until="commit")
    page.wait_for_function("() => document.body?.textContent.includes('You are back where you were.')")
    still(page)
    assert page.locator("#tk-loading").is_visible()
    page.evaluate("paint()")
    page.locator("#tk-loading").wait_for(state="detached")
    assert "You are back where you were." in page.inner_text("body")
    still(page)
    assert page.evaluate("window.shift") < 0.02, page.evaluate("window.shifted")


# -- what was said


def test_all_that_was_said_can_be_read_back(visit: Any, enter: Any, until: Any) -> None:
    page = enter(visit(), "battle-lab", "battle=F:_F5_F3_~_F4_vs_W:_W6_W4&lang=en")
    said = page.get_by_role("region", name="Messages")
    page.locator("[data-key=step]").click()
    sentence = "The attacker attacks with Fire 5 and Fire 3"
    page.locator("[data-key=steps_next]").click()
    until(lambda: sentence in said.locator("summary").inner_text(), 10, "the line shows the latest")
    page.locator("[data-key=steps_next]").click()
    until(
        lambda: "The defender has to defend" in said.locator("summary").inner_text(), 10, "and then the next"
    )
    said.locator("summary").click()
    lines = said.locator("li").all_inner_texts()
    assert "The defender has to defend" in lines[0]
    assert any(sentence in line for line in lines[1:])
    speaking = "[...document.querySelectorAll('[aria-live], [role=status], [role=log]')]"
    within = f"{speaking}.filter((each) => each.closest('.tk-said')).length"
    assert page.evaluate(within) == 0, "what the panel has announced is not announced twice"
    same = f"text => {speaking}.filter((each) => each.textContent === text).length"
    assert page.evaluate(same, lines[0]) == 1


# -- what the browser keeps


def test_progress_is_kept_for_all_pages_and_erased_on_demand(visit: Any, enter: Any, until: Any) -> None:
    """What other pages make of the lesson that is kept: `test_nothing_jumps_for_who_comes_back`."""
    window = visit()
    page = enter(window, PAGES["lesson"], "lang=en")
    page.locator("[data-act=point]").first.click()
    page.locator("[data-act=forward]:not([aria-disabled])").click()
    page.locator("[data-act=back]:not([aria-disabled])").wait_for()
    kept = "localStorage['tk-memory:course'] ?? ''"
    until(lambda: "\nat " in page.evaluate(kept), 10, "the way through the lesson is kept")
    assert "first-battle begun" in page.evaluate(kept)
    page = enter(window, PAGES["about"], "lang=en")
    page.get_by_role("button", name="Erase everything that is saved").click()
    page.get_by_role("button", name="No, keep it").click()
    assert page.evaluate("!!localStorage['tk-memory:course']")
    page.get_by_role("button", name="Erase everything that is saved").click()
    page.get_by_role("button", name="Yes, erase everything").click()
    page.locator(".tk-about").get_by_text("Everything is erased").wait_for()
    assert page.evaluate("Object.keys(localStorage)") == []
    assert "tk-lang" not in page.evaluate("document.cookie")


# -- links


def copied(page: Any) -> dict[str, list[str]]:
    """What the link in the clipboard names, in its folders and its query."""
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied").first.wait_for()
    link = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    said = parse_address(link.path, link.query)
    assert said
    return {**parse_qs(said.query), "lang": [said.lang]}


def allowed(window: Any) -> Any:
    """The window, whose pages may use the clipboard."""
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return window


@pytest.mark.parametrize(
    ("place", "query"),
    [("practice", "topic=elements-and-cards"), ("readings", "rule=TW-VAR-8")],
)
def test_one_click_copies_a_link_that_leads_back(visit: Any, enter: Any, place: str, query: str) -> None:
    window = allowed(visit())
    page = enter(window, place, f"{query}&lang=en")
    head = page.locator(".tk-panel h2, .tk-panel input").first.evaluate(
        "each => each.value ?? each.innerText"
    )
    link = copied(page)
    assert link.pop("lang") == ["en"]
    assert link, "the link names what is open"
    if place == "readings":
        assert link == parse_qs(query), "what has led here"
        return
    assert link != parse_qs(query), "a topic becomes the question that is open"
    back = enter(window, place, "&".join(f"{name}={value[0]}" for name, value in link.items()) + "&lang=en")
    again = back.locator(".tk-panel h2, .tk-panel input").first
    assert again.evaluate("each => each.value ?? each.innerText") == head


def test_a_topic_deals_a_question_that_a_reload_finds_again(visit: Any, enter: Any, settled: Any) -> None:
    page = enter(visit(), "practice", "topic=elements-and-cards&lang=en")
    page.wait_for_function("location.search.includes('item=')")
    steps = page.evaluate("history.length")
    question = page.locator(".tk-panel h2").first.inner_text()
    page.locator("[data-act=answer]").first.click()
    taken = page.locator("[data-act=answer][aria-pressed=true]")
    taken.wait_for()
    answer = taken.inner_text()
    page.reload(wait_until="commit")
    settled(page)
    assert page.locator(".tk-panel h2").first.inner_text() == question
    assert taken.inner_text() == answer
    assert page.evaluate("history.length") == steps


def test_a_link_to_a_game_goes_on_where_the_game_stands(visit: Any, enter: Any, until: Any) -> None:
    window = allowed(visit())
    page = enter(window, "play", "seed=7&opponents=greedy&lang=en")
    page.locator("[data-key='answer:attack p2']").click()
    page.locator("[data-key='lay:']").wait_for()
    headline = page.locator(".tk-play-now h2").inner_text()
    game = copied(page)["game"][0]
    assert "game=" not in page.url, "the address stays short"
    assert "attack p2" in unpack_text(game)
    other = enter(visit(), "play", f"game={game}&lang=en")
    assert other.locator(".tk-play-now h2").inner_text() == headline


def test_a_link_to_a_position_begins_there_and_a_reload_goes_on(
    visit: Any, enter: Any, until: Any, settled: Any
) -> None:
    page = enter(visit(), "play", f"game={pack_text(POSITION)}&lang=en")
    assert "You are the Witch" in page.locator(".tk-play-goal").inner_text()
    page.locator("[data-act=answer]").first.click()
    page.wait_for_function("!location.search.includes('game=')")  # it has left the position of the link
    story = page.locator(".tk-play-story").inner_text()
    page.reload(wait_until="commit")
    settled(page)
    assert page.get_by_text("You are back where you were.").count() >= 1
    assert page.locator(".tk-play-story").inner_text() == story


def test_a_damaged_link_to_a_game_is_one_fault_and_one_can_play(visit: Any, enter: Any, until: Any) -> None:
    page = enter(visit(), "play", f"game={pack_text(POSITION)[:-9]}&lang=en")
    alert = page.locator(".tk-alert:visible")
    assert alert.count() == 1
    assert "The link is damaged" in alert.inner_text()
    said = page.locator(".tk-said")
    # all of it: what the game says as it begins may come after it
    until(lambda: "The link is damaged" in (said.text_content() or ""), 10, "the fault is in the log")
    before = page.locator(".tk-play-now").inner_text()
    page.locator(".tk-play-now button[data-act]:not([aria-disabled])").first.click()
    until(lambda: page.locator(".tk-play-now").inner_text() != before, 10, "the page works")
