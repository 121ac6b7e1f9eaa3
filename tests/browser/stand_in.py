"""Test panels in place of the panel of an open page: frame, styles and client belong to the page.

So hundreds of states of panels are looked at in a browser without opening a page for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape, unescape
from pathlib import Path
from typing import Any

import attrs
from browser.waiting import still

from twingkit_widgets.panel import panel as panel_module
from twingkit_widgets.panel.chart import PARTS, file_message
from twingkit_widgets.panel.panel import Panel

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""By how much a page is wider than its room: on a phone `innerWidth` grows with content that is too wide."""

CLIENT = Path(panel_module.__file__).with_name("panel.js").read_text(encoding="utf-8")

STAND_IN = """async ([client, parts]) => {
  const address = URL.createObjectURL(new Blob([client], { type: "text/javascript" }));
  const { default: panel } = await import(address);
  const live = [...document.querySelectorAll(".tk-panel")].find((one) => !one.matches(".tk-frame-panel"));
  const place = document.createElement("div"), style = document.createElement("style");
  live.before(style, place);
  live.remove();
  const traits = { html: "", lang: "en", status: "", busy: false, working: "" };
  let listeners = {}, end = () => {};
  const of = (event) => (listeners[event] ??= new Set());
  const say = (event, said) => { for (const listen of [...of(event)]) listen(said, []); };
  const model = {
    get: (name) => traits[name],
    on: (event, listen) => of(event).add(listen),
    off: (event, listen) => of(event).delete(listen),
    send: ({ need }) => need && setTimeout(() => say("msg:custom", { need, text: parts[need] })),
  };
  const begin = () => {
    end();
    listeners = {};
    end = panel.render({ model, el: place });
  };
  begin();
  window.standIn = (changed, css = style.textContent) => {
    Object.assign(traits, changed);
    if (css === style.textContent) return Object.keys(changed).forEach((name) => say(`change:${name}`));
    style.textContent = css;
    begin();
  };
}"""
"""Removes the page's panel: in its place `standIn(traits)` shows a panel that changes to these traits, as
after a click; a different style makes a different panel."""


SHOW = """([traits, css]) => {
  standIn(traits, css);
  document.querySelectorAll("details").forEach((part) => { part.open = true; });
  return !!document.querySelector(".tk-plot-place");
}"""
"""Shows a panel; returns whether something on it still has to be drawn."""


@attrs.frozen
class Face:
    """A state of a panel as it is sent to a page: its traits, and its style."""

    lang: str
    html: str
    css: str

    @classmethod
    def now(cls, panel: Panel) -> Face:
        """Return the current state of a panel."""
        return cls(panel.lang, panel.html, str(panel._css))

    @classmethod
    def of(cls, panel: Panel) -> Face:
        """Return the current state of a panel, and close the panel."""
        face = cls.now(panel)
        panel.close()
        return face

    def show(self, page: Any) -> None:
        """Show the state on a page with a stand-in, everything unfolded, and wait for its charts."""
        traits = {"lang": self.lang, "html": self.html}
        if page.evaluate(SHOW, [traits, self.css]):
            still(page)


def press(panel: Panel, control: str) -> None:
    """Do what a control of the panel does: the one with this key, or the first with this action."""
    keyed, doing = (rf'<[^>]* data-{name}="{re.escape(escape(control))}"[^>]*>' for name in ("key", "act"))
    tag = re.search(keyed, panel.html) or re.search(doing, panel.html)
    assert tag, f"there is no {control}"
    assert "aria-disabled" not in tag[0], f"{control} cannot be pressed"
    said = {name: unescape(value) for name, value in re.findall(r' data-(act|value)="([^"]*)"', tag[0])}
    panel.do(said["act"], said.get("value"))
    assert panel.error is None, (control, panel.error)


def stand_in(page: Any) -> None:
    """Remove the panel of an open page: from now on states are shown in its place."""
    page.evaluate(STAND_IN, [CLIENT, {name: file_message(name)[0]["text"] for name in PARTS}])


@contextmanager
def as_on_a_phone(page: Any, width: int = 360, height: int = 740) -> Iterator[None]:
    """Show the open page in a phone's window, 360 pixels wide by default, with touch input."""
    size = {"width": width, "height": height}
    browser = page.context.new_cdp_session(page)
    page.set_viewport_size(size)
    browser.send("Emulation.setDeviceMetricsOverride", {**size, "deviceScaleFactor": 1, "mobile": True})
    browser.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        still(page)
        assert page.evaluate(
            "width => matchMedia(`(max-width: ${width}px) and (pointer: coarse)`).matches", width
        )
        yield
    finally:
        browser.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        page.set_viewport_size({"width": 1280, "height": 800})
        browser.detach()
