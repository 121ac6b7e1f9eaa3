"""Press every button of a panel once, so that everything needed by a visitor's first click is loaded."""

from __future__ import annotations

from twingkit_widgets.panel.page_messages import elements
from twingkit_widgets.panel.panel import Panel

_TAB_ACTION = "tab"


def warm_up_buttons(panel: Panel, tabs: bool = False) -> None:
    """Press one button of each kind on the panel in advance, so that a visitor's first click loads nothing.

    With `tabs`, press every tab before that, the open one last.
    """
    shown: list[str] = []
    kinds: dict[str, str | None] = {}
    for tag, attributes in elements(panel.html):
        act, value = attributes.get("data-act", ""), attributes.get("data-value")
        if tag != "button" or not act or attributes.get("aria-disabled") == "true":
            continue
        kinds.setdefault(act, value)
        if act == _TAB_ACTION:
            shown.insert(len(shown) if attributes.get("aria-selected") == "true" else 0, value or "")
    if tabs and shown:
        del kinds[_TAB_ACTION]
        for value in shown:
            panel.do(_TAB_ACTION, value)
    for act, value in kinds.items():
        panel.do(act, value)
