"""Pages in use against the accessibility rules that a program can check; fresh pages are in
`test_every_face`.

That what is pressed leads there in a browser too is in `test_play`, `test_lab` and their neighbours. Here
states of panels stand in for the panel of one open page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
from browser.axe import COLOURS, SHAPES, WORDS, faults, in_both_schemes
from browser.languages import complete
from browser.site_map import PAGES
from browser.stand_in import WIDE, Face, as_on_a_phone, press, stand_in
from browser.waiting import MOVING, still

from twingkit_widgets.site.page import page as page_of
from twingkit_widgets.table.play.panel import MatchPanel

pytestmark = pytest.mark.browser


@attrs.frozen
class Use:
    """What is pressed on a page, one control after the other. Then it shows something that it did not show
    before, and a part of the page is looked at: all of it if none is named."""

    pressed: tuple[str, ...]
    shown: str
    part: str = ""


TURN = (
    Use(("why_forbidden", "ask_to_retire"), 'data-key="sure"', ".tk-play"),
    Use(("answer:attack p2", "spell:0", "spell:1"), "tk-play-verdict", ".tk-play"),
    Use(("spell:1", "lay:"), 'data-key="go_on:"', ".tk-play"),
    *(
        Use((f"tool:{drawer}",), f'data-key="drawer:{drawer}"', f"[data-key='drawer:{drawer}']")
        for drawer in ("dice", "new", "save", "help")
    ),
)
"""A turn, a forbidden lay, the end of a battle, and the panels."""

GAME = "play?seed=7&opponents=greedy"

ON_A_DESK = {
    GAME: TURN,
    "play?game=damaged": (),  # what is wrong with an address is above its page
    "index?show=about": (Use(("forget:",), "data-forget", ".tk-about-part:has([data-forget])"),),
    "battle-lab?battle=F:_F5_F3_~_F4_@_hat_!_cat_vs_W:_W6_W4_!_cat": (
        Use(("step", *["steps_next"] * 4, "steps_tool:help"), "tk-keys", ".tk-play"),
        Use(("steps_digest:0:0",), "tk-opened", ".tk-play"),
        Use(("steps_to_end",), 'data-act="steps_again"', ".tk-play"),
    ),
    "battle-lab?battle=F:_F5_F3_F3_F3_vs_W:_W6_~_W4_W4": (Use((), 'class="tk-alert"'),),
    "imperium-battle?battle=space:_1_fighter_2_cruiser_vs_1_warsun&view=steps": (
        Use(
            ("choose:0", "effect:0:mb", "item:0:mb", *["steps_next"] * 4, "steps_die"),
            'data-key="steps_what-if"',
            ".tk-lab",
        ),
    ),
    "imperium-battle?battle=space:_2_cruiser_vs_1_dreadnought&view=needs": (
        Use(("needs_find",), "tk-plan-enough", ".tk-lab-answers"),
        Use(("tab:casualties", "find_best"), 'data-key="told:0"', ".tk-lab-answers"),
    ),
}
"""Pages, each with the controls used there one after the other."""

NARROW = {
    "learn?lesson=first-battle": (Use(("point", "told:reply"), "tk-opened", ".tk-lesson"),),
    "readings?rule=TW-VAR-2": (Use(("line:other:0",), "tk-opened", ".tk-rd"),),
}

IN_BOTH = {"en": (SHAPES, COLOURS), "de": (WORDS,)}
DRESSES: tuple[tuple[Mapping[str, tuple[Use, ...]], int, Mapping[str, tuple[dict[str, Any], ...]]], ...] = (
    (ON_A_DESK, 1280, IN_BOTH),
    (NARROW, 390, IN_BOTH),
    ({GAME: TURN}, 360, {"de": (SHAPES, COLOURS)}),  # a fault in words is found most easily on a narrow page
)
"""Pages, the width of their window, and the checks there in each language."""

TALL = 3000
"""A window so high that everything is visible: no bar covers anything."""


def uses(pages: Mapping[str, tuple[Use, ...]], lang: str) -> Iterator[tuple[str, Face, str]]:
    """Yield the states that are reached: the control pressed last, the state, and the part to check."""
    for address, done in pages.items():
        name, _, query = address.partition("?")
        made = page_of(name, f"{query}&lang={lang}")
        if made.fault_panel is not None:
            yield f"{name}: what is wrong with the address", Face.now(made.fault_panel), ""
        panel = made[0]
        if isinstance(panel, MatchPanel):
            panel.do("go_on")  # it begins
        for use in done:
            assert not use.pressed or use.shown not in panel.html, f"{use} shows something new"
            for control in use.pressed:
                press(panel, control)
            assert use.shown in panel.html, use
            yield f"{name}: {use.pressed[-1:]}", Face.now(panel), use.part
        panel.close()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_pages_in_use(visit: Any, enter: Any, axe: Path, lang: str) -> None:
    page = enter(visit(height=TALL, reduced_motion="reduce"), "learn", f"lang={lang}")
    stand_in(page)
    for pages, width, asked in DRESSES:
        page.set_viewport_size({"width": width, "height": TALL})
        states = list(uses(pages, lang)) if lang in asked else []
        for name, face, part in states:
            face.show(page)
            drawn(page)
            assert page.evaluate(WIDE) <= 0, name
            assert page.evaluate(MOVING) == [], name
            complete(page, lang)
            assert faults(page, axe, *asked[lang], part=part) == [], name
        if lang == "en":
            page.emulate_media(color_scheme="dark")
            page.locator("html[data-tk-theme=dark]").wait_for()
            for name, face, part in states:
                face.show(page)
                drawn(page)
                assert faults(page, axe, COLOURS, part=part) == [], (name, "dark")
            page.emulate_media(color_scheme="light")
            page.locator("html[data-tk-theme=light]").wait_for()


def drawn(page: Any) -> None:
    """Wait until the figure of a page, if it has one, is drawn."""
    if page.locator(".tk-plot-place").count():
        page.locator(".tk-plot-place .main-svg").first.wait_for()


def test_the_help_in_every_dress(visit: Any, enter: Any, axe: Path) -> None:
    """Check a page whose help has everything possible: parts that it explains, keys and a help of its own."""
    page = enter(visit(width=390, height=844, reduced_motion="reduce"), PAGES["lab"])
    for lang in ("en", "de"):
        page.locator(".tk-frame-menu").click()
        page.locator(f".tk-frame-language[lang={lang}]").dispatch_event("click")
        page.locator(f".tk-frame-language[lang={lang}][aria-pressed=true]").wait_for(state="attached")
        page.locator(".tk-frame-menu").click()
        page.keyboard.press("?")
        page.locator("dialog[open]").wait_for()
        if lang == "en":
            in_both_schemes(page, axe, "the help", "dialog")
        else:
            assert faults(page, axe, WORDS, part="dialog") == [], "the help in German"
        page.keyboard.press("Escape")


OPENED = (
    ("rulebook", "TW-BAT-16"),
    ("imperium-rules", "IM-UNIT-3"),
    ("ember-rules", "EM-ABIL-4"),
    ("imajica-rules", "IJ-SEIZE-4"),
    ("readings", "TW-VAR-8"),
)
"""A rule on each kind of page with a list of rules."""


def test_on_a_phone_the_focus_goes_to_the_rule_that_opens_and_back_to_its_place(
    visit: Any, enter: Any
) -> None:
    page = enter(visit(), "rulebook", "lang=en")
    stand_in(page)
    with as_on_a_phone(page):
        for name, rule in OPENED:
            panel = page_of(name, "lang=en")[0]
            Face.now(panel).show(page)
            page.locator(f"[data-act=open][data-value={rule}]").first.focus()
            panel.do("open", rule)
            Face.now(panel).show(page)
            still(page)
            assert page.evaluate("document.activeElement.matches('.tk-panel [data-focus]')"), name
            assert rule in page.evaluate(
                "document.activeElement.closest('section, article, div').textContent"
            )
            panel.do("close")
            Face.of(panel).show(page)
            still(page)
            assert page.evaluate("document.activeElement.dataset.value") == rule, name
