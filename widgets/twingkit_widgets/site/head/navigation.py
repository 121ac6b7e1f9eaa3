"""The head of a page as HTML: navigation, and the other pages of its section."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.core.games import GameEntry, games
from twingkit_widgets.panel.address.addresses import (
    GENERAL_PAGES,
    START,
    UNLISTED_PAGES,
    added_publisher_page_names,
    game_of_page,
    page_href,
    pages_of,
    section_page_names,
)
from twingkit_widgets.panel.address.page_words import WORDS, page_text
from twingkit_widgets.panel.markup import Markup, el, raw
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.panel.settings.logo import logo_data_url
from twingkit_widgets.panel.settings.settings import DEFAULT_SITE_NAME
from twingkit_widgets.site.head.tools import frame_script_button, page_tools_html

MARK = raw(
    '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M16 1 26 6.5 31 16 26 25.5 '
    '16 31 6 25.5 1 16 6 6.5z" fill="var(--tk-accent)"/><path d="M9 10h14v4h-4.8v10h-4.4V14H9z" '
    'fill="var(--tk-on-accent)"/></svg>'
)
"""The default logo."""


LONGEST_WORD = 24
"""The largest number of letters in a word that fits the width of a phone."""


def _brand_html(address: str, start_page: str, is_current: bool) -> Markup:
    """Return the publisher's logo and name as a link to the start page (`is_current`: on that page)."""
    name, mark = publisher_settings().name(), _logo_html()
    return el(
        "a",
        mark,
        el("span", name, cls=f"tk-frame-word{_word_break_class(name)}"),
        cls="tk-frame-mark" if mark else "tk-frame-mark tk-frame-named",
        href=address,
        aria_label=f"{name}: {start_page}",
        aria_current="page" if is_current else None,
    )


def _word_break_class(title: str) -> str:
    """Return the CSS class that allows breaks inside words if a word is too wide for a phone, else "".

    >>> _word_break_class("Our rules, class 7b"), _word_break_class("x" * 40)
    ('', ' tk-frame-long')
    """
    return " tk-frame-long" if any(len(word) > LONGEST_WORD for word in title.split()) else ""


def _logo_html() -> Markup | None:
    """Return the publisher's logo, or the default one; None if a site with its own name has no logo."""
    logo = publisher_settings().logo
    if logo:
        return el("img", src=logo_data_url(logo), alt="", height=28, cls="tk-frame-logo")
    return MARK if publisher_settings().name() == DEFAULT_SITE_NAME else None


def header_html(page: str) -> Markup:
    """Render the header of a page: the name of the site, navigation, help, and the menu of games and
    tools.
    """
    section, game = section_page_names(page), game_of_page(page)
    home = _brand_html(page_href(START), _say("home"), page == START)
    here = _section_name(section[0]) if section else ""
    label = el(  # shown while the menu is folded
        "span",
        el("span", game.title(), cls="tk-frame-of") if game else None,
        el("span", here, cls=f"tk-frame-here{_word_break_class(here)}") if here else None,
        cls="tk-frame-where",
        aria_hidden="true",
    )
    help_ = frame_script_button(
        "?",
        "help",
        "tk-button tk-frame-help",
        data_key="help",
        data_controls=True,
        aria_label=_say("help.open"),
        aria_keyshortcuts="?",
        aria_haspopup="dialog",
    )
    menu = frame_script_button(
        _say("menu"),
        "menu",
        "tk-button tk-frame-menu",
        data_key="menu",
        data_controls=True,
        aria_expanded="false",
        aria_controls="tk-frame-fold",
    )
    inside = [_games(game), _pages(page), page_tools_html(page)]
    fold = el("div", inside, cls="tk-frame-fold", id="tk-frame-fold")
    cls = "tk-frame-head" if section else "tk-frame-head tk-frame-start"
    return el("div", home, label, help_, menu, fold, cls=cls, data_key="head")


def _games(present: GameEntry | None) -> Markup:
    starts = {game.id: pages_of(game.id).pages for game in games()}
    links = [
        _link(
            game.title(), starts[game.id][0].name, "location" if game == present else None, f"game:{game.id}"
        )
        for game in games()
        if starts[game.id]
    ]
    return _links_html(links, _say("games"), "tk-frame-games")


def _pages(page: str) -> Markup:
    section, game = section_page_names(page), game_of_page(page)
    sections = pages_of(game.id).sections if game else ()
    reached = [name for name in UNLISTED_PAGES if name == page]
    names = [*(pages[0].name for pages in sections), *added_publisher_page_names(), *reached, *GENERAL_PAGES]
    current = "page" if len(section) < 2 else "true"
    links = [
        _link(_section_name(name), name, current if section[:1] == (name,) else None, f"page:{name}")
        for name in names
    ]
    return _links_html(
        links, _say("pages_of", game=game.title()) if game else _say("pages"), "tk-frame-pages"
    )


def section_links_html(page: str) -> Markup | None:
    """Return links to the pages in the section of a page; None if the section has only one page."""
    pages = section_page_names(page)
    if len(pages) < 2:
        return None
    links = [
        _link(page_text("part", part), part, "page" if part == page else None, f"part:{part}")
        for part in pages
    ]
    return _links_html(links, _section_name(pages[0]), "tk-frame-section")


def _section_name(page: str) -> str:
    return page_text("section", page)


def _link(label: str, page: str, current: str | None, key: str) -> Markup:
    """Return the link to a page; `current` is the value of `aria-current`, None if the page is not the
    current one.
    """
    return el("a", label, href=page_href(page), aria_current=current, data_key=key)


def _links_html(links: Iterable[Markup], label: str, cls: str) -> Markup:
    items = [el("li", link) for link in links]
    return el("nav", el("ul", items, cls="tk-list"), aria_label=label, cls=cls)


def _say(key: str, **facts: object) -> str:
    return WORDS.say(f"frame.{key}", **facts)
