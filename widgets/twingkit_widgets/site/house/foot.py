"""The foot of every page: the way to what a publisher has to say, the same on a server and in a file."""

from __future__ import annotations

from twingkit.words import LANGUAGES
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.site.addresses import page_address
from twingkit_widgets.site.house.house import house
from twingkit_widgets.site.page_words import say_of_page


def foot_html(root: str) -> Markup | None:
    """Return the foot, in both languages, of which the page hides one; None if there is nothing in it.

    `root` is the way from the page to the root of the site.
    """
    pages = house().legal
    if not pages:
        return None
    links = {
        lang: [
            el("a", say_of_page(lang, "title", page), href=root + page_address(page, lang)) for page in pages
        ]
        for lang in LANGUAGES
    }
    both = [el("span", links[lang], lang=lang, cls="tk-word") for lang in LANGUAGES]
    return el("footer", el("span", house().name(house().language)), both, cls="tk-foot")
