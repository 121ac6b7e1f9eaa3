"""Casualty policy: in which order a side gives up units, and when it sustains damage (IM-ODDS-2)."""

from __future__ import annotations

import attrs

from twingkit.imperium.box.units import GROUND_FORCES, SHIPS

SUSTAIN = ("first", "last", "never")
"""The times at which units sustain damage: before any unit is lost; when all that cannot are lost; never."""

ORDERS = {
    "default": SHIPS,
    "carriers-first": ("fighter", "destroyer", "carrier", "cruiser", "dreadnought", "flagship", "warsun"),
}
"""The orders with a name."""


WITH_GROUND_FORCES = (SHIPS[0], *GROUND_FORCES, *SHIPS[1:])
"""The default order where ground forces fight as ships: they come after fighters (IM-UNIT-nekro_flagship)."""


def with_ground_forces(order: tuple[str, ...]) -> tuple[str, ...]:
    """An order with the ground forces in it, after the fighters unless it names them.

    >>> with_ground_forces(("cruiser", "fighter", "destroyer"))
    ('cruiser', 'fighter', 'infantry', 'mech', 'destroyer')
    """
    if set(order) & set(GROUND_FORCES):
        return order
    after = order.index(SHIPS[0]) + 1
    return (*order[:after], *GROUND_FORCES, *order[after:])


def ships_of(order: tuple[str, ...]) -> tuple[str, ...]:
    """An order without the ground forces that it names."""
    return tuple(name for name in order if name in SHIPS)


def whole_order(named: tuple[str, ...]) -> tuple[str, ...]:
    """An order with the classes that it does not name put behind those that it does. Ground forces stand in
    it only where it puts them elsewhere than after the fighters."""
    if not set(named) & set(GROUND_FORCES):
        return (*named, *(name for name in SHIPS if name not in named))
    order = (*named, *(name for name in WITH_GROUND_FORCES if name not in named))
    return ships_of(order) if with_ground_forces(ships_of(order)) == order else order


@attrs.frozen
class Policy:
    """The way in which a side takes hits: `order` holds all classes of ships, first lost first; `sustain` is
    of `SUSTAIN`.

    On a planet infantry goes before mechs. Ground forces that fight as ships come after the fighters; an
    order
    with both classes of ground forces puts them elsewhere. A plain unit goes before its upgrade, a damaged
    one before a whole one (IM-ODDS-2). Classes that are not named follow in the default order.

    >>> print(Policy(sustain="last"))
    order=default sustain=last
    >>> print(Policy(("cruiser",)))
    order=cruiser,fighter,destroyer,carrier,dreadnought,flagship,warsun sustain=first
    >>> print(Policy(("infantry",)))
    order=infantry,fighter,mech,destroyer,cruiser,carrier,dreadnought,flagship,warsun sustain=first
    """

    order: tuple[str, ...] = attrs.field(default=SHIPS, converter=whole_order)
    sustain: str = "first"

    def __str__(self) -> str:
        name = next((name for name, order in ORDERS.items() if order == self.order), ",".join(self.order))
        return f"order={name} sustain={self.sustain}"

    @property
    def names_ground_forces(self) -> bool:
        """True if the order puts ground forces elsewhere than after the fighters."""
        return len(self.order) > len(SHIPS)

    @property
    def default(self) -> bool:
        """True if a line leaves it out."""
        return self == Policy()
