"""The publisher's logo and name in the head of every page, which link to the start page."""

from __future__ import annotations

from twingkit_widgets.panel.markup import Markup, el, raw
from twingkit_widgets.panel.settings.active_settings import publisher
from twingkit_widgets.panel.settings.logo import logo_data_url
from twingkit_widgets.panel.settings.settings import DEFAULT_SITE_NAME

MARK = raw(
    '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M16 1 26 6.5 31 16 26 25.5 '
    '16 31 6 25.5 1 16 6 6.5z" fill="var(--tk-accent)"/><path d="M9 10h14v4h-4.8v10h-4.4V14H9z" '
    'fill="var(--tk-on-accent)"/></svg>'
)
"""The default logo."""


LONGEST_WORD = 24
"""The largest number of letters in a word that fits the width of a phone."""


def brand_html(address: str, start_page: str, is_current: bool) -> Markup:
    """Return the publisher's logo and name as a link to the start page (`is_current`: on that page)."""
    name, mark = publisher().name(), logo_html()
    return el(
        "a",
        mark,
        el("span", name, cls=f"tk-frame-word{word_break_class(name)}"),
        cls="tk-frame-mark" if mark else "tk-frame-mark tk-frame-named",
        href=address,
        aria_label=f"{name}: {start_page}",
        aria_current="page" if is_current else None,
    )


def word_break_class(title: str) -> str:
    """Return the CSS class that allows breaks inside words if a word is too wide for a phone, else "".

    >>> word_break_class("Our rules, class 7b"), word_break_class("x" * 40)
    ('', ' tk-frame-long')
    """
    return " tk-frame-long" if any(len(word) > LONGEST_WORD for word in title.split()) else ""


def logo_html() -> Markup | None:
    """Return the publisher's logo, or the default one; None if a site with its own name has no logo."""
    logo = publisher().logo
    if logo:
        return el("img", src=logo_data_url(logo), alt="", height=28, cls="tk-frame-logo")
    return MARK if publisher().name() == DEFAULT_SITE_NAME else None
