"""All variants of the site's pages, shown in an open page of the same game.

Every face is whole in both languages, axe-core finds no fault in it, light or dark, it stands still for who
wants no motion, and on a phone nothing is too wide or too small. How pages come is in `test_every_page`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from browser.axe import COLOURS, SHAPES, WORDS, faults, in_language
from browser.languages import complete
from browser.site_map import PAGES
from browser.stand_in import WIDE, Face, as_on_a_phone, stand_in
from browser.waiting import MOVING

from twingkit.core.words import LANGUAGES
from twingkit_widgets.site.page import page as page_of
from twingkit_widgets.table.play.panel import MatchPanel

pytestmark = pytest.mark.browser

OPENED = {"twing": "learn", "imperium": "imperium-learn", "ember": "ember-learn", "imajica": "imajica-learn"}
"""The page in which the variants of a game are shown; those without a game use the first."""

TO_THE_END = "lab, gone through"
"""The lab with a battle played to its end. On a desktop its bar covers the middle."""

ANSWER = ".tk-lab-answers"
"""The part of a lab that its tabs change."""


@cache
def faces(game: str, lang: str) -> dict[str, Face]:
    """Return the variants of a game's pages by name, with their games begun."""
    shown: dict[str, Face] = {}
    for name, address in PAGES.items():
        notebook, _, query = address.partition("?")
        first = notebook.partition("-")[0]
        if (first if first in OPENED else "twing") == game:
            panel = page_of(notebook, f"{query}&lang={lang}")[0]
            if isinstance(panel, MatchPanel) and panel.match.pause_reason == "start":
                panel.do("go_on")
            shown[name] = Face.of(panel)
    if "lab" in shown:
        panel = page_of("battle-lab", f"lang={lang}")[0]
        for act in ("step", "rare", "end"):
            panel.do(act)
        shown[TO_THE_END] = Face.of(panel)
    return shown


@pytest.mark.parametrize("game", OPENED)
def test_every_face_is_whole_and_without_fault(visit: Any, enter: Any, axe: Path, game: str) -> None:
    page = enter(visit(reduced_motion="reduce"), OPENED[game])
    stand_in(page)
    scheme, other = "light", "dark"
    speak(page, game, "en")
    for name, part in in_turn(page, game, "en"):
        complete(page, "en")
        assert faults(page, axe, COLOURS, part=part) == [], (name, scheme)
        page.emulate_media(color_scheme=other)
        page.locator(f"html[data-tk-theme={other}]").wait_for()
        scheme, other = other, scheme
        assert page.evaluate(MOVING) == [], name
        assert faults(page, axe, SHAPES, COLOURS, part=part) == [], (name, scheme)
    speak(page, game, "de")
    for name, part in in_turn(page, game, "de"):
        complete(page, "de")
        assert faults(page, axe, WORDS, part=part) == [], (name, "de")
    with as_on_a_phone(page):
        for lang in LANGUAGES:
            page.locator(".tk-frame-menu").click()
            speak(page, game, lang)
            assert page.evaluate(WIDE) <= 0, (lang, "with the menu")
            page.locator(".tk-frame-menu").click()
            for name, _ in in_turn(page, game, lang, TO_THE_END):
                assert page.evaluate(WIDE) <= 0, (name, lang)
                assert page.evaluate(SMALL) == [], name


def speak(page: Any, game: str, lang: str) -> None:
    """Change the language of the page, on which a stand-in shows a variant."""
    next(iter(faces(game, lang).values())).show(page)
    in_language(page, lang)


def in_turn(page: Any, game: str, lang: str, also: str = "") -> Iterator[tuple[str, str]]:
    """Show the variants of a game, and also the one given by `also`, everything unfolded, one after the
    other: yield a name, and what was not on the previous one."""
    before = ""
    for name, face in faces(game, lang).items():
        if name not in PAGES and name != also:
            continue
        face.show(page)
        notebook = PAGES.get(name, name).partition("?")[0]
        part = ANSWER if notebook == before and page.locator(ANSWER).count() else ""
        before = notebook
        yield name, part


SMALL = """() => {
  const grown = (each) => {  // what can be hit: the element, and what it spreads beyond its border
    const box = each.getBoundingClientRect(), extra = getComputedStyle(each, "::after");
    const beyond = (side) => extra.content !== "none" ? Math.max(0, -parseFloat(extra[side]) || 0) : 0;
    return [box.width + beyond("left") + beyond("right"), box.height + beyond("top") + beyond("bottom")];
  };
  return [...document.querySelectorAll("button, select, summary, input, a.tk-button, nav a")]
    .filter((each) => !each.matches("p .tk-gloss, .tk-explained"))  // a word in the middle of a sentence
    .filter((each) => each.checkVisibility() && Math.min(...grown(each)) < 43.5)
    .map((each) => `${each.outerHTML.slice(0, 120)} ${grown(each)}`);
}"""
