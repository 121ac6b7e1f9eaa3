"""The faults of a box of Imperial Twing: those of any box file, and those of the rules (TW-BOX-5)."""

from __future__ import annotations

from twingkit.core.cards import box_faults
from twingkit.core.cards.box_faults import BoxError
from twingkit.twing.rules.rulebook import rulebook

__all__ = ["BoxError", "BoxFault"]


class BoxFault(box_faults.BoxFault):
    """One fault of a box file, explained in this game's terms."""

    book = staticmethod(rulebook)
