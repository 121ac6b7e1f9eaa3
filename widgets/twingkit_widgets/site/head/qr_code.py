"""The link of a page as a QR code, for a phone in front of the screen, or on paper."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from twingkit.core.language import language
from twingkit_widgets.panel.address.page_words import WORDS
from twingkit_widgets.panel.markup import Markup, el, raw
from twingkit_widgets.site.head.tools import close_button

QUIET_ZONE_MODULES = 4
"""The width of the empty border that QR code readers need, in modules."""

LONGEST_ADDRESS = 1200
"""The largest number of characters in an address; longer ones make modules too small for a phone's camera."""


def qr_svg(address: str) -> Markup:
    """Return the QR code of an address as SVG, black on white in any theme.

    Raises `ValueError` if it is not a web address, or too long for a readable code.
    """
    if urlsplit(address).scheme not in ("http", "https"):
        raise ValueError(f"not a web address: {address[:60]!r}")
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"an address of {len(address)} characters; a code holds {LONGEST_ADDRESS}")
    import segno  # imported only when a code is requested

    code = segno.make_qr(address, error="l")  # the highest error correction at the same size
    return raw(code.svg_inline(border=QUIET_ZONE_MODULES, dark="#000", light="#fff", omitsize=True))


def qr_html(address: str) -> Markup:
    """Return the content of the QR code dialog: the code with its address, or why there is none."""

    def say(key: str, **facts: object) -> str:
        return WORDS.say(f"frame.qr_{key}", **facts)

    head = el("h2", say("title"), id="tk-help-title", tabindex="-1", autofocus=True)
    try:
        drawn = el("div", qr_svg(address), cls="tk-qr", role="img", aria_label=say("alt"))
    except ValueError:
        drawn = el("p", say("long"))
    text = el("p", address, cls="tk-code tk-qr-address")
    here = el("p", say("here")) if is_own_computer(address) else None
    parts = [el("header", head, close_button(say("close"))), drawn, text, here]
    return el("div", parts, cls="tk-qr-sheet", lang=language(), data_address=address)


def is_own_computer(address: str) -> bool:
    """Return whether an address leads to this computer itself (such as `localhost`), so that no other device
    can open it.

    >>> is_own_computer("http://127.0.0.1:8866/en/play/"), is_own_computer("http://[::1]:8866/"), is_own_computer("https://example.org/")
    (True, True, False)
    """
    try:
        host = urlsplit(address).hostname or ""
        return host == "localhost" or host.endswith(".localhost") or ip_address(host).is_loopback
    except ValueError:  # a name, not an IP address
        return False
