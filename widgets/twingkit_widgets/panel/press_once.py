"""Every button of a panel, pressed once: what a visitor's first click needs is loaded then."""

from __future__ import annotations

from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.panel.sent import elements

TABS = "tab"
"""What a panel is asked for by the buttons of its tabs: each shows something of its own."""


def press_once(panel: Panel) -> None:
    """Press every tab and then one button of each kind that the panel shows, so that no visitor's first click
    loads anything."""
    tabs: list[str] = []  # the open one last: what the panel shows now is there again afterwards
    kinds: dict[str, str | None] = {}
    for tag, attributes in elements(panel.html):
        act, value = attributes.get("data-act", ""), attributes.get("data-value")
        if tag != "button" or not act or attributes.get("aria-disabled") == "true":
            continue
        if act == TABS:
            tabs.insert(len(tabs) if attributes.get("aria-selected") == "true" else 0, value or "")
        else:
            kinds.setdefault(act, value)
    for value in tabs:
        panel.do(TABS, value)
    for act, value in kinds.items():
        panel.do(act, value)
