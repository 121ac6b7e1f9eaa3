"""Battle lines and games in addresses.

`+`, `&`, `>` and spaces get mangled on their way through mails and chats, and a mangled line can be another
legal battle. A link therefore spells them with signs that survive; a value that mixes both spellings has been
damaged and is refused. The game of the line sets which characters replace which (`LinkSpelling`).

A game is too long for that: `pack` makes one word of a whole text, and `unpack` takes it back or says that
the link is damaged.
"""

from __future__ import annotations

import base64
import re
import zlib
from urllib.parse import unquote

from twingkit.core.games import LinkSpelling, default_game, game_of_line
from twingkit.core.messages import Fault

_TYPED = " +&>"
"""Signs that no link holds: a value with one of them was typed, or is damaged."""


def _spelling(line: str) -> LinkSpelling:
    """The spelling of the game whose line it is; of a line without a game, that of the first game."""
    return (game_of_line(line) or default_game()).link


MAX_BYTES = 200_000
"""A link that holds more than this many bytes of text is refused before they are unpacked."""

_PACKED = re.compile(r"[A-Za-z0-9_-]+")


class LinkError(Fault):
    """A link parameter that no longer holds the line it was made from."""


def to_link(line: str) -> str:
    """The spelling of a line for an address.

    >>> to_link("F: F5 F3 + F6M>F4 vs W: W6 @ hat & cat*2")
    'F:_F5_F3_~_F6M-F4_vs_W:_W6_@_hat_!_cat*2'
    >>> to_link("space: 2 cruiser+ @ sol,s_retreat:2 vs 1 warsun / order=carriers-first sustain=last")
    'space:_2_cruiser%7E_@_sol,s.retreat:2_vs_1_warsun_%2F_order%3Dcarriers-first_sustain%3Dlast'
    """
    return _spelling(line).to_link(line)


def to_unquoted_link(line: str) -> str:
    """The spelling of a line for what percent-encodes it itself, as `page_link` does.

    >>> link_value("space: 2 cruiser+ vs 1 warsun")
    'space:_2_cruiser~_vs_1_warsun'
    """
    return unquote(to_link(line))


def from_link(value: str) -> str:
    """The line held by a link parameter, still percent-encoded as the address gives it.

    Reads the link spelling and the percent-encoded plain line; raises `LinkError` if the two are mixed.

    >>> from_link("F:_F5_vs_W:_W6")
    'F: F5 vs W: W6'
    >>> from_link("F:%20F5%20%2B%20F3%20vs%20W:%20W6")
    'F: F5 + F3 vs W: W6'
    >>> from_link("space:_2_cruiser~_@_s.retreat:2_vs_1_warsun")
    'space: 2 cruiser+ @ s_retreat:2 vs 1 warsun'
    """
    text = unquote(value)
    spelling = _spelling(text)
    plain = next((sign for sign in _TYPED if sign in text), None)
    if plain is None:
        return spelling.to_plain(text)
    linked = re.search(spelling.link_only_pattern, text)
    if linked:
        raise LinkError("link.damaged", plain=plain, linked=linked.group())
    return text


def pack(text: str) -> str:
    """A text as one word of letters, digits, `-` and `_`, that an address carries unchanged.

    >>> unpack(pack("players F W"))
    'players F W'
    """
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(value: str) -> str:
    """The text of a packed word; raises `LinkError` if it was damaged or holds over `MAX_BYTES` bytes."""
    word = unquote(value).strip()
    if not _PACKED.fullmatch(word):
        raise LinkError("link.packed")
    try:
        packed = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
    except ValueError as why:  # no base64
        raise LinkError("link.packed") from why
    return decompress(packed)


def decompress(packed: bytes) -> str:
    """The text that was packed with zlib; raises `LinkError` if it was damaged or holds over `MAX_BYTES`
    bytes.

    No more than that is unpacked, however much it would become.
    """
    unzip = zlib.decompressobj()
    try:
        inflated = unzip.decompress(packed, MAX_BYTES + 1)
        if len(inflated) > MAX_BYTES:
            raise LinkError("link.large", most=MAX_BYTES // 1000)
        if not unzip.eof or unzip.unused_data:
            raise LinkError("link.packed")
        return inflated.decode()
    except (UnicodeDecodeError, zlib.error) as why:
        raise LinkError("link.packed") from why


def query_value(query: str, name: str) -> str | None:
    """The raw (still percent-encoded) value of one parameter in a query string; None if it is not there.

    Parts without a name are what an unescaped `&` leaves behind: they are given back to the value before
    them, so that the reader of the line sees the damage instead of a shorter, legal line.
    """
    result: str | None = None
    mine = False
    for part in query.removeprefix("?").split("&"):
        key, sign, value = part.partition("=")
        if sign and key.isidentifier():
            mine = key == name and result is None
            if mine:
                result = value
        elif mine and result is not None:
            result += "&" + part
    return result
