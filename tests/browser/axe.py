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

OF_COLOURS = ["color-contrast", "link-in-text-block"]
COLOURS = {"runOnly": {"type": "rule", "values": OF_COLOURS}}
"""What a change of colours alone can break: the page is the same node by node."""
ELSEWHERE = ["avoid-inline-spacing"]
"""What `ASK` finds by looking at all attributes at once, which takes the program a tenth of its time."""
OF_PLACES = "target-size"
"""Asked only of what is small or covered, and together with colours: for both the program finds out where
everything is, which takes it longer than all other rules."""
UNASKED = {rule: {"enabled": False} for rule in (*OF_COLOURS, OF_PLACES, *ELSEWHERE)}
SHAPES = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {**{rule: {"enabled": True} for rule in BESIDES}, **UNASKED},
}
"""Everything but colours; with the sizes of what can be pressed."""
OF_WORDS = [
    "aria-command-name",
    "aria-input-field-name",
    "aria-meter-name",
    "aria-progressbar-name",
    "aria-toggle-field-name",
    "aria-tooltip-name",
    "button-name",
    "document-title",
    "empty-heading",
    "frame-title",
    "html-has-lang",
    "html-lang-valid",
    "image-alt",
    "input-button-name",
    "input-image-alt",
    "label",
    "label-content-name-mismatch",
    "link-name",
    "role-img-alt",
    "scrollable-region-focusable",
    "select-name",
    "summary-name",
    "svg-img-alt",
    "valid-lang",
]
WORDS = {"runOnly": {"type": "rule", "values": OF_WORDS}}
"""What another language can break: names, and by its longer words what can be scrolled."""

TO_THE_END = "document.querySelector('[data-foot]') && scrollTo(0, document.documentElement.scrollHeight)"
"""What a bar at the lower edge lies over in the middle of a page is free when the page is scrolled on."""

ASK = """async ([checks, part]) => {
  const unasked = { preload: false, selectors: false, iframes: false };  // nothing here needs their work
  const root = part ? document.querySelector(part) : document.documentElement;

  // Of what looks alike, text for text in boxes that look alike up to the root, one has the colours of all.
  const looks = new Map(), kinds = new Map();
  const kindOf = (element) => {
    if (!element) return 0;
    if (!kinds.has(element)) {
      const look = getComputedStyle(element);
      const own = ["color", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight", "fill",
        "filter", "textShadow", "textDecorationLine", "position", "display"].map((name) => look[name]);
      const states = ["disabled", "aria-disabled", "aria-hidden"].map((name) => element.getAttribute(name));
      const key = [kindOf(element.parentElement), element.nodeName, ...own, ...states].join("|");
      if (!looks.has(key)) looks.set(key, looks.size + 1);
      kinds.set(element, looks.get(key));
    }
    return kinds.get(element);
  };
  const oneOfEachKind = () => {
    const found = new Map();
    for (const element of [root, ...root.querySelectorAll("*")]) {
      const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      const shows = says || element.matches("input, select, textarea");
      if (!shows || !element.checkVisibility()) continue;
      const kind = kindOf(element);
      if (!found.has(kind)) found.set(kind, element);
    }
    return [...found.values()];
  };

  // What is large enough, and lies under nothing else that can be pressed, has no fault in its size.
  const smallOrCovered = () => {
    const kinds = "a, button, input, select, textarea, summary, [tabindex], [role]";
    const targets = [...root.querySelectorAll(kinds)]
      .filter((element) => element.checkVisibility())
      .map((element) => [element, element.getBoundingClientRect()]);
    const meets = (one, other) => one.left < other.right && other.left < one.right
      && one.top < other.bottom && other.top < one.bottom;
    const covered = ([element, box]) => targets.some(([other, its]) => other !== element && meets(box, its));
    return targets.filter((target) => Math.min(target[1].width, target[1].height) < 25 || covered(target))
      .map(([element]) => element);
  };
  const parts = { "color-contrast": oneOfEachKind, "target-size": smallOrCovered };

  const wrong = [];
  for (const rules of checks) {
    const some = Object.keys(parts).filter((rule) => rules.runOnly.values.includes(rule));
    const looked = some.length ? { include: some.flatMap((rule) => parts[rule]()) } : part ? root : document;
    if (some.length && !looked.include.length) continue;
    const result = await axe.run(looked, { resultTypes: ["violations"], ...unasked, ...rules });
    const why = (node) => [...node.any, ...node.all, ...node.none].map((each) => each.message).join(" ");
    for (const { id, nodes } of result.violations)
      wrong.push(...nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${why(node)})`));
  }
  for (const element of root.querySelectorAll("[style*='spacing'], [style*='line-height']"))
    if (/(letter-spacing|word-spacing|line-height)[^;]*!important/.test(element.getAttribute("style")))
      wrong.push(`avoid-inline-spacing: ${element.outerHTML.slice(0, 160)}`);
  return wrong;
}"""


def faults(page: Any, axe: Path, *rules: dict[str, Any], part: str = "") -> list[str]:
    """The faults of the page as it is now, everything unfolded; only within the selector `part`, where the
    rest is as it was when it was looked at."""
    unfold(page)
    page.evaluate(TO_THE_END)
    if not page.evaluate("typeof axe === 'object'"):
        page.add_script_tag(path=axe)
    still(page)  # colours fade in
    values = {rule for asked in rules for rule in asked["runOnly"]["values"]}
    some = [rule for rule in OF_COLOURS if rule in values] + ([OF_PLACES] if SHAPES in rules else [])
    checks = [asked for asked in rules if asked is not COLOURS]
    if some:
        checks.append({"runOnly": {"type": "rule", "values": some}})
    return list(page.evaluate(ASK, [checks, part]))


def in_both_schemes(page: Any, axe: Path, name: str, part: str = "") -> None:
    """The page, or a part of it, has no fault, light and dark."""
    for scheme, rules in (("light", (SHAPES, COLOURS)), ("dark", (COLOURS,))):
        page.emulate_media(color_scheme=scheme)
        page.locator(f"html[data-tk-theme={scheme}]").wait_for()
        wrong = faults(page, axe, *rules, part=part)
        assert wrong == [], f"{name}, {scheme}: {wrong}"


def in_language(page: Any, lang: str) -> None:
    """Show the page in this language, by its frame, and wait until all of it is."""
    page.locator(f".tk-frame-language[lang={lang}]").click()
    page.locator(f".tk-frame-language[lang={lang}][aria-pressed=true]").wait_for()
    every = "lang => [...document.querySelectorAll('.tk-panel')].every(each => each.lang === lang)"
    page.wait_for_function(every, arg=lang)
    still(page)


def in_every_dress(
    page: Any,
    axe: Path,
    name: str,
    beside: Callable[[Any, str], None] = lambda page, lang: None,
    part: str = "",
) -> None:
    """The page, or a part of it, has no fault, light and dark, and none of words in German; `beside` is
    asked in each language."""
    page.emulate_media(reduced_motion="reduce")  # colours need not be waited for
    for lang in ("en", "de"):
        in_language(page, lang)
        beside(page, lang)
        if lang == "en":
            in_both_schemes(page, axe, f"{name}, {lang}", part)
        else:
            wrong = faults(page, axe, WORDS, part=part)
            assert wrong == [], f"{name}, {lang}: {wrong}"


def in_long_words(page: Any, axe: Path, name: str, part: str = "") -> None:
    """The page, or a part of it, has no fault in German: for a width that is not the only one that a state is
    tried in."""
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    in_language(page, "de")
    wrong = faults(page, axe, SHAPES, COLOURS, part=part)
    assert wrong == [], f"{name}, narrow: {wrong}"
