"""Controls that panels share: lists, fields, tables, rule buttons, and forbidden choices with their
reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count

from twingkit import Refusal, UnknownRule
from twingkit.core.games import game_of_rule
from twingkit_widgets.panel.address.addresses import book_of
from twingkit_widgets.panel.keys import CLOSE
from twingkit_widgets.panel.markup import Attribute, Child, Markup, button, el
from twingkit_widgets.panel.wording import say

_numbers = count(1)


def fresh_id() -> str:
    """Return an id that no other panel of this page uses."""
    return f"tk-panel-{next(_numbers)}"


def restart_ids() -> None:
    """Restart the numbering of `fresh_id` at 1, which is safe only when all panels with such ids are gone."""
    global _numbers
    _numbers = count(1)


def named_field(tag: str, field: str, *children: Child, **attributes: Attribute) -> Markup:
    """Return a form control as an HTML element `tag` whose value is sent under the name `field`."""
    return el(tag, *children, name=field, **attributes)


def rule_badge(rule: str, act: str = "", key: str = "", value: str = "", text: str = "") -> Markup:
    """Return the id of a rule as a label or, with `act`, as a button that sends this action with `value` (by
    default the id).

    A button with `text` shows that text, with the id in its title.
    """
    if not act:
        return el("span", rule, cls="tk-rule")
    title = book_of(game_of_rule(rule))[rule].title()
    label = say("rulings.open", rule=rule, title=title)
    if text:
        label, title = f"{text} {label}", f"{rule}: {title}"
    style = "tk-rule tk-rule-button" + (" tk-rule-why" if text else "")
    shown = text or rule
    return button(shown, act, value or rule, cls=style, key=key or None, aria_label=label, title=title)


def forbidden_button(
    label: Child,
    refusal: Refusal,
    *,
    reason_id: str,
    key: str,
    act: str,
    value: str,
    rule_act: str,
    rule_value: str = "",
    rule_text: str = "",
    is_open: bool,
    effect_note: str = "",
) -> Markup:
    """Return a button for a choice that a rule forbids, drawn dashed and marked as disabled, with the reason
    beside it.

    The reason is shown while the button has the pointer or the focus; a press calls `act` with `value`, so
    that the panel can keep the reason open (`is_open`) and have it read out, with a button for the rule,
    which calls `rule_act` with `rule_value` or the rule and shows `rule_text` or its id. A page without room
    on its buttons shows the `effect_note`, what the choice would do, with the reason.
    """
    badge = None if rule_text else rule_badge(refusal.rule)
    if is_open:
        badge = rule_badge(refusal.rule, rule_act, f"{key}:rule", rule_value, rule_text)
    reason = el(
        "span",
        el("small", effect_note) if effect_note else None,
        refusal.text(),
        " ",
        badge,
        cls="tk-no-reason",
        id=reason_id,
    )
    button = el(
        "button",
        label,
        type="button",
        cls="tk-button",
        aria_disabled="true",
        aria_describedby=reason_id,
        data_key=key,
    )
    return el(
        "span", button, reason, cls="tk-no tk-no-open" if is_open else "tk-no", data_act=act, data_value=value
    )


def hint_box(content: Child, cls: str = "", **attributes: Attribute) -> Markup:
    """Return a box with a hint and a close button, which sends the action `hint`."""
    name = say("hint.close")
    cross = button("×", "hint", cls="tk-icon-button", key="hint:close", shortcut=CLOSE, aria_label=name)
    body = el("div", content, cls="tk-stack tk-tight")
    return el("div", body, cross, cls=f"tk-note tk-hint {cls}".strip(), data_key="hint", **attributes)


def unknown_rule_alert(unknown: UnknownRule, say: Callable[..., str], title: Callable[[str], str]) -> Markup:
    """Return an alert that no rule has the requested id, with a button for each rule with a similar id.

    `say` has the sentences `unknown`, `near`, `no_near` and `dismiss`; `title` names a rule.
    """
    near = [button(f"{name} {title(name)}", "open", name, key=f"near:{name}") for name in unknown.near]
    texts = el(
        "div",
        el("p", say("unknown", id=unknown.wanted[:60])),
        el("p", say("near" if near else "no_near")),
        el("div", near, cls="tk-row") if near else None,
    )
    close = button("×", "close", cls="tk-icon-button", aria_label=say("dismiss"))
    return el("div", texts, close, cls="tk-alert", role="alert", data_key="unknown")


def search_field(
    field_id: str, act: str, search_text: str, label_and_example: tuple[str, str], result_text: str
) -> Markup:
    """Return a search field for a list, with a label, an example, and a text about the results.

    `field_id` is its id, `act` the action that takes the typed text, `label_and_example` its label and an
    example, `result_text` the number of results ("" without a search).
    """
    label, example = label_and_example
    field = el(
        "input",
        cls="tk-field",
        type="search",
        id=field_id,
        value=search_text,
        data_act=act,
        data_live=True,
        data_key=act,
        autocomplete="off",
        placeholder=example,
    )
    count = el("p", result_text, cls="tk-small tk-soft") if result_text else None
    name = el("label", label, for_=field_id, cls="tk-label")
    return el("div", name, field, count, cls="tk-book-search", data_controls=True)


def button_group(
    choices: Iterable[tuple[str, Child]],
    chosen_value: str,
    act: str,
    label: str,
    cls: str = "tk-switch",
    **attributes: Attribute,
) -> Markup:
    """Return several choices as buttons side by side; `label` names the group."""
    items = [
        button(name, act, value, aria_pressed="true" if value == chosen_value else "false")
        for value, name in choices
    ]
    return el("div", items, cls=cls, role="group", aria_label=label, **attributes)


def drop_down_list(
    options: Iterable[tuple[str | int, Child]], chosen_value: str | int, key: str, **attributes: Attribute
) -> Markup:
    """Return several choices as a drop-down list; `options` are values with their names."""
    items = [el("option", name, value=value, selected=value == chosen_value) for value, name in options]
    return el("select", items, data_key=key, **attributes)


def labelled_select(
    options: Iterable[tuple[str | int, Child]],
    chosen_value: str | int,
    key: str,
    field_id: str,
    label: str,
    **attributes: Attribute,
) -> list[Markup]:
    """Return a drop-down list with the id `field_id`, preceded by its label."""
    field = drop_down_list(options, chosen_value, key, cls="tk-field", id=field_id, **attributes)
    return [el("label", label, for_=field_id, cls="tk-label"), field]


def counter_button(
    sign: str,
    act: str,
    value: str,
    label: str,
    *,
    is_at_limit: bool = False,
    key: str | None = None,
    cls: str = "",
    delete_action: str | None = None,
) -> Markup:
    """Return a button that changes a counter by one; it is disabled if `is_at_limit` (the limit is reached).

    `delete_action` is the action that the Delete key sends while the button has the focus.
    """
    cls = f"tk-button tk-build-nudge {cls}".strip()
    return button(
        sign, act, value, key=key, cls=cls, disabled=is_at_limit, aria_label=label, data_delete=delete_action
    )


def notation_field(
    name: str, field_id: str, value: str, is_invalid: bool, key: str, **attributes: Attribute
) -> Markup:
    """Return a text field for notation, without automatic corrections by the keyboard."""
    return named_field(
        "input",
        name,
        cls="tk-field tk-code",
        id=field_id,
        value=value,
        data_key=key,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        aria_invalid="true" if is_invalid else None,
        **attributes,
    )


def notation_form(label: str, field: Markup, field_id: str, act: str, key: str, *buttons: Markup) -> Markup:
    """Return a labelled form with a `notation_field` and buttons; submitting it calls `act_<act>`."""
    row = el("div", field, *buttons, cls="tk-lab-field")
    return el("form", el("label", label, for_=field_id, cls="tk-label"), row, data_act=act, data_key=key)


def submit_button(label: str, key: str, **attributes: Attribute) -> Markup:
    """Return the submit button of a form."""
    return el("button", label, type="submit", cls="tk-button", data_key=key, **attributes)


def column_heads(names: Iterable[Child]) -> list[Markup]:
    """Return a header cell (`th`) for each name."""
    return [el("th", name, scope="col") for name in names]


def table_with_heads(
    heads: Iterable[Child],
    rows: Iterable[Child],
    cls: str = "",
    caption: Child = None,
    key: str | None = None,
) -> Markup:
    """Return an HTML table with the header cells `heads`, the body `rows` and an optional caption."""
    parts = [caption, el("thead", el("tr", heads)), el("tbody", rows)]
    return el("table", parts, cls=f"tk-grid {cls}".strip(), data_key=key)
