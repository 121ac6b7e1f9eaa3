"""A panel as plain text, for output without HTML such as LaTeX: what a screen reader says, line by line."""

from __future__ import annotations

import re
import textwrap
from html.parser import HTMLParser

from twingkit_widgets.panel.markup import VOID

_BLOCK = re.compile(
    r"article|aside|br|caption|d[dlt]|details|div|fieldset|fig(ure|caption)|footer|form|h[1-6r]|header|legend|li"
    r"|main|nav|ol|option|p|pre|section|summary|table|tr|ul"
)
"""The elements that begin and end a line."""

_UNREAD = frozenset(("style", "script", "template", "svg", "select", "textarea"))

_WIDTH = 80
"""The width of a line in characters: longer ones are cut off in LaTeX."""

_LABELLED = ("svg", "img", "button")


def text_of_html(html: str) -> str:
    """Return the texts of markup, a line for each block; pictures and buttons become their labels.

    Hidden elements, toolbars, fields and buttons with a sign such as + are left out.

    >>> text_of_html('<h2>Battle</h2><p>The <b>die</b> shows <svg aria-label="Sun"><path/></svg>.</p>')
    'Battle\\nThe die shows Sun.'
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (
        re.sub(r" ([.,;:!?])", r"\1", " ".join(line.split())) for line in "".join(reader.parts).split("\n")
    )
    return "\n".join(row for line in lines for row in textwrap.wrap(line, _WIDTH))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._skipped = 0  # depth inside an element that is not read, or that has a label instead
        self._label, self._labelled = "", ""  # the label, and the text that it replaces

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._skipped:
            self._skipped += tag not in VOID
            return
        named = dict(attrs)
        if _BLOCK.fullmatch(tag):
            self.parts.append("\n")
        elif tag in ("span", "td", "th"):
            self.parts.append(" ")
        hidden = "hidden" in named or named.get("aria-hidden") == "true" or "data-controls" in named
        label = named.get("aria-label") if named.get("role") == "img" or tag in _LABELLED else None
        if tag not in VOID and (hidden or label or tag in _UNREAD):
            self._skipped, self._label, self._labelled = 1, "" if hidden else label or "", ""
        elif label and not hidden:
            self.parts.append(f" {label} ")

    def handle_endtag(self, tag: str) -> None:
        if not self._skipped:
            self.parts.append("\n" if _BLOCK.fullmatch(tag) else "")
            return
        self._skipped -= 1
        is_sign = self._labelled.strip() and not any(map(str.isalnum, self._labelled))  # such as + and −
        if not self._skipped and not is_sign:
            self.parts.append(f" {self._label} ")

    def handle_data(self, data: str) -> None:
        if self._skipped:
            self._labelled += data
        else:
            self.parts.append(data)
