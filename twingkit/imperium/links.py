"""Battle lines in addresses: the spelling that survives mails and chats, and the way back.

A blank is written `_`, the `+` of an upgrade `~`, and the `_` of an effect's id `.`; `-` stays what it is. A
value that mixes both spellings was damaged and is refused: it could be another legal battle.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

from twingkit.links import LinkError

_PLAIN, _LINK = " +", "~."
_TO_LINK = str.maketrans(" +_", "_~.")
_TO_PLAIN = str.maketrans("_~.", " +_")


def to_link(line: str) -> str:
    """The spelling of a line for an address.

    >>> to_link("space: 3 cruiser+ @ sol,s_retreat:2 vs 1 warsun / order=carriers-first sustain=last")
    'space:_3_cruiser~_@_sol,s.retreat:2_vs_1_warsun_%2F_order%3Dcarriers-first_sustain%3Dlast'
    """
    return quote(line.translate(_TO_LINK), safe=":@!*,~")


def from_link(value: str) -> str:
    """The line held by a link parameter, still percent-encoded as the address gives it.

    Reads the link spelling and the percent-encoded plain line; raises `LinkError` if the two are mixed.

    >>> from_link("space:_3_cruiser~_@_sol,s.retreat:2_vs_1_warsun")
    'space: 3 cruiser+ @ sol,s_retreat:2 vs 1 warsun'
    >>> from_link("space:%201%20cruiser%20@%20mb%20vs%201%20warsun")
    'space: 1 cruiser @ mb vs 1 warsun'
    """
    text = unquote(value)
    plain = [sign for sign in _PLAIN if sign in text]
    linked = [sign for sign in _LINK if sign in text]
    if plain and linked:
        raise LinkError("link.damaged", plain=plain[0], linked=linked[0])
    return text if plain else text.translate(_TO_PLAIN)
