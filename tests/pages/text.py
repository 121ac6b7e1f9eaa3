"""The text of a page: what a piece of HTML shows, as lines."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import unescape

INLINE = frozenset(
    (
        "a",
        "abbr",
        "b",
        "br",
        "code",
        "em",
        "i",
        "kbd",
        "mark",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "u",
        "wbr",
    )
)
TERM = "data-term"
"""The attribute of an explained word: it appears as plain text."""
SILENT = frozenset(("svg", "style", "script"))
TOLD = (
    "href",
    "src",
    "alt",
    "title",
    "aria-label",
    "aria-pressed",
    "aria-expanded",
    "aria-checked",
    "aria-current",
)
FIELDS = (
    "name", "type", "value", "placeholder", "min", "max", "step", "checked", "selected", "disabled", "hidden"
)  # fmt: skip
DONE = (
    "role",
    "aria-disabled",
    "data-act",
    "data-value",
    "data-frame",
    "data-shortcut",
    "data-delete",
    "data-drag",
)
DONE += ("data-drop", "data-copy", "data-picture")
SAID = (*TOLD, *FIELDS, *DONE)
USUAL = {("button", "type", "button"), ("div", "role", "group")}
COUNTER = re.compile(r"\b(tk-panel)-\d+\b|\b(tk-[a-z-]*?)-?[0-9a-f]{3,}\b")

TAG = re.compile(r"""<(/?)([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""", re.IGNORECASE)
"""A tag as the panels write them; what is between two tags is text."""
ATTRIBUTE = re.compile(r"""([^\s"'=/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?""")
DRAWING = re.compile(r"<svg\b(?:(?!<svg\b|</svg>).)*+</svg>", re.DOTALL)
"""A drawing without nested ones."""


@cache
def described_attributes(tag: str, attributes: str) -> str | None:
    """Return the description of a tag's attributes, in brackets; None for an explained word."""
    given = {
        name.lower(): unescape(value[1:-1] if value[:1] in ('"', "'") else value)
        for name, value in ATTRIBUTE.findall(attributes)
    }
    if TERM in given:
        return None
    told = [name for name in SAID if name in given and (tag, name, given[name]) not in USUAL]
    words = COUNTER.sub(r"\1\2-N", "; ".join(f"{name}={given[name]}" for name in told))
    return f" [{words}] " if words else ""


class Reader:
    """Reads HTML as lines: text, and in brackets what controls and links do.

    Much faster than `html.parser`, and only for what is written as the panels write it.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line = ""
        self.silent = ""
        self.in_term = False

    def read(self, html: str) -> list[str]:
        """Return the lines of a piece of HTML."""
        drawings = 1
        while drawings:
            html, drawings = DRAWING.subn("", html)
        place = 0
        for tag in TAG.finditer(html):
            self.text(html[place : tag.start()])
            place = tag.end()
            ends, name, attributes = tag.groups()
            if ends:
                self.end(name.lower())
            else:
                self.begin(name.lower(), attributes)
        self.text(html[place:])
        self.end_line()
        return self.lines

    def end_line(self) -> None:
        """Start a new line."""
        text = " ".join(self.line.split())
        if text:
            self.lines.append(text)
        self.line = ""

    def begin(self, tag: str, attributes: str) -> None:
        """Handle a tag that begins an element, or is an empty one."""
        if self.silent:
            return
        if tag in SILENT:
            self.silent = tag
            return
        told = described_attributes(tag, attributes)
        if told is None:
            self.in_term = True
            return
        if tag not in INLINE:
            self.end_line()
        elif tag == "br":
            self.line += " / "
        self.line += told

    def end(self, tag: str) -> None:
        """Handle a tag that ends an element."""
        if self.silent:
            if tag == self.silent:
                self.silent = ""
        elif self.in_term:
            self.in_term = False
        elif tag not in INLINE:
            self.end_line()

    def text(self, text: str) -> None:
        """Handle the text between two tags."""
        if text and not self.silent:
            self.line += unescape(text)


@lru_cache(maxsize=4)  # the frame of a page is the same at most of its addresses
def visible_lines(html: str) -> list[str]:
    """Return the content of a piece of HTML, in lines."""
    return Reader().read(html)
