"""Errors in pool files that only Ember has; their messages are among its rulings."""

from __future__ import annotations

from twingkit.core.cards import box_faults
from twingkit.core.cards.box_faults import BoxError
from twingkit.ember.rules.rulebook import rulebook

__all__ = ["BoxError", "BoxFault"]


class BoxFault(box_faults.BoxFault):
    """An error in a pool file, with an Ember message."""

    book = staticmethod(rulebook)
