"""Battle lines and games in addresses.

`+`, `&`, `>` and spaces get mangled on their way through mails and chats, and a mangled line can be another
legal battle. A link therefore spells them with signs that survive; a value that mixes both spellings has been
damaged and is refused.

A game is too long for that: `pack` makes one word of a whole text, and `unpack` takes it back or says that
the link is damaged.
"""

from __future__ import annotations

import base64
import re
import zlib
from urllib.parse import quote, unquote

from twingkit.messages import Fault

_PLAIN = " +&>"
_LINK = "_~!-"
_TO_LINK = str.maketrans(_PLAIN, _LINK)
_TO_PLAIN = str.maketrans(_LINK, _PLAIN)

LARGEST = 200_000
"""A link that holds more than this many bytes of text is refused before they are unpacked."""

_COPIES = re.compile(r"(?<=[0-9M])\*")
"""The sign in `F5*2`: some chats take a star for their own, and without it there stands another card."""

_PACKED = re.compile(r"[A-Za-z0-9_-]+")


class LinkError(Fault):
    """A link parameter that no longer holds the line it was made from."""


def to_link(line: str) -> str:
    """The spelling of a line for an address.

    >>> to_link("F: F5 F3 + F6M>F4 vs W: W6 @ hat & cat*2")
    'F:_F5_F3_~_F6M-F4_vs_W:_W6_@_hat_!_cat*2'
    """
    return _COPIES.sub("%2A", quote(line.translate(_TO_LINK), safe=":@!*,~"))


def from_link(value: str) -> str:
    """The line held by a link parameter, still percent-encoded as the address gives it.

    Reads the link spelling and the percent-encoded plain line; raises `LinkError` if the two are mixed.

    >>> from_link("F:_F5_vs_W:_W6")
    'F: F5 vs W: W6'
    >>> from_link("F:%20F5%20%2B%20F3%20vs%20W:%20W6")
    'F: F5 + F3 vs W: W6'
    """
    text = unquote(value)
    plain = [sign for sign in _PLAIN if sign in text]
    linked = [sign for sign in _LINK if sign in text]
    if plain and linked:
        raise LinkError("link.damaged", plain=plain[0], linked=linked[0])
    return text if plain else text.translate(_TO_PLAIN)


def pack(text: str) -> str:
    """A text as one word of letters, digits, `-` and `_`, that an address carries unchanged.

    >>> unpack(pack("players F W"))
    'players F W'
    """
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(value: str) -> str:
    """The text of a packed word; raises `LinkError` if it was damaged or holds over `LARGEST` bytes."""
    word = unquote(value).strip()
    if not _PACKED.fullmatch(word):
        raise LinkError("link.packed")
    unzip = zlib.decompressobj()
    try:
        packed = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
        inflated = unzip.decompress(packed, LARGEST + 1)
    except (ValueError, zlib.error) as why:  # no base64, or not packed
        raise LinkError("link.packed") from why
    if len(inflated) > LARGEST:
        raise LinkError("link.large", most=LARGEST // 1000)
    if not unzip.eof or unzip.unused_data:
        raise LinkError("link.packed")
    try:
        return inflated.decode()
    except UnicodeDecodeError as why:
        raise LinkError("link.packed") from why


def query_value(query: str, name: str) -> str | None:
    """The raw (still percent-encoded) value of one parameter in a query string; None if it is not there.

    Parts without a name are what an unescaped `&` leaves behind: they are given back to the value before
    them, so that the reader of the line sees the damage instead of a shorter, legal line.
    """
    found: str | None = None
    mine = False
    for part in query.removeprefix("?").split("&"):
        key, sign, value = part.partition("=")
        if sign and key.isidentifier():
            mine = key == name and found is None
            if mine:
                found = value
        elif mine and found is not None:
            found += "&" + part
    return found
