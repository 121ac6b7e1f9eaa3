"""Faults of card files that only Imajica has; their messages are in its rulings."""

from __future__ import annotations

from twingkit.core.cards import box_faults
from twingkit.core.cards.box_faults import BoxError
from twingkit.imajica.rules.rulebook import rulebook

__all__ = ["BoxError", "BoxFault"]


class BoxFault(box_faults.BoxFault):
    """A fault of a set of cards, with messages of Imajica."""

    book = staticmethod(rulebook)
