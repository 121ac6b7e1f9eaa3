"""The policy of a side: the order in which it loses units, and when it sustains damage (IM-ODDS-2)."""

from __future__ import annotations

from functools import cached_property

import attrs

from twingkit.imperium.box.units import GROUND_FORCES, SHIPS

SUSTAIN_RULES = ("first", "last", "never")
"""When units sustain damage: before any unit is lost; once all units that cannot sustain are lost; never."""

SUSTAIN_UNLESS_DIRECT_HIT = "risk"
"""The rule by which ships do not sustain damage if a known Direct Hit would destroy them; others follow
`first`.
"""

SUSTAIN_ORDER = (*SHIPS, *GROUND_FORCES)
"""The default order in which classes sustain damage.

In the box these are carriers, dreadnoughts, flagships, war suns and mechs; custom units may be of any class.
"""

NAMED_LOSS_ORDERS = {
    "default": SHIPS,
    "carriers-first": ("fighter", "destroyer", "carrier", "cruiser", "dreadnought", "flagship", "warsun"),
}
"""The orders of losses that a policy can name."""


ORDER_WITH_GROUND_FORCES = (SHIPS[0], *GROUND_FORCES, *SHIPS[1:])
"""The default order if ground forces fight as ships: they come after fighters (IM-UNIT-nekro_flagship)."""


def with_ground_forces(order: tuple[str, ...]) -> tuple[str, ...]:
    """Return an order of losses with the ground forces added after the fighters, unless the order already
    names ground forces.

    >>> with_ground_forces(("cruiser", "fighter", "destroyer"))
    ('cruiser', 'fighter', 'infantry', 'mech', 'destroyer')
    """
    if set(order) & set(GROUND_FORCES):
        return order
    after = order.index(SHIPS[0]) + 1
    return (*order[:after], *GROUND_FORCES, *order[after:])


def without_ground_forces(order: tuple[str, ...]) -> tuple[str, ...]:
    """Return an order of losses without its ground forces."""
    return tuple(name for name in order if name in SHIPS)


def _complete_order(named: tuple[str, ...]) -> tuple[str, ...]:
    """Return an order of losses with the ship classes that it lacks added at its end, in the order `SHIPS`.

    Ground forces are added only if the order puts them elsewhere than after the fighters.
    """
    if not set(named) & set(GROUND_FORCES):
        return (*named, *(name for name in SHIPS if name not in named))
    order = (*named, *(name for name in ORDER_WITH_GROUND_FORCES if name not in named))
    return (
        without_ground_forces(order) if with_ground_forces(without_ground_forces(order)) == order else order
    )


@attrs.frozen
class LossPolicy:
    """A side's policy for taking hits: the order in which classes are lost, and when units sustain damage.

    `order` holds all classes of ships, first lost first; `sustain` is one of `SUSTAIN_RULES`,
    `SUSTAIN_UNLESS_DIRECT_HIT`, or classes separated by commas.

    Classes named in `sustain` sustain damage in their order before anything is lost, others only if they
    would be destroyed.

    On a planet infantry is lost before mechs. Ground forces that fight as ships come after the fighters; an
    order with both classes of ground forces puts them elsewhere. A basic unit is lost before its upgrade, a
    damaged one before an undamaged one (IM-ODDS-2). Classes that are not named follow in the default order.

    >>> print(LossPolicy(sustain="last"))
    order=default sustain=last
    >>> print(LossPolicy(("cruiser",)))
    order=cruiser,fighter,destroyer,carrier,dreadnought,flagship,warsun sustain=first
    >>> print(LossPolicy(("infantry",)))
    order=infantry,fighter,mech,destroyer,cruiser,carrier,dreadnought,flagship,warsun sustain=first
    >>> print(LossPolicy(sustain="warsun,dreadnought"))
    order=default sustain=warsun,dreadnought
    """

    order: tuple[str, ...] = attrs.field(default=SHIPS, converter=_complete_order)
    sustain: str = "first"

    def __str__(self) -> str:
        name = next(
            (name for name, order in NAMED_LOSS_ORDERS.items() if order == self.order), ",".join(self.order)
        )
        return f"order={name} sustain={self.sustain}"

    @cached_property
    def sustain_classes(self) -> tuple[str, ...]:
        """The classes that `sustain` names: they sustain damage before anything is lost, in this order."""
        return (
            ()
            if self.sustain in (*SUSTAIN_RULES, SUSTAIN_UNLESS_DIRECT_HIT)
            else tuple(self.sustain.split(","))
        )

    def sustain_rank(self, unit_class: str) -> int:
        """Return the rank of a class in the order of sustaining damage.

        Named classes come first, the others by `SUSTAIN_ORDER`.
        """
        named = self.sustain_classes
        if unit_class in named:
            return named.index(unit_class)
        return len(named) + SUSTAIN_ORDER.index(unit_class)

    @property
    def reorders_ground_forces(self) -> bool:
        """True if the order of losses names ground forces anywhere but directly after the fighters."""
        return len(self.order) > len(SHIPS)

    @property
    def is_default(self) -> bool:
        """True for the default policy, which a battle line leaves out."""
        return self == LossPolicy()
