"""Real games with the keyboard alone: a key answers, the focus follows."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from twingkit.core.links import pack_text
from twingkit.imajica import position_game

pytestmark = pytest.mark.browser

LOOK = """() => {
  const seen = (each) => each.checkVisibility();
  const caps = [...document.querySelectorAll(".tk-play [data-shortcut]")]
    .filter((each) => seen(each) && each.ariaDisabled !== "true");
  const shown = caps.filter((each) => each.querySelector("kbd.tk-key")).map((each) => each.dataset.shortcut);
  return {
    title: document.querySelector(".tk-play-now h2")?.textContent ?? "",
    count: document.querySelector(".tk-play-now h2")?.dataset.arrives ?? "",
    keys: caps.map((each) => each.dataset.shortcut),
    shown,
    bare: [...document.querySelectorAll(".tk-play-acts [data-act=answer], .tk-play-main [data-act=answer]")]
      .filter((each) => seen(each) && !shown.includes(each.dataset.shortcut)).map((each) => each.textContent),
  };
}"""
"""Returns the question, the active keys, those shown on a button, and answers without a key."""

FOCUS = "() => document.activeElement.closest('[data-arrives]')?.nodeName ?? document.activeElement.nodeName"

FIRST = ("first", "ember-first", "imajica-first", "imperium-first")

COVERED = """() => {
  const range = document.createRange();
  const covers = (key, box) =>
    box.right > key.left && box.left < key.right && box.bottom > key.top && box.top < key.bottom;
  const caps = [...document.querySelectorAll(".tk-play-acts .tk-key")].filter((cap) => cap.checkVisibility());
  return caps.flatMap((cap) => {
    const key = cap.getBoundingClientRect();
    return [...cap.closest("button").querySelectorAll(".tk-play-words")].filter((words) => {
      range.selectNodeContents(words);
      return [...range.getClientRects()].some((box) => covers(key, box));
    }).map((words) => words.textContent);
  });
}"""
"""Returns the words of answers that are covered by the cap of their key."""

SITES = (
    "imajica: p1 active irish dowd; p2 active gideon; circle attic-studio tin-quarter glass-shore "
    "retreat-house; to move p1 ally"
)

CHOICES = tuple("n102345678a")
"""The keys to try at a question, in this order."""


@pytest.mark.parametrize("name", FIRST)
def test_a_first_game_is_played_by_the_keys_that_stand_on_its_answers(
    visit: Any, enter: Any, until: Any, name: str
) -> None:
    page = enter(visit(), name, "lang=de", begun=False)
    page.keyboard.press("n")
    page.locator(".tk-play-now h2").wait_for()
    answered = 0
    key = count = ""
    for _ in range(14):
        now = page.evaluate(LOOK)
        assert now["bare"] == [], now
        twice = {key for key in now["keys"] if now["keys"].count(key) > 1 and key != "Escape"}
        assert not twice, now
        # At one question the same key goes on: the first key of a number undoes what the second one adds.
        usable = [each for each in CHOICES if each in now["shown"]]
        key = key if now["count"] == count and key in usable and "n" not in usable else usable[0]
        count = now["count"]
        before = page.locator(".tk-play").inner_html()
        page.keyboard.press(key)
        until(lambda before=before: page.locator(".tk-play").inner_html() != before, 20, f"{key} acts")
        after = page.evaluate(LOOK)
        if after["count"] != count:
            answered += 1
            until(lambda: page.evaluate(FOCUS) == "H2", 10, "the new question has the focus")
    assert answered > 3


def test_arrows_move_in_a_grid_of_cards_which_is_one_tab_stop(visit: Any, enter: Any) -> None:
    page = enter(visit(), "ember-hand", "lang=de")
    stops = "[...document.querySelectorAll('.em-tray button')].filter((each) => each.tabIndex === 0).length"
    assert page.evaluate(stops) == 1
    cards = page.locator(".em-tray button")
    assert cards.count() > 50
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    at = "[...document.querySelectorAll('.em-tray button')].indexOf(document.activeElement)"
    assert page.evaluate(at) == 1


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_key_covers_the_words_of_its_answer(visit: Any, enter: Any, lang: str) -> None:
    record = pack_text(position_game(SITES).record)
    query = urlencode({"game": record, "seat": "p1", "lang": lang})
    page = enter(visit(width=1280, height=900), "imajica-play", query, begun=False)
    page.locator("[data-act=start_answer]").first.wait_for()
    assert page.locator("[data-act=start_answer] .tk-key").count() >= 4
    assert page.evaluate(COVERED) == []


def test_n_goes_on_to_the_next_puzzle_whose_question_has_the_focus(
    visit: Any, enter: Any, settled: Any, until: Any
) -> None:
    page = enter(visit(), "ember-puzzles", "lang=de", begun=False)
    page.keyboard.press("1")
    following = page.locator("[data-key='puzzle:next']")
    following.wait_for()
    address = following.get_attribute("href").rpartition("/")[2].partition("#")[0]
    with page.expect_request(lambda request: request.url.endswith(address)):
        page.keyboard.press("n")
    page.wait_for_url(f"**/{address}*", wait_until="commit")
    settled(page)
    until(lambda: page.evaluate("document.activeElement.nodeName") == "H2", 10, "the question has the focus")


def test_no_name_of_a_card_breaks_in_a_hand_on_a_phone(visit: Any, enter: Any) -> None:
    page = enter(visit(width=390, height=844, has_touch=True), "ember-first", "lang=de", begun=False)
    page.locator("[data-act=first_start]").click()
    page.locator(".tk-play-acts").wait_for()
    lines = """() => [...document.querySelectorAll(".tk-play-acts .tk-play-words")].flatMap((words) => {
      const range = document.createRange();
      return [...words.childNodes].filter((node) => node.nodeType === 3).flatMap((node) => {
        return [...node.data.matchAll(/\\\\S+/g)].filter((word) => {
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
        }).map((word) => word[0]);
      });
    })"""
    assert page.evaluate(lines) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
