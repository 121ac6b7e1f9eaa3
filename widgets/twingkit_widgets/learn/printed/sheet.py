"""A page to print: a button, its title, its parts and, on a separate page, its answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs

from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.panel.settings.logo import logo_data_url
from twingkit_widgets.panel.wording import PanelTexts

HERE = Path(__file__).parent
WORDS = PanelTexts(HERE / "printed_words.toml")
"""The texts around printed content."""

_SHEET_CSS = CSS + (HERE / "sheet.css").read_text(encoding="utf-8")
"""The style of a sheet, on the screen and on paper."""


@attrs.frozen
class PrintedSheet:
    """The content of a printable sheet: its title, introduction, parts in order, and the answers to them."""

    title: str
    intro_text: str
    parts: tuple[Child, ...]
    answers: tuple[Child, ...] = ()
    numbers_parts: bool = True
    """False if the parts have their own numbers."""


def print_button(label: str) -> Markup:
    """Return the button that prints the page."""
    cls = "tk-button tk-main"
    return el("button", label, type="button", cls=cls, data_print=True, data_key="print")


class SheetPanel(Panel):
    """The panel that shows a printable sheet; `make` returns the sheet in the language of the page, `css` is
    the style of the game's pictures.

    `address` returns the query of a link to the same sheet.
    """

    def __init__(
        self, make: Callable[[], PrintedSheet], query: dict[str, str], lang: str | None = None, css: str = ""
    ) -> None:
        self.make_sheet, self.query = make, query
        super().__init__(lang=lang, _css=_SHEET_CSS + css)

    def address(self) -> dict[str, str]:
        """Return the query of a link to this sheet."""
        return {**self.query, "show": "print"}

    def render(self) -> Markup:
        """Return the button and the sheet; answers come last, on a separate page."""
        sheet = self.make_sheet()
        parts, right = (self._listed(sheet, texts) for texts in (sheet.parts, sheet.answers))
        answers = [el("h2", self._say("answers")), right]
        return el(
            "div",
            el("p", print_button(self._say("print")), data_controls=True),
            el(
                "article",
                self._head(sheet),
                el("h1", sheet.title, data_top=True),
                el("p", sheet.intro_text) if sheet.intro_text else None,
                el("div", parts, inert=True),
                el("section", answers, cls="tk-print-answers") if sheet.answers else None,
                cls="tk-print",
            ),
            cls="tk-stack",
        )

    def _head(self, sheet: PrintedSheet) -> Markup:
        """Return the logo and name of the site, and a line for the name of the person who answers."""
        own = publisher_settings()
        logo = el("img", src=logo_data_url(own.logo), alt="", cls="tk-print-logo") if own.logo else None
        name = el("span", self._say("name"), el("span", cls="tk-print-line"), cls="tk-print-name")
        mark = el("span", logo, own.name(), cls="tk-print-site")
        return el("p", mark, name if sheet.answers else None, cls="tk-print-head")

    @staticmethod
    def _listed(sheet: PrintedSheet, texts: tuple[Child, ...]) -> Markup:
        if not sheet.numbers_parts:
            return el("div", texts, cls="tk-print-parts tk-stack")
        return el("ol", [el("li", text) for text in texts], cls="tk-print-parts")

    def _say(self, key: str) -> str:
        return WORDS.say(key)
