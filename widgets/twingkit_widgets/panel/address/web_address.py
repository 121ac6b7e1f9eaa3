"""The parts of a web address that somebody typed."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit


def split_web_address(text: str) -> SplitResult:
    """The parts of an address, or of one relative to a page; all empty for what cannot be one.

    >>> split_web_address("https://example.org/en/?game=ember").hostname, split_web_address("https://[bad/x").hostname
    ('example.org', None)
    """
    try:
        return urlsplit(text)
    except ValueError:  # brackets that hold no number of a computer
        return urlsplit("")


def is_repository(address: str) -> bool:
    """True if an address is that of a repository: a host, an owner and a name, and nothing below it.

    >>> is_repository("https://github.com/berta/games"), is_repository("https://github.com/berta")
    (True, False)
    >>> is_repository("https://github.com/berta/games/tree/main/house")
    False
    """
    if not address.startswith("https://") or not address.isprintable() or set(" ?#") & set(address):
        return False
    parts = split_web_address(address)
    names = parts.path.strip("/").split("/")
    deep = len(names) > 2 and (parts.hostname == "github.com" or {"-", "tree", "src", "blob"} & set(names))
    return bool(parts.hostname) and len(names) >= 2 and all(names) and not deep
