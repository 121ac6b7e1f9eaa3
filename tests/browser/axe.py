"""Pages against the accessibility rules that a program can check (WCAG 2.2, A and AA), by axe-core."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browser.waiting import still, unfold
from long_runs import LONG

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
"""Rules of good practice that no success criterion requires."""

OF_COLOURS = ["color-contrast", "link-in-text-block"]
COLOURS = {"runOnly": {"type": "rule", "values": OF_COLOURS}}
"""The rules that a change of colours alone can break: the page is the same node by node."""
ELSEWHERE = ["avoid-inline-spacing"]
"""The rules covered by `ASK`, which looks at all attributes at once in a tenth of the time."""
OF_PLACES = "target-size"
"""Rules run together with those on colours: for both axe computes all positions, which takes longer than all
other rules. Short runs check only doubtful elements, long runs everything."""
UNASKED = {rule: {"enabled": False} for rule in (*OF_COLOURS, OF_PLACES, *ELSEWHERE)}
SHAPES = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {**{rule: {"enabled": True} for rule in BESIDES}, **UNASKED},
}
"""All rules except those on colours, with the sizes of targets."""
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
"""The rules that another language can break: names, and with longer words scrollable regions."""

OF_WIDGETS = [
    *("button", "checkbox", "combobox", "gridcell", "link", "menuitem", "option", "radio", "searchbox"),
    *("slider", "spinbutton", "switch", "tab", "tabpanel", "textbox", "treeitem"),
]
PRESSED = ", ".join(
    ["a[href]", "button", "input", "select", "summary", "textarea"]
    + [f"[role={role}]" for role in OF_WIDGETS]
)
"""The targets: a rule on their sizes applies only to them."""

TO_THE_END = "document.querySelector('[data-foot]') && scrollTo(0, document.documentElement.scrollHeight)"
"""Content that a bar at the lower edge covers in the middle of a page is visible after scrolling on."""

ASK = """async ([checks, part, pressed, all]) => {
  const unasked = { preload: false, selectors: false, iframes: false };  // nothing here needs their work
  const root = part ? document.querySelector(part) : document.documentElement;

  // Of what looks alike, text for text in boxes that look alike up to the root, one has the colours of all:
  // on this page, however often and with whatever in it it was looked at.
  const { looks, asked } = (document.documentElement.colours ??= { looks: new Map(), asked: new Set() });
  const kinds = new Map();
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
  // Plain text on one plain colour is told without the program, which first finds out where everything is:
  // behind it is what the first of its boxes has that lets nothing through. All else is in doubt.
  const plain = (colour) => /^rgb\\(/.test(colour);
  const ground = (element) => {  // the colour behind, and how much the boxes in front of it show of the text
    let colour = null, shown = 1;
    for (let box = element; box; box = box.parentElement) {
      const look = getComputedStyle(box);
      const clear = look.backgroundColor === "rgba(0, 0, 0, 0)" && look.backgroundImage === "none";
      if (look.filter !== "none" || look.mixBlendMode !== "normal") return {};
      if (!colour && clear && ["static", "relative"].includes(look.position)) shown *= look.opacity;
      else if (look.opacity !== "1") return {};
      else if (!colour && plain(look.backgroundColor) && look.backgroundImage === "none")
        colour = look.backgroundColor;
      else if (!colour) return {};
    }
    return { colour, shown };
  };
  const channels = (colour) => colour.match(/\\d+/g).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const readable = (element) => {
    const look = getComputedStyle(element), { colour, shown } = ground(element);
    const isLink = element.matches("a[href]") && look.display === "inline"
      && !look.textDecorationLine.includes("underline");
    if (isLink || !colour || !plain(look.color) || look.textShadow !== "none") return false;
    const behind = channels(colour);
    const text = channels(look.color).map((value, index) => shown * value + (1 - shown) * behind[index]);
    const [low, high] = [luminance(text), luminance(behind)].sort((one, other) => one - other);
    return (high + 0.05) / (low + 0.05) > 4.55;  // by a hair more than is asked of small text
  };
  const unread = "svg, :disabled, [aria-disabled=true]";  // the program passes over them, too
  const textInDoubt = () =>
    [root, ...root.querySelectorAll("*")].filter((element) => {
      const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      const shows = says || element.matches("input, select, textarea");
      if (!shows || element.closest(unread) || !element.checkVisibility()) return false;
      if (element.offsetWidth <= 1 || asked.has(kindOf(element))) return false;
      asked.add(kindOf(element));
      return !readable(element);
    });

  // What is large enough, and lies under nothing else that can be pressed, has no fault in its size; nor has
  // what is small with nothing else near it.
  const smallOrCovered = () => {
    const targets = [...root.querySelectorAll(pressed)]
      .filter((element) => element.checkVisibility())
      .map((element) => [element, element.getBoundingClientRect()]);
    const inSentence = (element) => getComputedStyle(element).display.startsWith("inline")
      && [...element.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const near = (one, other, by) => one.left < other.right + by && other.left < one.right + by
      && one.top < other.bottom + by && other.top < one.bottom + by;
    const inDoubt = ([element, box]) => {
      const least = Math.min(box.width, box.height);
      const by = least < 25 ? 24 : least < 30 ? 0 : -2;  // borders of neighbours may be one
      return least < 240 && targets.some(([other, its]) => !other.contains(element) && near(box, its, by));
    };
    return targets.filter(inDoubt).map(([element]) => element).filter((element) => !inSentence(element));
  };
  const parts = { "color-contrast": textInDoubt, "target-size": smallOrCovered };

  // How an element is built, without its words: only that it has some. Of neighbours that are built alike one
  // stays, the others are taken out of the page before it is looked at.
  const builds = new Map();
  const ids = new Set([...document.querySelectorAll("[id]")].map((element) => element.id));
  const points = /^(for|aria-(activedescendant|controls|describedby|details|errormessage|labelledby|owns))$/;
  const valued = /^(role|class|type|tabindex|lang|scope|autocomplete|aria-(?!label$|value|description$).*)$/;
  const told = ({ name, value }) => {
    if (name === "id") return "";
    if (points.test(name)) return `${name} ${value.split(" ").map((id) => ids.has(id))}`;
    return valued.test(name) ? `${name}=${value}` : value.trim() ? name : `no ${name}`;
  };
  const build = (element) => {
    const parts = new Set();
    for (const child of [...element.children]) {
      const part = build(child);
      if (part && parts.has(part) && !child.matches("td, th, h1, h2, h3, h4, h5, h6")) child.remove();
      parts.add(part);
    }
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const key = [element.nodeName, says, ...[...element.attributes].map(told).sort(), ...parts].join("|");
    if (element.ownerSVGElement && !/role|aria|tabindex|title/.test(key)) return 0; // a line of a drawing
    if (!builds.has(key)) builds.set(key, builds.size + 1);
    return builds.get(key);
  };

  const wrong = [];
  for (const element of root.querySelectorAll("[style*='spacing'], [style*='line-height']"))
    if (/(letter-spacing|word-spacing|line-height)[^;]*!important/.test(element.getAttribute("style")))
      wrong.push(`avoid-inline-spacing: ${element.outerHTML.slice(0, 160)}`);
  for (const rules of checks) {
    const some = all ? [] : Object.keys(parts).filter((rule) => rules.runOnly.values.includes(rule));
    const looked = some.length ? { include: some.flatMap((rule) => parts[rule]()) } : part ? root : document;
    if (some.length && !looked.include.length) continue;
    if (!all && window.standIn && rules.runOnly.type === "tag")
      document.querySelectorAll(".tk-panel:not(.tk-frame-panel)").forEach(build);
    const result = await axe.run(looked, { resultTypes: ["violations"], ...unasked, ...rules });
    const why = (node) => [...node.any, ...node.all, ...node.none].map((each) => each.message).join(" ");
    for (const { id, nodes } of result.violations)
      wrong.push(...nodes
        .filter((node) => id !== "target-size" || !node.html.includes("tk-explained"))  // words of a sentence
        .map((node) => `${id}: ${node.html.slice(0, 160)} (${why(node)})`));
  }
  return wrong;
}"""


def faults(page: Any, axe: Path, *rules: dict[str, Any], part: str = "") -> list[str]:
    """Return the faults of the current page with everything unfolded; only within the selector `part`, if the
    rest has not changed since it was checked. `SHAPES` keeps only one panel of neighbours with the same
    structure.

    `SHAPES` leaves a panel that stands in with one of all neighbours that are built alike.
    """
    unfold(page)
    page.evaluate(TO_THE_END)
    if not page.evaluate("typeof axe === 'object'"):
        page.add_script_tag(path=axe)
    still(page, frames=3)  # wait for colours to fade in
    values = {rule for asked in rules for rule in asked["runOnly"]["values"]}
    some = [rule for rule in OF_COLOURS if rule in values] + ([OF_PLACES] if SHAPES in rules else [])
    checks = [asked for asked in rules if asked is not COLOURS]
    if some:  # first, while everything is in its place
        checks.insert(0, {"runOnly": {"type": "rule", "values": some}})
    return list(page.evaluate(ASK, [checks, part, PRESSED, LONG]))


def in_both_schemes(page: Any, axe: Path, name: str, part: str = "") -> None:
    """Check that the page, or a part of it, has no fault in the light and the dark scheme."""
    for scheme, rules in (("light", (SHAPES, COLOURS)), ("dark", (COLOURS,))):
        page.emulate_media(color_scheme=scheme)
        page.locator(f"html[data-tk-theme={scheme}]").wait_for()
        wrong = faults(page, axe, *rules, part=part)
        assert wrong == [], f"{name}, {scheme}: {wrong}"


def in_language(page: Any, lang: str) -> None:
    """Show the page in this language, by its frame, and wait until all of it is."""
    page.locator(f".tk-frame-language[lang={lang}]").dispatch_event("click")
    page.locator(f".tk-frame-language[lang={lang}][aria-pressed=true]").wait_for(state="attached")
    every = "lang => [...document.querySelectorAll('.tk-panel')].every(each => each.lang === lang)"
    page.wait_for_function(every, arg=lang)
    still(page)
