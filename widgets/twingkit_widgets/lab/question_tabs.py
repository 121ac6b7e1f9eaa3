"""A row of tabs, each a question, with one answer open below it, in any lab."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit_widgets.lab.typed_line import Say
from twingkit_widgets.panel.markup import Child, Markup, el


def tabs_html(names: Sequence[str], chosen: str, content: Child, say: Say, prefix: str) -> Markup:
    """Return the tabs `names`, each with a question, and the answer to the `chosen` one.

    The label of a question is the text `tabs.` plus its name; `prefix` makes the ids. Arrow keys move between
    the questions, Enter or Space opens one (`act_tab`): answers are worked out only then.
    """
    items = [
        el(
            "button",
            say(f"tabs.{name}"),
            type="button",
            cls="tk-button tk-lab-tab",
            role="tab",
            id=f"{prefix}-tab-{name}",
            aria_selected="true" if name == chosen else "false",
            aria_controls=f"{prefix}-tab-panel",
            data_act="tab",
            data_value=name,
            data_key=f"tab:{name}",
        )
        for name in names
    ]
    label = say("tabs.label")
    row = el(
        "div",
        items,
        cls="tk-lab-tabs",
        role="tablist",
        aria_label=label,
        data_roving=True,
        data_controls=True,
    )
    panel = el(
        "div",
        content,
        cls="tk-box tk-lab-panel",
        role="tabpanel",
        id=f"{prefix}-tab-panel",
        tabindex="0",
        aria_labelledby=f"{prefix}-tab-{chosen}",
        data_key=f"tabpanel:{chosen}",
    )
    return el(
        "section",
        el("h2", label, cls="tk-hidden"),
        row,
        panel,
        cls="tk-lab-answers",
        data_bring=chosen,
        data_key="tabs",
    )
