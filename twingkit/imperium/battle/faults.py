"""Faults of unit files that occur only in Twilight Imperium; their sentences are among its rulings."""

from __future__ import annotations

from twingkit.core.cards import box_faults
from twingkit.core.cards.box_faults import BoxError
from twingkit.imperium.texts.rulebook import rulebook

__all__ = ["BoxError", "BoxFault"]


class BoxFault(box_faults.BoxFault):
    """A fault of a unit file, worded by a sentence of Twilight Imperium's rulings."""

    book = staticmethod(rulebook)
