"""The pages with a publisher's imprint and privacy policy."""

from __future__ import annotations

from functools import cache

from twingkit_widgets.panel.address.page_words import page_text
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.settings.active_settings import publisher_settings

_LEGAL_CSS = CSS + (
    ".tk-legal { display: grid; gap: .75rem; max-width: 42rem; }"
    ".tk-panel .tk-legal h1 { margin: 0; font-size: var(--tk-huge); line-height: 1.2; }"
    ".tk-panel .tk-legal :is(ul, ol) { padding-inline-start: 1.5rem; }"
)


class LegalPanel(Panel):
    """A panel with a legal text: `page` is "imprint" or "privacy"."""

    _css = _LEGAL_CSS

    def __init__(self, page: str, lang: str | None = None) -> None:
        self.page = page
        super().__init__(lang=lang)

    def render(self) -> Markup:
        """Return the text in the current language."""
        texts = getattr(publisher_settings(), self.page) or {}
        text = markdown_as_html(texts.get(self.lang, ""))
        return el("article", el("h1", page_text("title", self.page)), text, cls="tk-legal")


@cache
def markdown_as_html(text: str) -> Markup:
    r"""Return a Markdown text as markup, with headings one level lower, since the page has a title.

    >>> print(markdown_as_html("# Who we are\n\nWe: <script>x</script> [us](javascript:x)"))
    <h2>Who we are</h2>
    <p>We: &lt;script&gt;x&lt;/script&gt; <a rel="noopener noreferrer" href="#harmful-link">us</a></p>
    <BLANKLINE>
    """
    import mistune  # imported only when such a page is opened

    class Escaping(mistune.HTMLRenderer):
        """Renders Markdown without any HTML in the text."""

        def heading(self, text: str, level: int, **attrs: object) -> str:
            """Return a heading below that of the page."""
            return str(super().heading(text, min(level + 1, 6)))

        def link(self, text: str, url: str, title: str | None = None) -> str:
            """Return a link without a referrer."""
            shown = str(super().link(text, url, title))
            return shown.replace("<a ", '<a rel="noopener noreferrer" ', 1)

        def image(self, text: str, url: str, title: str | None = None) -> str:
            """Return the alternative text instead of a picture, since pages load nothing from elsewhere."""
            return text

    convert = mistune.create_markdown(renderer=Escaping(escape=True))
    convert.block.rules.remove("raw_html")  # a block of it could be the rest of the text
    convert.inline.rules.remove("inline_html")
    return Markup(str(convert(text)))
