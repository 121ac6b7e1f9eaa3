"""The field for a battle line: what stands in it, how to read it, and what is wrong with it, and where."""

from __future__ import annotations

from twingkit import twing
from twingkit.asking import one_line
from twingkit_widgets.battle_steps import sentence
from twingkit_widgets.controls import named
from twingkit_widgets.markup import Markup, el

EXAMPLE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2"
"""The battle the lab opens with if it is given none, or one that cannot be read."""

AROUND = 28
"""How many characters to each side of a fault are shown."""


def line_html(line: str, typed: str, fault: twing.NotationError | None, lang: str, prefix: str) -> Markup:
    """Return the field with `line`, or with the `typed` text and its `fault`.

    It calls `act_line` while someone types and `act_read` when the line is sent; `prefix` makes its ids.
    """
    wrong = _fault_html(typed, fault, lang, prefix) if fault else None
    how = el("p", sentence(lang, "lab.line_how"), cls="tk-small tk-soft", id=f"{prefix}-how")
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
        aria_invalid="true" if fault else None,
        aria_describedby=f"{prefix}-{'fault' if fault else 'how'}",
    )
    read = el(
        "button",
        sentence(lang, "lab.read"),
        type="submit",
        cls="tk-button",
        data_key="read",
        data_controls=True,
    )
    label = el("label", sentence(lang, "lab.line"), for_=f"{prefix}-line", cls="tk-label")
    form = el("form", label, el("div", field, read, cls="tk-lab-field"), data_act="read", data_key="form")
    return el("div", form, wrong or how, _grammar(lang), cls="tk-lab-line")


def _grammar(lang: str) -> Markup:
    """What the signs of a line mean, for who wants to type one."""
    texts = [el("p", sentence(lang, f"lab.grammar_{part}")) for part in ("side", "cards", "more")]
    example = el("p", el("code", EXAMPLE, cls="tk-code"))
    summary = el("summary", sentence(lang, "lab.grammar"))
    return el("details", summary, example, texts, cls="tk-lab-grammar tk-small", data_key="grammar")


def _fault_html(typed: str, fault: twing.NotationError, lang: str, prefix: str) -> Markup:
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
        el("p", el("b", sentence(lang, "lab.no_line"))),
        el("p", fault.text(lang)),
        el("p", sentence(lang, "lab.where"), " ", place),
        el("p", sentence(lang, "lab.kept"), cls="tk-small"),
    )
    return el("div", texts, cls="tk-alert", id=f"{prefix}-fault", data_key="line-fault")
