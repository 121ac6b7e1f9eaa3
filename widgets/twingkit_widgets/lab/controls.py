"""The controls of labs: one of several choices, a list, a counter's ends, a typed line, a table."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit_widgets.panel.controls import named
from twingkit_widgets.panel.markup import Attribute, Child, Markup, button, el


def switch(
    choices: Iterable[tuple[str, Child]],
    chosen: str,
    act: str,
    label: str,
    cls: str = "tk-switch",
    **attributes: Attribute,
) -> Markup:
    """Return one of several choices as buttons side by side; `label` is the group's name."""
    items = [
        button(name, act, value, aria_pressed="true" if value == chosen else "false")
        for value, name in choices
    ]
    return el("div", items, cls=cls, role="group", aria_label=label, **attributes)


def select(
    options: Iterable[tuple[str | int, Child]], chosen: str | int, key: str, **attributes: Attribute
) -> Markup:
    """Return one of several choices as a list that opens; `options` are values with their names."""
    items = [el("option", name, value=value, selected=value == chosen) for value, name in options]
    return el("select", items, data_key=key, **attributes)


def labelled_select(
    options: Iterable[tuple[str | int, Child]],
    chosen: str | int,
    key: str,
    own: str,
    label: str,
    **attributes: Attribute,
) -> list[Markup]:
    """Return the label of a list and the list, whose id is `own`."""
    field = select(options, chosen, key, cls="tk-field", id=own, **attributes)
    return [el("label", label, for_=own, cls="tk-label"), field]


def nudge(
    sign: str,
    act: str,
    value: str,
    label: str,
    *,
    at_end: bool = False,
    key: str | None = None,
    cls: str = "",
    delete: str | None = None,
) -> Markup:
    """Return the button that makes a counter smaller or larger by one; `at_end`: it can go no further.

    `delete` is the action of the key Delete on it.
    """
    cls = f"tk-button tk-build-nudge {cls}".strip()
    return button(sign, act, value, key=key, cls=cls, disabled=at_end, aria_label=label, data_delete=delete)


def code_field(name: str, own: str, value: str, wrong: bool, key: str, **attributes: Attribute) -> Markup:
    """Return a field for a line that no keyboard should mend; `own` is its id."""
    return named(
        "input",
        name,
        cls="tk-field tk-code",
        id=own,
        value=value,
        data_key=key,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        aria_invalid="true" if wrong else None,
        **attributes,
    )


def code_form(label: str, field: Markup, own: str, act: str, key: str, *buttons: Markup) -> Markup:
    """Return the form around such a field, sent to `act_<act>`, with the buttons behind it."""
    row = el("div", field, *buttons, cls="tk-lab-field")
    return el("form", el("label", label, for_=own, cls="tk-label"), row, data_act=act, data_key=key)


def submit(label: str, key: str, **attributes: Attribute) -> Markup:
    """Return the button that sends a form."""
    return el("button", label, type="submit", cls="tk-button", data_key=key, **attributes)


def column_heads(names: Iterable[Child], cls: str = "") -> list[Markup]:
    """Return names as heads of columns."""
    return [el("th", name, scope="col", cls=cls or None) for name in names]


def grid(
    heads: Iterable[Child],
    rows: Iterable[Child],
    cls: str = "",
    caption: Child = None,
    key: str | None = None,
) -> Markup:
    """Return a table of rows with the heads of its columns."""
    parts = [caption, el("thead", el("tr", heads)), el("tbody", rows)]
    return el("table", parts, cls=f"tk-grid {cls}".strip(), data_key=key)
