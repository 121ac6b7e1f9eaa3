"""Notation lines and whole games in the addresses of links.

Mail and chat programs mangle `+`, `&`, `>` and spaces, and a mangled line can be another legal battle. A link
therefore spells them with characters that survive; a value that mixes both spellings is damaged and refused.
Each game sets which characters replace which (`LinkCharacters`).

A whole game is too long for that: `pack_text` turns a text into one word, and `unpack_text` restores it or
reports that the link is damaged.
"""

from __future__ import annotations

import base64
import re
import zlib
from urllib.parse import unquote

from twingkit.core.blanks import with_plain_blanks
from twingkit.core.games import LinkCharacters, default_game, game_of_line
from twingkit.core.messages import Fault

_TYPED = " +&>"
"""Characters that no link contains: a value with one of them was typed, or is damaged."""


def _characters_of(line: str) -> LinkCharacters:
    """Return the characters of the game that a line belongs to; of the first game if it belongs to none."""
    return (game_of_line(line) or default_game()).link_characters


MAX_UNPACKED_BYTES = 200_000
"""The maximum size of a packed text in bytes; a link to a larger one is refused before it is unpacked."""

_PACKED = re.compile(r"[A-Za-z0-9_-]+")


class DamagedLinkError(Fault):
    """A link whose parameter is damaged: it does not hold the original line any more."""


def to_link_value(line: str) -> str:
    """Return a line in the link characters of its game, percent-encoded for an address.

    >>> to_link_value("F: F5 F3 + F6M>F4 vs W: W6 @ hat & cat*2")
    'F:_F5_F3_~_F6M-F4_vs_W:_W6_@_hat_!_cat*2'
    >>> to_link_value("space: 2 cruiser+ @ sol,s_retreat:2 vs 1 warsun / order=carriers-first sustain=last")
    'space:_2_cruiser%7E_@_sol,s.retreat:2_vs_1_warsun_%2F_order%3Dcarriers-first_sustain%3Dlast'
    """
    return _characters_of(line).to_link_value(line)


def to_unquoted_link_value(line: str) -> str:
    """Return a line in link characters without percent-encoding, for callers that encode it themselves.

    >>> to_unquoted_link_value("space: 2 cruiser+ vs 1 warsun")
    'space:_2_cruiser~_vs_1_warsun'
    """
    return unquote(to_link_value(line))


def line_from_link_value(value: str) -> str:
    """Return the line in a link parameter that is still percent-encoded.

    Accepts the link characters and the percent-encoded plain line. Raises `DamagedLinkError` if the two are
    mixed.

    >>> line_from_link_value("F:_F5_vs_W:_W6")
    'F: F5 vs W: W6'
    >>> line_from_link_value("F:%20F5%20%2B%20F3%20vs%20W:%20W6")
    'F: F5 + F3 vs W: W6'
    >>> line_from_link_value("space:_2_cruiser~_@_s.retreat:2_vs_1_warsun")
    'space: 2 cruiser+ @ s_retreat:2 vs 1 warsun'
    """
    text = with_plain_blanks(unquote(value))
    characters = _characters_of(text)
    plain = next((sign for sign in _TYPED if sign in text), None)
    if plain is None:
        return characters.to_typed_line(text)
    linked = re.search(characters.link_only_pattern, text)
    if linked:
        raise DamagedLinkError("link.damaged", plain=plain, linked=linked.group())
    return text


def pack_text(text: str) -> str:
    """Compress a text into a short URL-safe string of letters, digits, `-` and `_`.

    >>> unpack_text(pack_text("players F W"))
    'players F W'
    """
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack_text(value: str) -> str:
    """Return the text that `pack_text` has compressed into a word.

    Raises `DamagedLinkError` if it is damaged or holds more than `MAX_UNPACKED_BYTES` bytes.
    """
    word = unquote(value).strip()
    if not _PACKED.fullmatch(word):
        raise DamagedLinkError("link.packed")
    try:
        packed = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
    except ValueError as why:  # not base64
        raise DamagedLinkError("link.packed") from why
    return decompress(packed)


def decompress(packed: bytes) -> str:
    """Decompress a text that was packed with zlib.

    Raises `DamagedLinkError` if it is damaged or holds more than `MAX_UNPACKED_BYTES` bytes; no more than
    that is unpacked.
    """
    unzip = zlib.decompressobj()
    try:
        inflated = unzip.decompress(packed, MAX_UNPACKED_BYTES + 1)
        if len(inflated) > MAX_UNPACKED_BYTES:
            raise DamagedLinkError("link.large", most=MAX_UNPACKED_BYTES // 1000)
        if not unzip.eof or unzip.unused_data:
            raise DamagedLinkError("link.packed")
        return inflated.decode()
    except (UnicodeDecodeError, zlib.error) as why:
        raise DamagedLinkError("link.packed") from why


def raw_query_value(query: str, name: str) -> str | None:
    """Return the raw (still percent-encoded) value of a parameter in a query string; None if it is missing.

    An unescaped `&` leaves parts without a name: they are appended to the value before them, so that the
    parser of the line sees the damage instead of a shorter, legal line.
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
