"""The pages with a publisher's imprint and with what is said about privacy."""

from __future__ import annotations

from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.settings.in_force import publisher
from twingkit_widgets.site.publisher.markdown import markdown

LEGAL_CSS = CSS + (
    ".tk-legal { display: grid; gap: .75rem; max-width: 42rem; }"
    ".tk-panel .tk-legal h1 { margin: 0; font-size: var(--tk-huge); line-height: 1.2; }"
    ".tk-panel .tk-legal :is(ul, ol) { padding-inline-start: 1.5rem; }"
)


class LegalPanel(Panel):
    """A text of the publisher: `page` is "imprint" or "privacy", `title` its heading in each language."""

    _css = LEGAL_CSS

    def __init__(self, page: str, titles: dict[str, str], lang: str = "en") -> None:
        self.page, self.titles = page, titles
        super().__init__(lang=lang)

    def view(self) -> Markup:
        """The text."""
        texts = getattr(publisher(), self.page) or {}
        text = markdown(texts.get(self.lang, ""))
        return el("article", el("h1", self.titles[self.lang]), text, cls="tk-legal")
