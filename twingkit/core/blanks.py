"""Blanks in pasted text: web pages, mails and word processors replace them with no-break and other ones."""

from __future__ import annotations

_KINDS = (
    "\N{NO-BREAK SPACE}\N{OGHAM SPACE MARK}\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\N{NARROW NO-BREAK SPACE}\N{MEDIUM MATHEMATICAL SPACE}\N{IDEOGRAPHIC SPACE}\t"
)
"""The space separators of Unicode (category Zs) except the plain blank, and the tab."""

_PLAIN = dict.fromkeys(map(ord, _KINDS), " ")


def with_plain_blanks(text: str) -> str:
    r"""Return a text in which every kind of blank, also a tab, is a plain one; its length stays the same.

    >>> with_plain_blanks("F:\u00a0F5 vs W:\u202fW6")
    'F: F5 vs W: W6'
    """
    return text if text.isascii() and "\t" not in text else text.translate(_PLAIN)
