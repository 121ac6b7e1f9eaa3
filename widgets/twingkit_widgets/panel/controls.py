"""Controls that panels share: a forbidden choice that says why, a named field, an unknown rule."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from twingkit import Refusal, UnknownRule
from twingkit_widgets.panel.keys import CLOSE
from twingkit_widgets.panel.markup import Attribute, Child, Markup, button, el
from twingkit_widgets.panel.wording import say
from twingkit_widgets.read.rulebook.rulings import rule_button

_numbers = count(1)


def fresh_id() -> str:
    """Return an id that no other panel of this page has."""
    return f"tk-panel-{next(_numbers)}"


def reuse_ids() -> None:
    """Count the ids from the first again: the panels that had them are gone."""
    global _numbers
    _numbers = count(1)


def named(tag: str, field: str, *children: Child, **attributes: Attribute) -> Markup:
    """Return a form field that says its name with its value."""
    return el(tag, *children, name=field, **attributes)


def forbidden(
    label: Child,
    refusal: Refusal,
    lang: str,
    *,
    reason_id: str,
    key: str,
    act: str,
    value: str,
    rule_act: str,
    is_open: bool,
    cls: str = "tk-button",
    aria_label: str | None = None,
) -> Markup:
    """Return the dashed button of a forbidden choice with its reason.

    It keeps its position. The reason shows while the button has the pointer or
    the focus; a press calls `act` with `value`, so that the panel can keep it open (`is_open`, with the rule
    to be opened by `rule_act`) and say it aloud.
    """
    reason = el(
        "span",
        refusal.text(lang),
        " ",
        rule_button(refusal.rule, lang, rule_act if is_open else "", key=f"{key}:rule"),
        cls="tk-no-reason",
        id=reason_id,
    )
    button = el(
        "button",
        label,
        type="button",
        cls=cls,
        aria_label=aria_label,
        aria_disabled="true",
        aria_describedby=reason_id,
        data_key=key,
    )
    return el(
        "span", button, reason, cls="tk-no tk-no-open" if is_open else "tk-no", data_act=act, data_value=value
    )


def hint_box(content: Child, lang: str, cls: str = "", **attributes: Attribute) -> Markup:
    """Return an open hint; its cross calls `hint` once more, and the panel closes it."""
    name = say(lang, "hint.close")
    cross = button("×", "hint", cls="tk-icon-button", key="hint:close", shortcut=CLOSE, aria_label=name)
    body = el("div", content, cls="tk-stack tk-tight")
    return el("div", body, cross, cls=f"tk-note tk-hint {cls}".strip(), data_key="hint", **attributes)


def unknown_rule(unknown: UnknownRule, say: Callable[..., str], title: Callable[[str], str]) -> Markup:
    """Return the alert that no rule has this id, with a button for each that looks like it.

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


def search_field(own: str, act: str, search: str, words: tuple[str, str], result_text: str) -> Markup:
    """A field to search a list with: `own` is its id, `act` the action that takes what is typed, `words` its
    label and an example, `result_text` how many were found ("" while nothing is searched for)."""
    label, example = words
    field = el(
        "input",
        cls="tk-field",
        type="search",
        id=own,
        value=search,
        data_act=act,
        data_live=True,
        data_key=act,
        autocomplete="off",
        placeholder=example,
    )
    count = el("p", result_text, cls="tk-small tk-soft") if result_text else None
    name = el("label", label, for_=own, cls="tk-label")
    return el("div", name, field, count, cls="tk-book-search", data_controls=True)
