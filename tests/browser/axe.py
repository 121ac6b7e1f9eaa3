"""Pages against the accessibility rules that a program can check (WCAG 2.2, A and AA), by axe-core."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser.waiting import still, unfold

AXE = Path(__file__).parents[2] / "widgets/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
BESIDES = [
    "heading-order",
    "region",
    "landmark-one-main",
    "landmark-banner-is-top-level",
    "landmark-no-duplicate-main",
    "page-has-heading-one",
    "empty-heading",
    "tabindex",
]
"""Good practice that no success criterion asks for."""

ALL = {"runOnly": {"type": "tag", "values": TAGS}, "rules": {rule: {"enabled": True} for rule in BESIDES}}
OF_COLOURS = ["color-contrast", "link-in-text-block"]
COLOURS = {"runOnly": {"type": "rule", "values": OF_COLOURS}}
"""What a change of colours alone can break: the page is the same node by node."""
WORDS = {**ALL, "rules": {rule: {"enabled": rule in BESIDES} for rule in (*BESIDES, *OF_COLOURS)}}
"""What another language can break: everything but colours."""

TO_THE_END = "document.querySelector('[data-foot]') && scrollTo(0, document.documentElement.scrollHeight)"
"""What a bar at the lower edge lies over in the middle of a page is free when the page is scrolled on."""

ASK = """async ([rules, part]) => {
  const unasked = { preload: false, selectors: false, iframes: false };  // nothing here needs their work
  const looked = part ? document.querySelector(part) : document;
  const result = await axe.run(looked, { resultTypes: ["violations"], ...unasked, ...rules });
  const why = (node) => [...node.any, ...node.all, ...node.none].map((each) => each.message).join(" ");
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${why(node)})`));
}"""


def faults(page: Any, axe: Path, rules: dict[str, Any], part: str = "") -> list[str]:
    """What is wrong with the page as it is now, everything unfolded; only within the selector `part`, where
    the rest is as it was when it was looked at."""
    unfold(page)
    page.evaluate(TO_THE_END)
    if not page.evaluate("typeof axe === 'object'"):
        page.add_script_tag(path=axe)
    still(page)  # colours fade in
    return list(page.evaluate(ASK, [rules, part]))


def in_both_schemes(page: Any, axe: Path, name: str, part: str = "") -> None:
    """The page, or a part of it, has no fault, light and dark."""
    for scheme, rules in (("light", ALL), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        page.locator(f"html[data-tk-theme={scheme}]").wait_for()
        wrong = faults(page, axe, rules, part)
        assert wrong == [], f"{name}, {scheme}: {wrong}"


def in_every_dress(
    page: Any,
    axe: Path,
    name: str,
    beside: Callable[[Any, str], None] = lambda page, lang: None,
    part: str = "",
) -> None:
    """The page, or a part of it, has no fault, light and dark, in both languages; `beside` is asked in each
    language too."""
    page.emulate_media(reduced_motion="reduce")  # colours need not be waited for
    for lang in ("en", "de"):
        page.locator(f".tk-frame-language[lang={lang}]").click()
        page.locator(f".tk-frame-language[lang={lang}][aria-pressed=true]").wait_for()
        every = "lang => [...document.querySelectorAll('.tk-panel')].every(each => each.lang === lang)"
        page.wait_for_function(every, arg=lang)
        still(page)
        beside(page, lang)
        if lang == "en":
            in_both_schemes(page, axe, f"{name}, {lang}", part)
        else:
            wrong = faults(page, axe, WORDS, part)
            assert wrong == [], f"{name}, {lang}: {wrong}"


def in_long_words(page: Any, axe: Path, name: str, part: str = "") -> None:
    """The page, or a part of it, has no fault in German: for a width that is not the only one that a state is
    tried in."""
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    page.locator(".tk-frame-language[lang=de]").click()
    page.locator(".tk-frame-language[lang=de][aria-pressed=true]").wait_for()
    page.wait_for_function("[...document.querySelectorAll('.tk-panel')].every(each => each.lang === 'de')")
    wrong = faults(page, axe, ALL, part)
    assert wrong == [], f"{name}, narrow: {wrong}"
