"""What the fleet lab says about a battle: what to know of it, what a change cost, why one was not made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from twingkit.asking import Refusal
from twingkit.imperium.effect_list import Effect
from twingkit.imperium.rules import rulebook
from twingkit.imperium.units import Unit
from twingkit.rulebook import Ruling
from twingkit_widgets.fleet_words import fleet_say
from twingkit_widgets.markup import Markup, button, el, join
from twingkit_widgets.notices import RULE_ACT, edge_html, opened_html, refusal_html
from twingkit_widgets.rulings import rule_button


def notes_html(found: Sequence[Ruling], lang: str) -> Markup | None:
    """Return what to know of a legal battle; None if there is nothing. The room on ships is said beside the
    units."""
    items = [
        el("li", note.text(lang), " ", rule_button(note.rule, lang, RULE_ACT, key=f"note:{place}"))
        for place, note in enumerate(found)
        if note.case != "capacity"
    ]
    if not items:
        return None
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
    say = partial(fleet_say, lang)
    if refused:
        return edge_html(refusal_html(refused, say("lab.refused"), lang), say)
    if lost:
        words = rulebook().words
        names = ", ".join(each.label(words, lang) for each in lost)
        back = button(say("lab.undo"), "undo", key="lost:undo")
        return edge_html(join(el("p", say("lab.lost", names=names)), back), say, "status")
    return opened_html(opened, rulebook(), lang)
