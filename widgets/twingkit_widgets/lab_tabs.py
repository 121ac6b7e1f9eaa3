"""The tabs of the lab: what a person can ask about the battle, one answer open at a time."""

from __future__ import annotations

from twingkit_widgets.lab_words import lab_say
from twingkit_widgets.markup import Child, Markup, el

TABS = ("odds", "advice", "worth", "whatif", "tree", "charts")
"""The questions, in the order in which a person asks them."""


def tabs_html(chosen: str, content: Child, lang: str, prefix: str) -> Markup:
    """Return the row of questions with the answer to the `chosen` one.

    Arrows move between the questions, Enter or Space opens one (`act_tab`): answers are computed only then.
    """
    items = [
        el(
            "button",
            lab_say(lang, f"tabs.{name}"),
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
        for name in TABS
    ]
    label = lab_say(lang, "tabs.label")
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
