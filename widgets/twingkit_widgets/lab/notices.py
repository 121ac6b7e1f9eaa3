"""The notices of a lab: forbidden battles, refused changes, opened rules."""

from __future__ import annotations

from collections.abc import Callable

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Rulebook
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.keys import CLOSE
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.read.rulebook.rulings import rule_html

OPEN_RULE_ACTION = "lab_rule"
"""The action that opens a rule at the lower edge."""


def lower_edge_notice_html(notice: Child, say: Callable[..., str], role: str = "alert") -> Markup:
    """Render a notice at the lower edge of the page, which stays until the person closes it."""
    close = button("×", "understood", cls="tk-icon-button", shortcut=CLOSE, aria_label=say("lab.understood"))
    alert = el("div", el("div", notice), close, cls="tk-alert", role=role)
    return el("div", alert, cls="tk-lab-rule tk-lab-refused", data_foot=True, data_key="refused")


def refusal_html(refusal: Refusal, label: str) -> Markup:
    """Return the reason why a change was not made, with its rule, after the text `label` ("" for none)."""
    source = rule_badge(refusal.rule, OPEN_RULE_ACTION, key="refused:rule")
    return el("p", [el("b", label), ". "] if label else None, refusal.text(), " ", source)


def open_rule_html(rule_id: str, book: Rulebook) -> Markup | None:
    """Render the rule with this id for display at the lower edge of the page; None if the rulebook has no
    such rule.
    """
    if rule_id not in book:
        return None
    return el(
        "div",
        rule_html(book[rule_id], book, OPEN_RULE_ACTION),
        cls="tk-lab-rule",
        data_foot=True,
        data_key="lab-rule",
    )
