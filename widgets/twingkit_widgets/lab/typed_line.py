"""The field for the notation of a battle, in any game: its text, and its faults with their positions.

The texts come from the catalogue of the game's lab, such as `say("lab.line")`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from twingkit import Refusal
from twingkit.core.cards.box_faults import BoxError
from twingkit.core.messages import Fault
from twingkit.core.notation import NotationError
from twingkit.core.questions import one_line_excerpt
from twingkit_widgets.panel.address.addresses import canonical_address
from twingkit_widgets.panel.controls import notation_field, notation_form, submit_button
from twingkit_widgets.panel.markup import Child, Markup, el

_FAULT_CONTEXT_CHARACTERS = 28
"""The number of characters shown before and after a fault."""

_PHONE_FIELD_CHARACTERS = 34
"""Visible on a phone; longer notation is repeated below the field."""

_WIDE_FIELD_CHARACTERS = 90
"""Visible in a wide window."""

Say = Callable[[str], str]
"""A function that returns the text of a key in the reader's language."""


def typed_line_html(
    line: str,
    typed_text: str,
    fault: NotationError | BoxError | Fault | None,
    say: Say,
    id_prefix: str,
    hides_fault: bool = False,
    problems: Sequence[Refusal] = (),
    grammar: Child = None,
) -> Markup:
    """Return the field for notation: it shows `typed_text` if there is a `fault`, otherwise `line`.

    The fault is explained below the field unless it is `hides_fault`. `problems` are the rules that the
    notation breaks, `grammar` explains its signs. The field calls `act_line` while somebody types and
    `act_read` when it is sent; `id_prefix` makes its ids.
    """
    wrong = fault_html(typed_text, fault, say, id_prefix) if fault and not hides_fault else None
    if problems and not fault:
        why = [el("p", problem.text(), f" [{problem.rule}]") for problem in problems]
        sentences = el("div", el("p", el("b", say("lab.forbidden"))), why)
        wrong = el("div", sentences, cls="tk-alert", id=f"{id_prefix}-fault", data_key="line-fault")
    hint = el("p", say("lab.line_how"), cls="tk-small tk-soft", id=f"{id_prefix}-how")
    field = notation_field(
        "line",
        f"{id_prefix}-line",
        typed_text if fault else line,
        bool(fault or problems),
        "line",
        data_act="line",
        data_live=True,
        aria_describedby=f"{id_prefix}-{'fault' if fault or problems else 'how'}",
    )
    read = submit_button(say("lab.read"), "read", data_controls=True)
    copy = el(
        "button",
        say("lab.copy"),
        type="button",
        cls="tk-button tk-quiet",
        data_copy=line,
        data_copied=say("lab.copied"),
        data_key="copy-line",
        data_controls=True,
    )
    cls = "tk-code tk-small tk-lab-whole" + (" tk-lab-long" if len(line) > _WIDE_FIELD_CHARACTERS else "")
    paragraph = el("p", line, cls=cls, aria_hidden="true")
    form = notation_form(say("lab.line"), field, f"{id_prefix}-line", "read", "form", read, copy)
    return el(
        "div",
        form,
        paragraph if len(line) > _PHONE_FIELD_CHARACTERS and not (fault and wrong) else None,
        wrong or hint,
        grammar,
        cls="tk-lab-line",
    )


def fault_html(typed_text: str, fault: NotationError | BoxError | Fault, say: Say, id_prefix: str) -> Markup:
    """Return the message about the fault in the field, with its place if the `fault` has a position."""
    marked = None
    if isinstance(fault, NotationError):
        marked = el("p", say("lab.where"), " ", _fault_place(typed_text, fault))
    texts = el(
        "div",
        el("p", el("b", say("lab.no_line"))),
        el("p", fault.text()),
        marked,
        el("p", say("lab.kept"), cls="tk-small"),
    )
    return el("div", texts, cls="tk-alert", id=f"{id_prefix}-fault", data_key="line-fault")


def _fault_place(typed: str, fault: NotationError) -> Markup:
    start = min(fault.position, len(typed))
    end = typed.find(" ", start + 1)
    end = min(len(typed) if end < 0 else end, start + _FAULT_CONTEXT_CHARACTERS)
    before = typed[max(0, start - _FAULT_CONTEXT_CHARACTERS) : start]
    bad, after = typed[start:end], typed[end:]
    return el(
        "code",
        "…" if start > _FAULT_CONTEXT_CHARACTERS else None,
        one_line_excerpt(before, 80),
        el("mark", one_line_excerpt(bad, 80) if bad.strip() else "␣"),
        one_line_excerpt(after[:_FAULT_CONTEXT_CHARACTERS], 80),
        "…" if len(after) > _FAULT_CONTEXT_CHARACTERS else None,
        cls="tk-code tk-lab-place",
    )


def battle_address_html(page: str, address: Mapping[str, str], say: Say) -> Markup:
    """Return a folded section with the page and query that open this battle on any site of the kit."""
    path = canonical_address(page, **address)
    text = el("p", say("lab.link_how"), " ", el("code", path, cls="tk-code"))
    return el("details", el("summary", say("lab.link")), text, cls="tk-lab-link", data_key="link")
