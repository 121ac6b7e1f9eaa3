"""Casualty policy: in which order a side gives up units, and when it sustains damage (IM-ODDS-2)."""

from __future__ import annotations

import attrs

from twingkit.imperium.box.units import SHIPS

SUSTAIN = ("first", "last", "never")
"""The times at which units sustain damage: before any unit is lost; when all that cannot are lost; never."""

ORDERS = {
    "default": SHIPS,
    "carriers-first": ("fighter", "destroyer", "carrier", "cruiser", "dreadnought", "flagship", "warsun"),
}
"""The orders with a name."""


def whole_order(named: tuple[str, ...]) -> tuple[str, ...]:
    """An order with the classes that it does not name put behind those that it does."""
    return (*named, *(name for name in SHIPS if name not in named))


@attrs.frozen
class Policy:
    """The way in which a side takes hits: `order` holds all classes of ships, first lost first; `sustain` is
    of `SUSTAIN`.

    Ground forces come after all ships, infantry before mechs; a plain unit goes before its upgrade, a damaged
    one before a whole one (IM-ODDS-2). Classes that are not named follow in the default order.

    >>> print(Policy(sustain="last"))
    order=default sustain=last
    >>> print(Policy(("cruiser",)))
    order=cruiser,fighter,destroyer,carrier,dreadnought,flagship,warsun sustain=first
    """

    order: tuple[str, ...] = attrs.field(default=SHIPS, converter=whole_order)
    sustain: str = "first"

    def __str__(self) -> str:
        name = next((name for name, order in ORDERS.items() if order == self.order), ",".join(self.order))
        return f"order={name} sustain={self.sustain}"

    @property
    def default(self) -> bool:
        """True if a line leaves it out."""
        return self == Policy()
