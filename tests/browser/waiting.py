"""Conditions in a page that tests wait for instead of a fixed time."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Error

SHIFTS = """window.shift = 0; window.shifted = []; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) {
    window.shift += each.value;
    const moved = each.sources.map(({ node }) => (node?.outerHTML ?? `${node?.nodeValue}`).slice(0, 120));
    window.shifted.push([Math.round(each.startTime), each.value, moved]);
  }
}).observe({ type: 'layout-shift', buffered: true });"""
"""Script to run before every page: sums up layout shifts in `window.shift`; `window.shifted` says when, how
much, and what."""

FIRST = """() => {
  const painted = performance.getEntriesByName("first-contentful-paint")[0].startTime;
  const { responseStart, responseEnd } = performance.getEntriesByType("navigation")[0];
  return painted < responseEnd || responseEnd - responseStart < 1000;
}"""
"""Returns whether something was painted while the page was still being sent: its end waits for the kernel."""

MOVING = """() => [
  ...document.getAnimations().map((each) => each.effect.target?.className ?? "an animation"),
  ...[...document.querySelectorAll("body *")]
    .flatMap((each) => [[each, ""], [each, "::before"], [each, "::after"]])
    .filter(([each, part]) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(each, part || null);
      return parseFloat(transitionDuration) > 0 || animationName !== "none" || scrollBehavior === "smooth";
    }).map(([each, part]) => each.outerHTML.slice(0, 80) + part),
]"""
"""Returns everything on a page that moves, or would."""

STILL = """(frames) => new Promise((done) => {
  let left = frames;
  const begin = () => { left = frames; };
  const changes = new MutationObserver(begin);
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  addEventListener("scroll", begin, { capture: true });
  const running = (each) => each.playState === "running" && each.effect?.getTiming().iterations !== Infinity;
  const look = () => {
    if (document.getAnimations().some(running)) begin();
    if (left-- > 0) return requestAnimationFrame(look);
    changes.disconnect();
    removeEventListener("scroll", begin, { capture: true });
    done();
  };
  requestAnimationFrame(look);
})"""


HOLDS = """({{ given, most }}) => new Promise((done, fail) => {{
  const holds = () => {{
    const condition = ({condition});
    return typeof condition === "function" ? condition(given) : condition;
  }};
  const look = async () => {{
    try {{
      if (await holds()) end(true);
    }} catch (error) {{
      end(false);
      fail(error);
    }}
  }};
  const end = (held) => {{
    changes.disconnect();
    clearInterval(again);
    done(held);
  }};
  const changes = new MutationObserver(look);
  const again = setInterval(look, 50); // for what is no part of the page: its address, what it keeps
  AbortSignal.timeout(most).onabort = () => end(false); // also where a test has stopped the clock
  changes.observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
  look();
}})"""
"""Returns whether a condition becomes true within some milliseconds: it is checked whenever the page has
changed."""


def waiting_from_outside(page: Any) -> Any:
    """Return the page with a `wait_for_function` that evaluates its condition from outside the page.

    Playwright's own makes code of text inside the page, and no page of the site lets anybody do that.
    """

    def wait_for_function(condition: str, *, arg: Any = None, timeout: float = 90_000) -> None:
        end = time.monotonic() + timeout / 1000
        while not holds(condition, arg):
            assert time.monotonic() < end, f"not within {timeout} ms: {condition}"

    def holds(condition: str, arg: Any) -> bool:
        try:
            return bool(page.evaluate(HOLDS.format(condition=condition), {"given": arg, "most": 1000}))
        except Error as left:  # the page is just giving way to another
            if "context was destroyed" not in left.message:
                raise
            return False

    page.wait_for_function = wait_for_function
    return page


def still(page: Any, frames: int = 8) -> None:
    """Wait until this many frames in a row changed nothing: no node, no scrolling, no fading colour."""
    page.evaluate(STILL, frames)


START = "Start"
"""The button that begins a game, in both languages."""


def begin(page: Any) -> None:
    """Begin the game of a page, if one is waiting."""
    start = page.locator(".tk-play").get_by_role("button", name=START, exact=True)
    if start.count():
        start.click()
        start.wait_for(state="detached")


def unfold(page: Any) -> None:
    """Unfold everything on the page."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
