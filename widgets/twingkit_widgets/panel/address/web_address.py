"""The parts of a web address that somebody typed."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit


def web_address(text: str) -> SplitResult:
    """The parts of an address, or of one relative to a page; all empty for what cannot be one.

    >>> web_address("https://example.org/en/?game=ember").hostname, web_address("https://[bad/x").hostname
    ('example.org', None)
    """
    try:
        return urlsplit(text)
    except ValueError:  # brackets that hold no number of a computer
        return urlsplit("")
