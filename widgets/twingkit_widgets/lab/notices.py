"""The notices of a lab: forbidden battles, refused changes, opened rules."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Rulebook
from twingkit_widgets.lab.typed_line import Say
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.keys import CLOSE
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.read.rulebook.rulings import rule_html

OPEN_RULE_ACTION = "lab_rule"
"""The action that opens a rule at the lower edge."""


def problems_html(problems: Sequence[Refusal], analysed_subject: object | None, say: Say) -> Markup | None:
    """Return every rule that a battle breaks, and the button that goes back to the battle
    `analysed_subject`; None without problems.
    """
    if not problems:
        return None
    items = [
        el("li", problem.text(), " ", rule_badge(problem.rule, OPEN_RULE_ACTION, key=f"problem:{index}"))
        for index, problem in enumerate(problems)
    ]
    again: Child = None
    if analysed_subject:
        again = join(
            el("p", say("lab.forbidden_how")),
            el("p", el("code", str(analysed_subject), cls="tk-code")),
            el("p", button(say("lab.last"), "restore_allowed", key="last")),
        )
    texts = el("div", el("h2", say("lab.forbidden")), el("ul", items, cls="tk-list"), again)
    return el("section", texts, cls="tk-alert", data_key="problems")


def lower_edge_notice_html(notice: Child, say: Say, role: str = "alert") -> Markup:
    """Return a notice at the lower edge, which stays visible until it is confirmed."""
    close = button("×", "understood", cls="tk-icon-button", shortcut=CLOSE, aria_label=say("lab.understood"))
    alert = el("div", el("div", notice), close, cls="tk-alert", role=role)
    return el("div", alert, cls="tk-lab-rule tk-lab-refused", data_foot=True, data_key="refused")


def refusal_html(refusal: Refusal, label: str) -> Markup:
    """Return the reason why a change was not made, with its rule, after the text `label` ("" for none)."""
    source = rule_badge(refusal.rule, OPEN_RULE_ACTION, key="refused:rule")
    return el("p", [el("b", label), ". "] if label else None, refusal.text(), " ", source)


def open_rule_html(rule_id: str, book: Rulebook) -> Markup | None:
    """Return the rule that is open at the lower edge; None if there is none."""
    if rule_id not in book:
        return None
    return el(
        "div",
        rule_html(book[rule_id], book, OPEN_RULE_ACTION),
        cls="tk-lab-rule",
        data_foot=True,
        data_key="lab-rule",
    )
