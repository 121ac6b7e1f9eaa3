"""Panels of a test's own in the place of the panel of an open page: frame, styles and client are the page's.

So hundreds of states of panels are looked at in a browser without opening a page for each.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from twingkit_widgets.panel import panel as panel_module
from twingkit_widgets.panel.chart import PARTS, needed
from twingkit_widgets.panel.panel import Panel

CLIENT = Path(panel_module.__file__).with_name("panel.js").read_text(encoding="utf-8")

STAND_IN = """async ([client, parts]) => {
  const address = URL.createObjectURL(new Blob([client], { type: "text/javascript" }));
  const { default: panel } = await import(address);
  const live = [...document.querySelectorAll(".tk-panel")].find((one) => !one.matches(".tk-frame-panel"));
  const place = document.createElement("div"), style = document.createElement("style");
  live.before(style, place);
  live.remove();
  let end = () => {};
  window.standIn = (values, css) => {
    end();
    if (style.textContent !== css) style.textContent = css;
    const listeners = {};
    const of = (event) => (listeners[event] ??= new Set());
    const answer = (need) => {
      for (const listen of [...of("msg:custom")]) listen({ need, text: parts[need] }, []);
    };
    const model = {
      get: (name) => values[name],
      on: (event, listen) => of(event).add(listen),
      off: (event, listen) => of(event).delete(listen),
      send: ({ need }) => need && setTimeout(answer, 0, need),
    };
    end = panel.render({ model, el: place });
  };
}"""
"""Takes the page's panel away: `standIn(values, css)` shows one with these traits in its place."""


@attrs.frozen
class Face:
    """A state of a panel as it is sent to a page: its traits, and its style."""

    lang: str
    html: str
    css: str

    @classmethod
    def of(cls, panel: Panel) -> Face:
        """The state of a panel as it is now; the panel is closed."""
        face = cls(panel.lang, panel.html, str(panel._css))
        panel.close()
        return face

    def show(self, page: Any) -> None:
        """Show it on a page on which panels stand in."""
        values = {"html": self.html, "lang": self.lang, "status": "", "busy": False, "working": ""}
        page.evaluate("([values, css]) => standIn(values, css)", [values, self.css])


def stand_in(page: Any) -> None:
    """Take the panel of an open page away: from now on faces are shown in its place."""
    page.evaluate(STAND_IN, [CLIENT, {name: needed(name)[0]["text"] for name in PARTS}])
