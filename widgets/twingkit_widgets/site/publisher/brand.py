"""The publisher's logo and name in the head of every page, which link to the start page."""

from __future__ import annotations

from twingkit_widgets.panel.markup import Markup, el, raw
from twingkit_widgets.panel.settings.active_settings import publisher
from twingkit_widgets.panel.settings.logo import logo_address
from twingkit_widgets.panel.settings.settings import NAME

MARK = raw(
    '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M16 1 26 6.5 31 16 26 25.5 '
    '16 31 6 25.5 1 16 6 6.5z" fill="var(--tk-accent)"/><path d="M9 10h14v4h-4.8v10h-4.4V14H9z" '
    'fill="var(--tk-on-accent)"/></svg>'
)
"""The default logo."""


LONGEST_WORD = 24
"""The largest number of letters in a word that fits a line of the head on a phone."""


def brand_html(address: str, start_page: str, is_current: bool) -> Markup:
    """Return the link to the start page, labelled so for screen readers; it may be the current page."""
    name, mark = publisher().name(), mark_html()
    return el(
        "a",
        mark,
        el("span", name, cls=f"tk-frame-word{breaking(name)}"),
        cls="tk-frame-mark" if mark else "tk-frame-mark tk-frame-named",
        href=address,
        aria_label=f"{name}: {start_page}",
        aria_current="page" if is_current else None,
    )


def breaking(text: str) -> str:
    """Return the CSS class that lets the head break a text within a word that is too wide for a phone; "" for
    any other text.

    >>> breaking("Our rules, class 7b"), breaking("x" * 40)
    ('', ' tk-frame-long')
    """
    return " tk-frame-long" if any(len(word) > LONGEST_WORD for word in text.split()) else ""


def mark_html() -> Markup | None:
    """Return the publisher's logo, or the default one; None for another name without a logo."""
    logo = publisher().logo
    if logo:
        return el("img", src=logo_address(logo), alt="", height=28, cls="tk-frame-logo")
    return MARK if publisher().name() == NAME else None
