"""A panel's HTML without a kernel: what could be clicked becomes plain text, and nothing else changes."""

from __future__ import annotations

from html.parser import HTMLParser

from twingkit_widgets.panel.markup import VOID, Markup, el, esc

DROPPED = frozenset({"role", "tabindex", "type", "name", "for", "disabled"})


class _Still(HTMLParser):
    """Copies HTML; turns controls into spans, omits what is marked `data-controls` and charts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self._skipped = 0  # depth inside an element that is left out
        self._option_chosen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element, make it plain, or leave it out with all it holds."""
        attributes = dict(attrs)
        if self._skipped:
            self._skipped += tag not in VOID
            return
        if ("data-controls" in attributes or "data-figure" in attributes) and tag not in VOID:
            self._skipped = 1
            return
        if tag == "input":
            self._field(attributes)
        elif tag == "option":
            if "selected" not in attributes:
                self._skipped = 1
        elif tag in ("button", "select", "textarea", "form", "fieldset"):
            self._plain("div" if tag in ("form", "fieldset") else "span", attributes)
        else:
            self.parts.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element without content, as in a drawing."""
        if tag in VOID:
            self.handle_starttag(tag, attrs)
        elif not self._skipped:
            self.parts.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        """Close what was opened."""
        if self._skipped:
            self._skipped -= 1
        elif tag in ("form", "fieldset"):
            self.parts.append("</div>")
        elif tag in ("button", "select", "textarea"):
            self.parts.append("</span>")
        elif tag != "option":
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        if not self._skipped:
            self.parts.append(data)

    def handle_entityref(self, name: str) -> None:
        """Keep a named character."""
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Keep a numbered character."""
        self.handle_data(f"&#{name};")

    def _plain(self, tag: str, attributes: dict[str, str | None]) -> None:
        attributes_kept = {
            name: value
            for name, value in attributes.items()
            if name not in DROPPED and not name.startswith(("data-", "aria-"))
        }
        written = "".join(f' {name}="{esc(value or "")}"' for name, value in attributes_kept.items())
        self.parts.append(f"<{tag}{written}>")

    def _field(self, attributes: dict[str, str | None]) -> None:
        if attributes.get("type") in ("checkbox", "radio"):
            self.parts.append(el("span", "☑" if "checked" in attributes else "☐"))
        elif attributes.get("type") != "hidden":
            self.parts.append(el("span", attributes.get("value"), cls="tk-field"))


def still(html: str) -> Markup:
    """Return `html` without anything to click or fill in; the texts and pictures stay.

    Buttons and lists of options become their text, fields their value; an element with the attribute
    `data-controls` (a toolbar, say) disappears with all it holds, and so does the place of a chart (its table
    stays).
    """
    copy = _Still()
    copy.feed(html)
    copy.close()
    return Markup("".join(copy.parts))
