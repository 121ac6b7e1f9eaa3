"""HTML without forgotten escapes: every text that a panel shows passes through `el` or `esc`.

`el("p", "5 < 6", cls="tk-note")` gives `<p class="tk-note">5 &lt; 6</p>`. A child that is `Markup` is
taken as it is, any other text is escaped. So a plain string can never become a tag, whoever wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape

VOID = frozenset({"br", "hr", "img", "input", "wbr"})

Attribute = str | int | float | bool | None
special = re.compile(r"""[&<>"']""").search  # most texts hold none of these and stay as they are


class Markup(str):
    """HTML that is already safe: made by `el`, `join`, `raw` or a drawing."""

    __slots__ = ()

    def __html__(self) -> Markup:
        """Itself: what Jinja asks of a text that it need not escape."""
        return self


Child = str | int | None | Iterable["Child"]


def esc(text: object) -> Markup:
    """Return `text` for an HTML page: escaped, unless it is `Markup` already."""
    if isinstance(text, Markup):
        return text
    written = str(text)
    return Markup(escape(written, quote=True) if special(written) else written)


def raw(html: str) -> Markup:
    """Declare `html` safe. Only for constants of this package, never for what a person or a file wrote."""
    return Markup(html)


def join(*children: Child, between: str = "") -> Markup:
    """Escape and join children; nested iterables are flattened, `None` is left out."""
    parts: list[Markup] = []
    _flatten(children, parts)
    return Markup((esc(between) if between else "").join(parts))


def _flatten(children: Iterable[Child], parts: list[Markup]) -> None:
    """Add the escaped children to `parts`."""
    for child in children:
        if isinstance(child, Markup):
            parts.append(child)
        elif isinstance(child, (str, int)):
            parts.append(esc(child))
        elif child is not None:
            _flatten(child, parts)


def el(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """Return one element.

    `cls` and `for_` stand for `class` and `for`; other names turn `_` into `-` (`data_act` is
    `data-act`). `None` and `False` leave an attribute out, `True` writes it without a value. A link to a page
    that the site does not show (`href=""`) is nothing.
    """
    if name == "a" and attributes.get("href") == "":
        return Markup("")
    written = "".join([_attribute(key, value) for key, value in attributes.items()])
    if name in VOID:
        return Markup(f"<{name}{written}>")
    inner: list[Markup] = []
    _flatten(children, inner)
    return Markup(f"<{name}{written}>{''.join(inner)}</{name}>")


@lru_cache(maxsize=2048, typed=True)  # a panel that is shown again says most of them again; 1 is not True
def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = {"cls": "class", "for_": "for"}.get(key, key.replace("_", "-"))
    return f" {name}" if value is True else f' {name}="{esc(value)}"'


def button(
    label: Child,
    act: str,
    value: str | int | None = None,
    *,
    cls: str = "tk-button",
    key: str | None = None,
    shortcut: str | None = None,
    disabled: bool = False,
    **attributes: Attribute,
) -> Markup:
    """Return a button that calls the panel's `act_<act>(value)`.

    `key` (default: act and value) keeps the focus over a re-render, `shortcut` is a one-character key
    and is shown on the button. A disabled button keeps its place in the tab order (`aria-disabled`), so
    that it can still be found and explained.
    """
    hint = el("kbd", shortcut, cls="tk-key", aria_hidden="true") if shortcut and len(shortcut) == 1 else None
    return el(
        "button",
        label,
        hint,
        type="button",
        cls=cls,
        data_act=act,
        data_value=value,
        data_key=key or f"{act}:{'' if value is None else value}",
        data_shortcut=shortcut,
        aria_keyshortcuts=shortcut,
        aria_disabled="true" if disabled else None,
        **attributes,
    )


def picture(width: float, height: float, inner: str, title: str, kind: str) -> Markup:
    """Return an SVG picture with its name; without a title it only goes with a text beside it and is not read
    out."""
    named = {"role": "img", "aria_label": title} if title else {"aria_hidden": "true"}
    return el(
        "svg",
        el("title", title) if title else None,
        raw(inner),
        cls=f"tk-svg tk-svg-{kind}",
        viewBox=f"0 0 {width:g} {height:g}",
        **named,
    )
