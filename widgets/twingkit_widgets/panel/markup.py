"""HTML that cannot miss an escape: every text that a panel shows passes through `el` or `esc`.

`el("p", "5 < 6", cls="tk-note")` gives `<p class="tk-note">5 &lt; 6</p>`. A `Markup` child is used as it is,
any other text is escaped. A plain string can therefore never become a tag, whoever wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape

VOID = frozenset({"br", "hr", "img", "input", "wbr"})

Attribute = str | int | float | bool | None
special = re.compile(r"""[&<>"']""").search  # most texts contain none of these


class Markup(str):
    """A string of safe HTML, which `el` and `join` insert unescaped; made by `el`, `join`, `raw` or a
    drawing.
    """

    __slots__ = ()

    def __html__(self) -> Markup:
        """Return the markup itself; Jinja calls this to learn that a text is already escaped."""
        return self


Child = str | int | None | Iterable["Child"]


def esc(text: object) -> Markup:
    """Escape `text` for HTML, unless it is `Markup` already."""
    return text if isinstance(text, Markup) else Markup(_escaped(text))


def _escaped(text: object) -> str:
    written = str(text)
    return written if not special(written) or isinstance(text, Markup) else escape(written)


def raw(html: str) -> Markup:
    """Mark `html` as safe, so that it is inserted without escaping.

    Use it only for constants of this package, never for user input or file contents.
    """
    return Markup(html)


def join(*children: Child, between: str = "") -> Markup:
    """Escape and join children; nested iterables are flattened, `None` is left out."""
    parts: list[str] = []
    _flatten(children, parts)
    return Markup(_escaped(between).join(parts))


def _flatten(children: Iterable[Child], parts: list[str]) -> None:
    for child in children:
        if isinstance(child, Markup):
            parts.append(child)
        elif isinstance(child, (str, int)):
            parts.append(_escaped(child))
        elif child is not None:
            _flatten(child, parts)


def replace_spans(text: str, replacements: Iterable[tuple[int, int, Child]]) -> Markup:
    """Return a text as HTML in which some spans are replaced: each replacement is (start, end, content), in
    order.
    """
    parts: list[Child] = []
    position = 0
    for start, end, content in replacements:
        parts += [text[position:start], content]
        position = end
    return join(*parts, text[position:])


def el(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """Return an HTML element with these children and attributes.

    `cls` and `for_` stand for `class` and `for`; other names turn `_` into `-` (`data_act` becomes
    `data-act`). `None` and `False` omit an attribute, `True` writes it without a value. A link to a page that
    the site does not show (`href=""`) returns nothing.
    """
    if name == "a" and attributes.get("href") == "":
        return Markup("")
    parts = [f"<{name}"]
    for key, value in attributes.items():
        if value is True:
            parts.append(_attribute(key))
        elif value is not None and value is not False:
            parts.append(f'{_attribute(key)}="{_escaped(value)}"')
    parts.append(">")
    if name not in VOID:
        _flatten(children, parts)
        parts.append(f"</{name}>")
    return Markup("".join(parts))


@cache
def _attribute(key: str) -> str:
    """Return the HTML name of an attribute, preceded by a space."""
    return " " + {"cls": "class", "for_": "for"}.get(key, key.replace("_", "-"))


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

    `key` (default: act and value) keeps the focus when the panel is rendered again. `shortcut` is a
    one-character key, shown as a key cap and announced to screen readers. A disabled button keeps its place
    in the tab order (`aria-disabled`), so that it can be found and explained.
    """
    return el(
        "button",
        label,
        _key_cap(shortcut),
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


def _key_cap(shortcut: str | None) -> Markup | None:
    """Return the key cap of a control; None without a shortcut, and for a named one ("Escape")."""
    named = not shortcut or (len(shortcut) > 1 and shortcut.isalpha())
    return None if named else el("kbd", shortcut, cls="tk-key", aria_hidden="true")


def link_button(label: Child, href: str, *, key: str, shortcut: str, main: bool = False) -> Markup:
    """Return a link that looks like a button and has a shortcut.

    After following it, the new page puts the focus on its question (`#asked`).
    """
    return el(
        "a",
        label,
        _key_cap(shortcut),
        href=f"{href}#asked",
        cls="tk-button tk-main" if main else "tk-button",
        data_key=key,
        data_shortcut=shortcut,
        aria_keyshortcuts=shortcut,
    )


def svg_picture(width: float, height: float, inner: str, title: str, kind: str) -> Markup:
    """Return an SVG picture with the drawing `inner` and a title for screen readers.

    Without one it accompanies a text and is hidden from screen readers.
    """
    named = {"role": "img", "aria_label": title} if title else {"aria_hidden": "true"}
    return el(
        "svg",
        el("title", title) if title else None,
        raw(inner),
        cls=f"tk-svg tk-svg-{kind}",
        viewBox=f"0 0 {width:g} {height:g}",
        **named,
    )
