"""The link of a page as a QR code, drawn in the page: for a phone in front of a screen, or on paper."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from twingkit.core.language import language
from twingkit_widgets.panel.address.page_words import WORDS
from twingkit_widgets.panel.markup import Markup, el, raw

QUIET = 4
"""The width of the empty border, in modules, that readers need."""

LONGEST_ADDRESS = 1200
"""The most characters of an address: a code with more has modules too small for a phone's camera."""


def qr_svg(address: str) -> Markup:
    """Return the QR code of an address as SVG, black on white whatever the colours of the page are.

    Raises `ValueError` if it is no web address, or too long for a code that can be read.
    """
    if urlsplit(address).scheme not in ("http", "https"):
        raise ValueError(f"no web address: {address[:60]!r}")
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"an address of {len(address)} characters; a code holds {LONGEST_ADDRESS}")
    import segno  # where somebody asks for a code, and nowhere else

    code = segno.make_qr(address, error="l")  # the best correction that the same size has room for
    return raw(code.svg_inline(border=QUIET, dark="#000", light="#fff", omitsize=True))


def qr_html(address: str) -> Markup:
    """Return what the dialog shows: the code with its address, or why there is none."""

    def say(key: str, **facts: object) -> str:
        return WORDS.say(f"frame.qr_{key}", **facts)

    close = el(
        "button",
        "×",
        type="button",
        cls="tk-icon-button",
        data_frame="close",
        aria_label=say("close"),
    )
    head = el("h2", say("title"), id="tk-help-title", tabindex="-1", autofocus=True)
    try:
        drawn = el("div", qr_svg(address), cls="tk-qr", role="img", aria_label=say("alt"))
    except ValueError:
        drawn = el("p", say("long"))
    text = el("p", address, cls="tk-code tk-qr-address")
    here = el("p", say("here")) if is_own(address) else None
    parts = [el("header", head, close), drawn, text, here]
    return el("div", parts, cls="tk-qr-sheet", lang=language(), data_address=address)


def is_own(address: str) -> bool:
    """True if an address is that of the machine on which it is read: no other can open it.

    >>> is_own("http://127.0.0.1:8866/en/play/"), is_own("http://[::1]:8866/"), is_own("https://example.org/")
    (True, True, False)
    """
    try:
        host = urlsplit(address).hostname or ""
        return host == "localhost" or host.endswith(".localhost") or ip_address(host).is_loopback
    except ValueError:  # a name is no number
        return False
