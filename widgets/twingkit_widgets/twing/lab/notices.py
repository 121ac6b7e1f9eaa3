"""The lower edge of the battle lab: why a change was not made, and what to do instead."""

from __future__ import annotations

from functools import partial

from twingkit import Refusal, twing
from twingkit.twing.notation.battle_line import ROLES
from twingkit_widgets.lab.notices import edge_html, opened_html, refusal_html
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.twing.lab.words import lab_say


def notice_html(
    refused: Refusal | None,
    opened: str,
    lang: str,
    index: int | None = None,
    instead: str = "",
    hint: str = "",
) -> Markup | None:
    """Return the notice at the lower edge, in sight: why the last change was not made, or an opened rule.

    The change was meant for the side at `index`; `instead` is what the other side can do with the card, as a
    drop; `hint` is the key of what to do first.
    """
    if not refused:
        return opened_html(opened, twing.rulebook(), lang)
    label = lab_say(lang, "lab.refused") if index is None else lab_say(lang, "lab.refused_of", ROLES[index])
    first = el("p", el("b", lab_say(lang, hint))) if hint else None
    other: Child = None
    if instead:
        role = ROLES[int(instead.partition(">")[2][0])]
        other = button(lab_say(lang, "lab.instead", role), "drop", instead, key="instead")
    parts = [first, refusal_html(refused, "" if hint else label, lang), other]
    return edge_html(parts, partial(lab_say, lang))
