"""Pages in use against the accessibility rules that a program can check; as they come: `test_every_face`.

Of what opens on a page that was just looked at, the new part is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.axe import WORDS, faults, in_both_schemes, in_every_dress, in_long_words
from browser.languages import complete
from browser.site_map import PAGES

pytestmark = pytest.mark.browser


def test_the_help_in_every_dress(visit: Any, enter: Any, axe: Path) -> None:
    """Of a page that has all that a help can have: parts that it explains, keys and a help of its own."""
    page = enter(visit(width=390, height=844, reduced_motion="reduce"), PAGES["lab"])
    for lang in ("en", "de"):
        page.locator(".tk-frame-menu").click()
        page.locator(f".tk-frame-language[lang={lang}]").click()
        page.locator(f".tk-frame-language[lang={lang}][aria-pressed=true]").wait_for()
        page.locator(".tk-frame-menu").click()
        page.keyboard.press("?")
        page.locator("dialog[open]").wait_for()
        if lang == "en":
            in_both_schemes(page, axe, "the help", "dialog")
        else:
            assert faults(page, axe, WORDS, part="dialog") == [], "the help in German"
        page.keyboard.press("Escape")


def test_the_question_whether_all_is_to_be_erased(visit: Any, enter: Any, axe: Path) -> None:
    page = enter(visit(), PAGES["about"])
    page.locator("[data-act=forget]").click()
    page.locator("[data-forget]").wait_for()
    in_every_dress(page, axe, "erase", part=".tk-about-part:has([data-forget])")


def test_a_battle_on_its_way(visit: Any, enter: Any, axe: Path) -> None:
    page = enter(visit(), "battle-lab", "battle=F:_F5_F3_~_F4_@_hat_!_cat_vs_W:_W6_W4_!_cat")
    page.locator("[data-key=step]").click()
    for _ in range(4):
        number = page.locator(".tk-transcript li").count()
        page.locator("[data-key=next]").click()
        page.wait_for_function("n => document.querySelectorAll('.tk-transcript li').length > n", arg=number)
    page.set_viewport_size({"width": 1280, "height": 2600})  # all in sight: the bar lies over nothing
    page.locator(".tk-stepper [data-key=help]").click()
    page.locator(".tk-stepper .tk-keys").wait_for()
    in_every_dress(page, axe, "help", complete, ".tk-stepper")
    page.locator(".tk-told").first.click()
    page.locator(".tk-stepper .tk-opened").wait_for()
    in_every_dress(page, axe, "stepper", part=".tk-stepper")


def test_a_battle_of_fleets_on_its_way(visit: Any, enter: Any, axe: Path) -> None:
    page = enter(
        visit(height=3000), "imperium-battle", "battle=space:_1_fighter_2_cruiser_vs_1_warsun&view=steps"
    )
    page.locator("[data-key='choose:0']").click()
    page.locator("[data-key='chooser:0']").wait_for()
    page.locator("[data-key='effect:0:mb']").click()
    page.locator("[data-act=when]").wait_for()
    page.locator("[data-key='item:0:mb']").click()
    page.locator(".tk-lab-rule").wait_for()
    for _ in range(3):
        number = page.locator(".tk-transcript li").count()
        page.locator("[data-key=next]").click()
        page.wait_for_function("n => document.querySelectorAll('.tk-transcript li').length > n", arg=number)
    page.locator("button.tk-d10").first.click()
    page.locator("[data-key='what-if']").wait_for()
    assert page.locator("[data-act=when]").is_visible()
    assert page.locator(".tk-lab-rule").is_visible()
    in_every_dress(page, axe, "effects and dice", part=".tk-lab")


def test_what_was_asked_about_fleets(visit: Any, enter: Any, axe: Path) -> None:
    page = enter(visit(height=3000), "imperium-battle", "battle=space:_2_cruiser_vs_1_dreadnought&view=needs")
    page.locator("[data-act=needs_find]").click()
    page.locator(".tk-plan-enough").wait_for()
    in_every_dress(page, axe, "needs", part=".tk-lab-answers")
    page.locator("[data-key='tab:casualties']").click()
    page.locator("[data-act=find_best]").first.click()
    page.locator("[data-key='told:0']").wait_for()
    in_every_dress(page, axe, "losses", part=".tk-lab-answers")


@pytest.mark.parametrize(
    ("width", "height", "dressed"), [(360, 5200, in_long_words), (1280, 2600, in_both_schemes)]
)
def test_a_game_on_its_way(
    visit: Any, enter: Any, axe: Path, width: int, height: int, dressed: Callable[..., None]
) -> None:
    """Narrow in German, wide in English: who finds a fault of words finds it narrow."""
    window = visit(width=width, height=height, reduced_motion="reduce")  # nothing is covered
    page = enter(window, "play", "seed=7&opponents=greedy")
    if width < 1000:
        page.locator(".tk-frame-menu").click()
    page.locator("[data-act=why]").first.click()
    page.locator(".tk-no-open").wait_for()
    page.locator("[data-key=retire]").click()
    page.locator("[data-key=sure]").wait_for()
    dressed(page, axe, "a turn", part=".tk-play")
    page.locator("[data-key='answer:attack p2']").click()
    page.locator("[data-key='spell:0']").click()
    page.locator("[data-key='spell:1']").click()
    page.locator(".tk-play-verdict .tk-rule-button").wait_for()
    dressed(page, axe, "a lay that is forbidden", part=".tk-play")
    page.locator("[data-key='spell:1']").click()
    page.locator("[data-key='lay:']:not([aria-disabled])").click()
    page.locator("[data-key='go_on:']").wait_for()
    dressed(page, axe, "the end of a battle", part=".tk-play")
    for drawer in ("dice", "new", "save", "help"):
        page.locator(f"[data-key='tool:{drawer}']").click()
        page.locator(f"[data-key='drawer:{drawer}']").wait_for()
        dressed(page, axe, drawer, part=f"[data-key='drawer:{drawer}']")


def test_what_is_wrong_is_told_to_everybody(visit: Any, enter: Any, axe: Path) -> None:
    page = enter(visit(), "battle-lab", "lang=xx&battle=F:_F5_F3_F3_F3_vs_W:_W6_~_W4_W4")
    page.locator(".tk-alert").nth(1).wait_for()
    in_every_dress(page, axe, "faults")


def test_an_answered_lesson_step(visit: Any, enter: Any, axe: Path) -> None:
    page = enter(visit(width=390, height=844), PAGES["lesson"])
    page.locator("[data-act=point]").first.click()
    page.locator(".tk-reply .tk-rule-button").click()
    page.locator(".tk-opened").wait_for()
    page.locator(".tk-frame-menu").click()
    in_every_dress(page, axe, "answer", part=".tk-lesson")


def test_two_readings_with_a_rule_open(visit: Any, enter: Any, axe: Path) -> None:
    page = enter(visit(width=390, height=844), "readings", "rule=TW-VAR-2")
    page.locator(".tk-rd-refused .tk-ruling").click()
    page.locator(".tk-rd-rule .tk-opened").wait_for()
    page.locator(".tk-frame-menu").click()
    in_every_dress(page, axe, "reading", part=".tk-rd")


def test_an_example_of_the_reference_that_has_run(visit: Any, enter: Any, axe: Path) -> None:
    page = enter(visit(width=390, height=844), "reference", "name=charts.odds")
    page.locator("[data-act=run]").click()
    page.locator(".tk-ref-outcome .tk-plot-place .main-svg").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".tk-frame-menu").click()
    in_every_dress(page, axe, "a figure", part=".tk-ref-outcome")
    page.locator("[data-key='beside:charts.save_table']").click()
    page.locator(".tk-ref-outcome").wait_for(state="detached")  # it is that name's example that runs
    page.locator("[data-act=run]").click()
    page.locator(".tk-ref-table").wait_for()
    in_every_dress(page, axe, "a table", part=".tk-ref-outcome")
