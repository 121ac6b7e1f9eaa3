"""The order in which a side gives up units, and when it sustains damage: its `Policy` (IM-ODDS-2)."""

from __future__ import annotations

from functools import cached_property

import attrs

from twingkit.imperium.box.units import GROUND_FORCES, SHIPS

SUSTAIN = ("first", "last", "never")
"""The times at which units sustain damage: before any unit is lost; when all that cannot are lost; never."""

RISK = "risk"
"""The rule by which ships that a Direct Hit known on the other side would destroy sustain nothing, and the
others as by `first`."""

SUSTAIN_ORDER = (*SHIPS, *GROUND_FORCES)
"""The classes in the order in which they sustain where no policy says otherwise. Of the box these are
carriers, dreadnoughts, flagships, war suns and mechs; units of one's own may be of any class."""

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


def complete_order(named: tuple[str, ...]) -> tuple[str, ...]:
    """An order with the classes that it does not name put behind those that it does. Ground forces stand in
    it only where it puts them elsewhere than after the fighters."""
    if not set(named) & set(GROUND_FORCES):
        return (*named, *(name for name in SHIPS if name not in named))
    order = (*named, *(name for name in WITH_GROUND_FORCES if name not in named))
    return ships_of(order) if with_ground_forces(ships_of(order)) == order else order


@attrs.frozen
class Policy:
    """The way in which a side takes hits: `order` holds all classes of ships, first lost first; `sustain` is
    of `SUSTAIN`, `RISK`, or classes with commas between them.

    Classes behind `sustain` do so in their order before anything is lost, others only where they would be
    destroyed.

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
    >>> print(Policy(sustain="warsun,dreadnought"))
    order=default sustain=warsun,dreadnought
    """

    order: tuple[str, ...] = attrs.field(default=SHIPS, converter=complete_order)
    sustain: str = "first"

    def __str__(self) -> str:
        name = next((name for name, order in ORDERS.items() if order == self.order), ",".join(self.order))
        return f"order={name} sustain={self.sustain}"

    @cached_property
    def sustain_classes(self) -> tuple[str, ...]:
        """The classes that sustain before anything is lost, in their order, if the policy names them."""
        return () if self.sustain in (*SUSTAIN, RISK) else tuple(self.sustain.split(","))

    def sustain_rank(self, unit_class: str) -> int:
        """The place of a class among those that sustain: named ones first, the others in `SUSTAIN_ORDER`."""
        named = self.sustain_classes
        if unit_class in named:
            return named.index(unit_class)
        return len(named) + SUSTAIN_ORDER.index(unit_class)

    @property
    def names_ground_forces(self) -> bool:
        """True if the order puts ground forces elsewhere than after the fighters."""
        return len(self.order) > len(SHIPS)

    @property
    def is_default(self) -> bool:
        """True if a line leaves it out."""
        return self == Policy()
