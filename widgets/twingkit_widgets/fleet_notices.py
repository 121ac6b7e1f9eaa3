"""What the fleet lab says about a battle: which rules it breaks, what to know of it, what a change cost."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.asking import Refusal
from twingkit.imperium.effect_list import Effect
from twingkit.imperium.notation import Battle
from twingkit.imperium.rules import rulebook
from twingkit.imperium.units import Unit
from twingkit.rulebook import Ruling
from twingkit_widgets.fleet_words import fleet_say
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.rulings import rule_button, rule_html

ACT = "fleet_rule"
"""The action that opens a rule."""


def problems_html(problems: Sequence[Refusal], last: Battle | None, lang: str) -> Markup | None:
    """Return every rule that a battle breaks, and the way back to the `last` allowed one; None for none."""
    if not problems:
        return None
    items = [
        el("li", problem.text(lang), " ", rule_button(problem.rule, lang, ACT, key=f"problem:{place}"))
        for place, problem in enumerate(problems)
    ]
    again: Child = None
    if last:
        again = join(
            el("p", fleet_say(lang, "lab.forbidden_how")),
            el("p", el("code", str(last), cls="tk-code")),
            el("p", button(fleet_say(lang, "lab.last"), "last", key="last")),
        )
    texts = el("div", el("h2", fleet_say(lang, "lab.forbidden")), el("ul", items, cls="tk-list"), again)
    return el("section", texts, cls="tk-alert", data_key="problems")


def notes_html(found: Sequence[Ruling], lang: str) -> Markup | None:
    """Return what to know of a legal battle; None if there is nothing."""
    if not found:
        return None
    items = [
        el("li", note.text(lang), " ", rule_button(note.rule, lang, ACT, key=f"note:{place}"))
        for place, note in enumerate(found)
    ]
    head = el("h2", fleet_say(lang, "lab.notes"), cls="tk-label")
    return el(
        "section",
        head,
        el("ul", items, cls="tk-list"),
        cls="tk-note tk-small tk-fleet-notes",
        data_key="notes",
    )


def notice_html(
    refused: Refusal | None, lost: Sequence[Unit | Effect], opened: str, lang: str
) -> Markup | None:
    """Return what lies at the lower edge, in sight: why the last change was not made, what it took away
    besides, or an opened rule."""
    if refused:
        source = rule_button(refused.rule, lang, ACT, key="refused:rule")
        said = el("p", el("b", fleet_say(lang, "lab.refused")), ". ", refused.text(lang), " ", source)
        return _edge(said, lang, "alert")
    if lost:
        words = rulebook().words
        names = ", ".join(each.label(words, lang) for each in lost)
        back = button(fleet_say(lang, "lab.undo"), "undo", key="lost:undo")
        return _edge([el("p", fleet_say(lang, "lab.lost", names=names)), back], lang, "status")
    book = rulebook()
    if opened not in book:
        return None
    return el("div", rule_html(book[opened], book, lang, ACT), cls="tk-lab-rule", data_key="lab-rule")


def _edge(said: Child, lang: str, role: str) -> Markup:
    name = fleet_say(lang, "lab.understood")
    close = button("×", "understood", cls="tk-icon-button", shortcut="Escape", aria_label=name)
    alert = el("div", el("div", said), close, cls="tk-alert", role=role)
    return el("div", alert, cls="tk-lab-rule tk-lab-refused", data_key="refused")
