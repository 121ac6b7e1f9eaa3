"""What tests wait for in a page instead of looking at the clock."""

from __future__ import annotations

from typing import Any

SHIFTS = """window.shift = 0; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.shift += each.value;
}).observe({ type: 'layout-shift', buffered: true });"""
"""Run before every page: adds up in `window.shift` how much of its layout moves."""

FIRST = """() => {
  const painted = performance.getEntriesByName("first-contentful-paint")[0].startTime;
  const { responseStart, responseEnd } = performance.getEntriesByType("navigation")[0];
  return painted < responseEnd || responseEnd - responseStart < 1000;
}"""
"""Whether something was painted while the page was still being sent: its end waits for the kernel. A page
that is sent within a second has nothing to wait for; one whose kernel takes long is in `test_pages`."""

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


def still(page: Any, frames: int = 8) -> None:
    """Wait until so many frames in a row changed nothing: no node, no scrolling, no fading colour."""
    page.evaluate(STILL, frames)


def unfold(page: Any) -> None:
    """Open everything on the page that is folded."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
