"""Faults that only pool files of Ember can have. Their sentences are among the rulings."""

from __future__ import annotations

from twingkit.core.cards import box_faults
from twingkit.core.cards.box_faults import BoxError
from twingkit.ember.rules.rulebook import rulebook

__all__ = ["BoxError", "BoxFault"]


class BoxFault(box_faults.BoxFault):
    """A fault in a pool, with its own sentence."""

    book = staticmethod(rulebook)
