"""The line of the battle lab: a battle or a situation, and how to read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from twingkit import Refusal, twing
from twingkit.twing.analysis.situation import Situation
from twingkit_widgets import typed_line
from twingkit_widgets.battle_builder import Draft
from twingkit_widgets.lab_words import lab_say
from twingkit_widgets.markup import Markup, el

EXAMPLE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2"
"""The battle the lab opens with if it is given none, or one that cannot be read."""

SITUATION = re.compile(r"[:;] hand |\?|; gone")
"""What only a situation line has."""


def read_draft(text: str) -> Draft:
    """Read a battle line or a situation line. Raises `NotationError`.

    >>> read_draft("F: hand F5 ?*2 vs W: W6").sides[0].hidden
    2
    """
    if not SITUATION.search(text):
        return Draft.of(twing.Battle.parse(text))
    return Draft.holding(Situation.parse(text))


def line_html(
    line: str,
    typed: str,
    fault: twing.NotationError | None,
    lang: str,
    prefix: str,
    told: bool = False,
    problems: Sequence[Refusal] = (),
) -> Markup:
    """Return the field with `line`, or the `typed` text and its `fault` (see `typed_line_html`)."""
    say = partial(lab_say, lang)
    return typed_line.typed_line_html(
        line, typed, fault, say, lang, prefix, told=told, problems=problems, grammar=_grammar(lang)
    )


def _grammar(lang: str) -> Markup:
    """What the signs of a line mean, for who wants to type one."""
    texts = [el("p", lab_say(lang, f"lab.grammar_{part}")) for part in ("side", "cards", "more", "hand")]
    example = el("p", el("code", EXAMPLE, cls="tk-code"))
    summary = el("summary", lab_say(lang, "lab.grammar"))
    return el("details", summary, example, texts, cls="tk-lab-grammar tk-small", data_key="grammar")


def fault_html(typed: str, fault: twing.NotationError, lang: str, prefix: str) -> Markup:
    """What is wrong with the text in the field: where, and what was expected there."""
    return typed_line.fault_html(typed, fault, partial(lab_say, lang), lang, prefix)
