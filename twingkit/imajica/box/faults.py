"""Errors in card files that only Imajica has; their messages are among its rulings."""

from __future__ import annotations

from twingkit.core.cards import box_faults
from twingkit.core.cards.box_faults import BoxError
from twingkit.imajica.rules.rulebook import rulebook

__all__ = ["BoxError", "BoxFault"]


class BoxFault(box_faults.BoxFault):
    """An error in a set of cards, with an Imajica message."""

    book = staticmethod(rulebook)
