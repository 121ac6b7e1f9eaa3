"""Static HTML of a panel for a page without a kernel: controls become plain text, and nothing else
changes.
"""

from __future__ import annotations

import re

from twingkit_widgets.panel.markup import VOID, Markup, el, raw

_DROPPED = frozenset({"role", "tabindex", "type", "name", "for", "disabled"})
PLAIN = {"button": "span", "select": "span", "textarea": "span", "form": "div", "fieldset": "div"}
"""Interactive elements and their static replacements."""

# Speed matters: a page has thousands of tags, all processed for every visitor.
NAME = r"""[^\s"'<>/=]+"""
VALUE = r"""(?:"[^"]*"|'[^']*'|[^\s"'<>=]+)"""
ATTRIBUTE = re.compile(rf"\s({NAME})(?:=({VALUE}))?")
TAG = re.compile(rf"<(/?)([a-zA-Z][\w:-]*)((?:\s+{NAME}(?:={VALUE})?)*)\s*(/?)>")
LEFT_OUT = re.compile(r"\sdata-(?:controls|figure)(?![\w:-])")


def html_without_controls(html: str) -> Markup:
    """Return `html` as a static copy without buttons and form fields; their texts and the pictures stay.

    Buttons and options become their text, fields their value. An element with the attribute `data-controls`
    (such as a toolbar) is removed with its content. A chart becomes its description, since only plotly.js
    draws charts.
    """
    parts: list[str] = []
    copied = 0  # the number of processed characters of `html`
    depth = 0  # depth inside a removed element
    for tag in TAG.finditer(html):
        end, name, attributes, alone = tag.groups()
        if depth:
            if not alone and name not in VOID:
                depth += -1 if end else 1
                copied = tag.end()
            continue
        if not end and name not in VOID and LEFT_OUT.search(attributes):
            depth, instead = 1, _chart_description(_parse_attributes(attributes))
        elif name == "option":
            chosen = end or "selected" in _parse_attributes(attributes)
            depth, instead = int(not chosen), ""
        elif name == "input":
            instead = _field(_parse_attributes(attributes))
        elif name in PLAIN:
            instead = f"</{PLAIN[name]}>" if end else _static_start_tag(PLAIN[name], attributes)
        else:
            continue
        parts += (html[copied : tag.start()], instead)
        copied = tag.end()
    return Markup("".join(parts) + html[copied:])


def _parse_attributes(attributes: str) -> dict[str, str]:
    values = ATTRIBUTE.findall(attributes)
    return {
        key: value[1:-1].replace('"', "&quot;") if value[:1] in ("'", '"') else value for key, value in values
    }


def _static_start_tag(name: str, attributes: str) -> str:
    """Return the start tag of an element with only the attributes that affect its appearance."""
    kept = [
        f' {key}="{value}"'
        for key, value in _parse_attributes(attributes).items()
        if key not in _DROPPED and not key.startswith(("data-", "aria-"))
    ]
    return f"<{name}{''.join(kept)}>"


def _chart_description(attributes: dict[str, str]) -> str:
    """Return the description of a chart from the attributes of its element; "" if there is none."""
    if "data-figure" not in attributes:
        return ""
    return el("p", raw(attributes.get("aria-label", "")), cls="tk-soft")


def _field(attributes: dict[str, str]) -> str:
    """Return a form field as static text: a tick for a checkbox, otherwise its value."""
    if attributes.get("type") in ("checkbox", "radio"):
        return el("span", "☑" if "checked" in attributes else "☐")
    if attributes.get("type") == "hidden":
        return ""
    return el("span", raw(attributes.get("value", "")), cls="tk-field")
