"""Parse web addresses that somebody typed."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit


def web_address_parts_or_empty(text: str) -> SplitResult:
    """Return the parts of an absolute or relative address; all empty if it is not valid.

    >>> web_address_parts_or_empty("https://example.org/en/?game=ember").hostname, web_address_parts_or_empty("https://[bad/x").hostname
    ('example.org', None)
    """
    try:
        return urlsplit(text)
    except ValueError:  # invalid brackets in the host
        return urlsplit("")


def is_repository(address: str) -> bool:
    """True if this is the address of a repository: a host, an owner and a name, and nothing below.

    >>> is_repository("https://github.com/berta/games"), is_repository("https://github.com/berta")
    (True, False)
    >>> is_repository("https://github.com/berta/games/tree/main/menu")
    False
    """
    if not address.startswith("https://") or not address.isprintable() or set(" ?#") & set(address):
        return False
    parts = web_address_parts_or_empty(address)
    names = parts.path.strip("/").split("/")
    deep = len(names) > 2 and (parts.hostname == "github.com" or {"-", "tree", "src", "blob"} & set(names))
    return bool(parts.hostname) and len(names) >= 2 and all(names) and not deep
