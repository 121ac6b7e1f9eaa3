"""The foot of every page with links to the publisher's legal pages, the same on a server and in files."""

from __future__ import annotations

from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.addresses import canonical_address
from twingkit_widgets.panel.address.page_words import page_text
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.settings.active_settings import publisher_settings


def footer_html(root: str) -> Markup | None:
    """Render the footer of a page in every language, of which the page shows one; None if the publisher has
    no footer texts.

    `root` is the path from the page to the root of the site.
    """
    pages = publisher_settings().legal_pages
    if not pages:
        return None
    texts = [
        el("span", call_in_language(lang, _words, pages, root), lang=lang, cls="tk-word")
        for lang in LANGUAGES
    ]
    return el("footer", texts, cls="tk-foot")


def _words(pages: tuple[str, ...], root: str) -> list[Markup]:
    titles = {name: page_text("title", name) for name in pages}
    links = [el("a", title, href=root + canonical_address(name)) for name, title in titles.items()]
    return [el("span", publisher_settings().name()), *links]
