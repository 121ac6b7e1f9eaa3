"""The faults of a box of Imperial Twing: what every box file can lack, and what the rules say (TW-BOX-5)."""

from __future__ import annotations

from twingkit.cards import box_faults
from twingkit.twing.rules.rulebook import rulebook


class BoxFault(box_faults.BoxFault):
    """One fault of a box, with sentences of its own."""

    book = staticmethod(rulebook)


class BoxError(box_faults.BoxError):
    """A box that cannot be used: `.source` names it, `.faults` holds every fault; nothing of it is loaded.

    >>> from twingkit.twing.box.box import read_box
    >>> read_box("format = 9", "mine.toml")
    Traceback (most recent call last):
    ...
    twingkit.twing.box.faults.BoxError: mine.toml: Line 1, format: Expected one of twingkit-box 1; found 9.
    mine.toml: title: The key title is missing.
    mine.toml: spell: Expected entries [[spell]], found none.
    mine.toml: creature: Expected entries [[creature]], found none.
    mine.toml: special: Expected entries [[special]], found none.
    mine.toml: object: Expected entries [[object]], found none.
    mine.toml: event: Expected entries [[event]], found none.
    """
