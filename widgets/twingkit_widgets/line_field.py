"""The field for a line: a battle or a situation, how to read it, and what is wrong with it, and where."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twingkit import Refusal, twing
from twingkit.asking import one_line
from twingkit.twing.analysis.situation import Situation
from twingkit_widgets.battle_builder import Draft
from twingkit_widgets.controls import named
from twingkit_widgets.lab_words import lab_say
from twingkit_widgets.markup import Markup, el

EXAMPLE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2"
"""The battle the lab opens with if it is given none, or one that cannot be read."""

AROUND = 28
"""How many characters to each side of a fault are shown."""

WHOLE = 34
"""How many characters of a line a phone shows in the field; a longer one is repeated below it."""

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
    """Return the field with `line`, or the `typed` text and its `fault` (unless that is `told` elsewhere).

    `problems` are the rules that the line breaks. It calls `act_line` while someone types and `act_read` when
    the line is sent; `prefix` makes its ids.
    """
    wrong = fault_html(typed, fault, lang, prefix) if fault and not told else None
    if problems and not fault:
        wrong = _forbidden(problems, lang, prefix)
    how = el("p", lab_say(lang, "lab.line_how"), cls="tk-small tk-soft", id=f"{prefix}-how")
    field = named(
        "input",
        "line",
        cls="tk-field tk-code",
        id=f"{prefix}-line",
        value=typed if fault else line,
        data_act="line",
        data_live=True,
        data_key="line",
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        aria_invalid="true" if fault or problems else None,
        aria_describedby=f"{prefix}-{'fault' if fault or problems else 'how'}",
    )
    read = el(
        "button",
        lab_say(lang, "lab.read"),
        type="submit",
        cls="tk-button",
        data_key="read",
        data_controls=True,
    )
    label = el("label", lab_say(lang, "lab.line"), for_=f"{prefix}-line", cls="tk-label")
    copy = el(
        "button",
        lab_say(lang, "lab.copy"),
        type="button",
        cls="tk-button tk-quiet",
        data_copy=line,
        data_copied=lab_say(lang, "lab.copied"),
        data_key="copy-line",
        data_controls=True,
    )
    whole = el("p", line, cls="tk-code tk-small tk-lab-whole", aria_hidden="true")
    row = el("div", field, read, copy, cls="tk-lab-field")
    form = el("form", label, row, data_act="read", data_key="form")
    return el(
        "div",
        form,
        whole if len(line) > WHOLE and not (fault and wrong) else None,
        wrong or how,
        _grammar(lang),
        cls="tk-lab-line",
    )


def _forbidden(problems: Sequence[Refusal], lang: str, prefix: str) -> Markup:
    """Which rules the line in the field breaks."""
    why = [el("p", problem.text(lang), f" [{problem.rule}]") for problem in problems]
    told = el("div", el("p", el("b", lab_say(lang, "lab.forbidden"))), why)
    return el("div", told, cls="tk-alert", id=f"{prefix}-fault", data_key="line-fault")


def _grammar(lang: str) -> Markup:
    """What the signs of a line mean, for who wants to type one."""
    texts = [el("p", lab_say(lang, f"lab.grammar_{part}")) for part in ("side", "cards", "more", "hand")]
    example = el("p", el("code", EXAMPLE, cls="tk-code"))
    summary = el("summary", lab_say(lang, "lab.grammar"))
    return el("details", summary, example, texts, cls="tk-lab-grammar tk-small", data_key="grammar")


def fault_html(typed: str, fault: twing.NotationError, lang: str, prefix: str) -> Markup:
    """What is wrong with the text in the field: where, and what was expected there."""
    start = min(fault.position, len(typed))
    end = typed.find(" ", start + 1)
    end = min(len(typed) if end < 0 else end, start + AROUND)
    before = typed[max(0, start - AROUND) : start]
    bad, after = typed[start:end], typed[end:]
    place = el(
        "code",
        "…" if start > AROUND else None,
        one_line(before),
        el("mark", one_line(bad) if bad.strip() else "␣"),
        one_line(after[:AROUND]),
        "…" if len(after) > AROUND else None,
        cls="tk-code tk-lab-place",
    )
    texts = el(
        "div",
        el("p", el("b", lab_say(lang, "lab.no_line"))),
        el("p", fault.text(lang)),
        el("p", lab_say(lang, "lab.where"), " ", place),
        el("p", lab_say(lang, "lab.kept"), cls="tk-small"),
    )
    return el("div", texts, cls="tk-alert", id=f"{prefix}-fault", data_key="line-fault")
