"""What the rules say no to in the lab: what is wrong with a battle, and why a change was not made."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit import Refusal, twing
from twingkit.twing.notation import ROLES
from twingkit_widgets.lab_words import lab_say
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.rulings import rule_button, rule_html


def problems_html(problems: Sequence[Refusal], last: twing.Battle | None, lang: str) -> Markup | None:
    """Return every rule that a battle breaks, and the way back to the `last` allowed one; None for none."""
    if not problems:
        return None
    items = [
        el("li", problem.text(lang), " ", _rule(problem.rule, lang, f"problem:{place}"))
        for place, problem in enumerate(problems)
    ]
    again: Child = None
    if last:
        again = join(
            el("p", lab_say(lang, "lab.forbidden_how")),
            el("p", el("code", str(last), cls="tk-code")),
            el("p", button(lab_say(lang, "lab.last"), "last", key="last")),
        )
    texts = el("div", el("h2", lab_say(lang, "lab.forbidden")), el("ul", items, cls="tk-list"), again)
    return el("section", texts, cls="tk-alert", data_key="problems")


def notice_html(
    refused: Refusal | None,
    opened: str,
    lang: str,
    place: int | None = None,
    instead: str = "",
    hint: str = "",
) -> Markup | None:
    """Return what lies at the lower edge, in sight: why the last change was not made, or an opened rule.

    The change was meant for the side at `place`; `instead` is what the other side can do with the card, as a
    drop; `hint` is the key of what to do first.
    """
    if refused:
        source = _rule(refused.rule, lang, "refused:rule")
        no = lab_say(lang, "lab.refused") if place is None else lab_say(lang, "lab.refused_of", ROLES[place])
        first = el("p", el("b", lab_say(lang, hint))) if hint else None
        said = [first, el("p", None if hint else [el("b", no), ". "], refused.text(lang), " ", source)]
        other: Child = None
        if instead:
            role = ROLES[int(instead.partition(">")[2][0])]
            other = button(lab_say(lang, "lab.instead", role), "drop", instead, key="instead")
        name = lab_say(lang, "lab.understood")
        close = button("×", "understood", cls="tk-icon-button", shortcut="Escape", aria_label=name)
        alert = el("div", el("div", said, other), close, cls="tk-alert", role="alert")
        return el("div", alert, cls="tk-lab-rule tk-lab-refused", data_key="refused")
    book = twing.rulebook()
    if opened not in book:
        return None
    return el("div", rule_html(book[opened], book, lang, "lab_rule"), cls="tk-lab-rule", data_key="lab-rule")


def _rule(rule: str, lang: str, key: str) -> Markup:
    return rule_button(rule, lang, "lab_rule", key=key)
