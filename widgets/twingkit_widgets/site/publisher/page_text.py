"""A publisher's text in Markdown as safe HTML, with tables, pictures, links and HTML.

The result is the same on a server and in files. Pictures are in the publisher's folder and are embedded in
the page, since pages load nothing from outside. A link can name another page: `learn?lesson=shield`.
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import attrs

from twingkit_widgets.panel.address.web_address import web_address_parts_or_empty

PICTURES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
}
"""The MIME types of allowed pictures, by file suffix."""

MAX_PICTURE_BYTES = 500 * 1024
"""The largest size of a picture in bytes, since every visitor loads it."""

TAGS = frozenset(
    """
    a abbr b blockquote br caption code dd del details div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img
    ins kbd li mark ol p pre q s small span strong sub summary sup table tbody td tfoot th thead tr u ul
    """.split()  # noqa: SIM905
)
"""The HTML elements that a text may contain; others are shown as text."""

_HTML_BLOCKS = ("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">")
"""What begins a block of HTML in Markdown, and what ends it; without its end it is the rest of the text."""

_HTML_BLOCK_TAG = re.compile(r"<(script|pre|style|textarea)\b[^>]*>?", re.IGNORECASE)
"""Matches the tags that begin such a block, which their closing tag ends."""

_ATTRIBUTES: Mapping[str, list[str]] = {
    "*": ["lang", "dir", "title"],
    "a": ["href"],
    "img": ["src", "alt", "width", "height"],
    "td": ["align", "colspan", "rowspan"],
    "th": ["align", "colspan", "rowspan", "scope"],
    "ol": ["start"],
    "details": ["open"],
}

_LINKS = frozenset({"http", "https", "mailto", "tel", "attachment"})
"""The URL schemes that a link may have."""


def unclosed_html_block(html: str) -> str:
    """Return the beginning of a block of HTML that is never closed; "" if it is closed.

    >>> unclosed_html_block("<style>\\n# Menu"), unclosed_html_block("<!-- a note -->")
    ('<style>', '')
    """
    html = html.strip()
    if tag := _HTML_BLOCK_TAG.match(html):
        return "" if f"</{tag[1].lower()}>" in html.lower() else tag[0]
    begin, end = next((ends for ends in _HTML_BLOCKS if html.startswith(ends[0])), ("", ""))
    return "" if end in html else begin


@attrs.define
class MarkdownConverter:
    r"""A converter from Markdown to HTML for a publisher's texts, which collects the faults and links that it
    finds.

    Pictures are in `folder` or in `attachments` (name to a `data:` address); `root` is the path from the page
    to the root of the site, `lang` the language of the text ("" for all).

    >>> text = MarkdownConverter(Path())
    >>> print(text.html("# Menu\n\n<b onclick=x()>Cake</b> <script>x()</script>"))
    <h2>Menu</h2>
    <p><b>Cake</b> &lt;script&gt;x()&lt;/script&gt;</p>
    """

    folder: Path
    root: str = ""
    lang: str = ""
    attachments: Mapping[str, str] = attrs.field(factory=dict)
    faults: list[tuple[str, str]] = attrs.field(factory=list, init=False)
    """The faults found, as (key of a message, what is wrong in the text); keys are "no_picture",
    "large_picture", "outside_picture" and "unclosed".
    """
    links: list[tuple[str, Sequence[str], str]] = attrs.field(factory=list, init=False)
    """The links found to pages of the site, as (address, path of the page and its part, query)."""

    def html(self, text: str) -> str:
        """Return the text as HTML, with headings one level below the page's; collect `faults` and `links`."""
        import mistune  # imported only when such a page is made
        from bleach.html5lib_shim import Filter
        from bleach.sanitizer import Cleaner

        plugins = ["table", "strikethrough", "task_lists", "url", "def_list", "footnotes"]

        class Closing(mistune.HTMLRenderer):
            """Renders what follows an unclosed block of HTML as Markdown, and the beginning of the block as
            text.
            """

            def block_html(inner, html: str) -> str:  # noqa: N805
                opening = unclosed_html_block(html)
                if not opening:
                    return str(super().block_html(html))
                self.faults.append(("unclosed", opening))
                return f"<p>{escape(opening)}</p>\n{convert(html.strip().removeprefix(opening))}"

        convert = mistune.create_markdown(renderer=Closing(escape=False), plugins=plugins)
        shown = str(convert(text)).strip()
        shown = re.sub(r'style="text-align:(\w+)"', r'align="\1"', shown)
        shown = re.sub(r"<(/?)h([1-5])\b", lambda tag: f"<{tag[1]}h{int(tag[2]) + 1}", shown)

        def filtered(source: object) -> object:
            class Own(Filter):
                def __iter__(inner) -> Iterator[dict[str, Any]]:  # noqa: N805
                    for token in Filter.__iter__(inner):
                        yield self._token(token)

            return Own(source=source)

        cleaner = Cleaner(tags=TAGS, attributes=_ATTRIBUTES, protocols=_LINKS, filters=[filtered])
        return str(cleaner.clean(shown))

    def _token(self, token: dict[str, Any]) -> dict[str, Any]:
        if token["type"] not in ("StartTag", "EmptyTag"):
            return token
        values = token["data"]
        if token["name"] == "a" and (None, "href") in values:
            values[None, "href"] = self._link(values[None, "href"])
            values[None, "rel"] = "noopener noreferrer"
        if token["name"] == "img":
            address = self._picture(values.get((None, "src"), ""))
            if not address:
                return {"type": "Characters", "data": values.get((None, "alt"), "")}
            values[None, "src"] = address
        return token

    def _link(self, address: str) -> str:
        """Return the address of a link; the name of a page of the site becomes its address."""
        parts = web_address_parts_or_empty(address)
        if parts.scheme or parts.netloc or not parts.path:
            return address
        names = [name for name in parts.path.split("/") if name]
        spoken = names[0] if names and len(names[0]) == 2 else ""
        page = names[1:] if spoken else names
        if page:
            self.links.append((address, page, unescape(parts.query)))
        lead = f"{spoken or self.lang}/" if spoken or self.lang else ""
        query = f"?{parts.query}" if parts.query else ""
        folder = "".join(f"{name}/" for name in page)
        return f"{self.root}{lead}{folder}{query}{f'#{parts.fragment}' if parts.fragment else ''}" or "./"

    def _picture(self, address: str) -> str:
        """Return a picture as a `data:` URL; "" if that is not possible."""
        parts = web_address_parts_or_empty(address)
        if parts.scheme == "attachment":
            return self.attachments.get(unquote(parts.path), "") or self._none("no_picture", address)
        if parts.scheme or parts.netloc:
            return self._none("outside_picture", address)
        name = unquote(parts.path)
        if "\0" in name:
            return self._none("no_picture", address)
        path = (self.folder / name).resolve()
        kind = PICTURES.get(path.suffix.lower())
        inside = path.is_relative_to(self.folder.resolve())
        if not kind or not inside or not os.path.isfile(path):  # noqa: PTH113 - a name can be too long
            return self._none("no_picture", address)
        if path.stat().st_size > MAX_PICTURE_BYTES:
            return self._none("large_picture", address)
        return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode('ascii')}"

    def _none(self, case: str, address: str) -> str:
        self.faults.append((case, address))
        return ""
