"""The faults of a file of units that only Twilight Imperium has: their sentences are among its rulings."""

from __future__ import annotations

import attrs

from twingkit.cards import box_faults
from twingkit.cards.box_faults import BoxError
from twingkit.imperium.rules.rulebook import rulebook

__all__ = ["BoxError", "BoxFault"]


@attrs.frozen
class BoxFault(box_faults.BoxFault):
    """A fault of a file of units; its own sentences come before those that every game has."""

    def say(self, case: str, lang: str, **facts: object) -> str:
        """A sentence of the rulings if there is one of this case, else of the sentences on box files."""
        if case in rulebook().sentences["fault"]:
            return rulebook().sentence("fault", case, lang, facts)
        return super().say(case, lang, **facts)
