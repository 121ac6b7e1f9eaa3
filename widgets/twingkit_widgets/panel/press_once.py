"""Every button of a panel, pressed once: what a visitor's first click needs is loaded then."""

from __future__ import annotations

from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.panel.sent import elements


def press_once(panel: Panel) -> None:
    """Press one button of each kind that the panel shows, so that no visitor's first click loads anything."""
    pressed: set[str] = set()
    for tag, attributes in elements(panel.html):
        act = attributes.get("data-act", "")
        if tag == "button" and act and act not in pressed and attributes.get("aria-disabled") != "true":
            pressed.add(act)
            panel.do(act, attributes.get("data-value"))
