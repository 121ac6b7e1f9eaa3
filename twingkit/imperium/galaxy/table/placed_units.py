"""The units of one player in one place: the space of a system, or a planet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping

from twingkit.imperium.box.units import BATTLE_CLASSES, DOCK, GROUND_FORCES, SHIPS

_UNIT_CLASS_ORDER = (*BATTLE_CLASSES, DOCK)
"""The order of the notation."""

_SHIPS = frozenset(SHIPS)

_PLACE = {name: place for place, name in enumerate(_UNIT_CLASS_ORDER)}


def count_units(parts: Iterable[tuple[str, int, str]]) -> Counter[str]:
    """Return the number of units of each class, summed over the (class, number, place) parts of an answer."""
    return Counter(name for name, count, _ in parts for _ in range(count))


class PlacedUnits:
    """The units of one player in one place: the number of each class, and how many of them are damaged.

    >>> fleet = PlacedUnits({"cruiser": 2, "fighter": 3})
    >>> hurt = fleet.take("fighter", 2)
    >>> str(fleet), fleet.ship_count, fleet["carrier"]
    ('1 fighter, 2 cruiser', 3, 0)
    """

    __slots__ = ("counts", "hurt")

    def __init__(
        self, counts: Mapping[str, int] | None = None, hurt: Mapping[str, int] | None = None
    ) -> None:
        self.counts: dict[str, int] = dict(counts or {})
        self.hurt: dict[str, int] = dict(hurt or {})
        """The damaged ones among `counts`."""

    def __getitem__(self, unit_class: str) -> int:
        return self.counts.get(unit_class, 0)

    def __iter__(self) -> Iterator[str]:
        """Yield the unit classes present, in notation order."""
        return iter(sorted(self.counts, key=_PLACE.__getitem__))

    def __bool__(self) -> bool:
        return bool(self.counts)

    def put(self, unit_class: str, count: int = 1, damaged_count: int = 0) -> None:
        """Add units, `damaged_count` of them damaged."""
        if count:
            self.counts[unit_class] = self.counts.get(unit_class, 0) + count
        if damaged_count:
            self.hurt[unit_class] = self.hurt.get(unit_class, 0) + damaged_count

    def take(self, unit_class: str, count: int = 1, damaged_count: int | None = None) -> int:
        """Remove `count` units of a class and return how many of them were damaged.

        `damaged_count` is the number of damaged ones to remove; None removes undamaged units first. Raises
        `ValueError` if there are not that many.
        """
        there, damaged = self[unit_class], self.hurt.get(unit_class, 0)
        gone = max(0, count - (there - damaged)) if damaged_count is None else damaged_count
        if not (0 <= gone <= damaged and gone <= count and count - gone <= there - damaged):
            raise ValueError(f"{count} {unit_class} of {there}, {gone} of {damaged} damaged")
        for counts, left in ((self.counts, there - count), (self.hurt, damaged - gone)):
            if left:
                counts[unit_class] = left
            else:
                counts.pop(unit_class, None)
        return gone

    def repair(self) -> int:
        """Repair all damaged units and return their number (IM-STATUS-7)."""
        repaired = sum(self.hurt.values())
        self.hurt.clear()
        return repaired

    @property
    def ship_count(self) -> int:
        """The number of ships, including fighters."""
        return self._count_among(_SHIPS)

    @property
    def nonfighter_count(self) -> int:
        """The number of ships that are not fighters."""
        return self.ship_count - self["fighter"]

    @property
    def ground_force_count(self) -> int:
        """The number of ground forces."""
        return self._count_among(GROUND_FORCES)

    def _count_among(self, unit_classes: Collection[str]) -> int:
        total = 0
        for name, count in self.counts.items():
            if name in unit_classes:
                total += count
        return total

    def copy(self) -> PlacedUnits:
        """Return an independent copy."""
        return PlacedUnits(self.counts, self.hurt)

    def only(self, *unit_classes: str) -> PlacedUnits:
        """Return a copy with only the units of these classes."""
        return self.without(*(name for name in self.counts if name not in unit_classes))

    def without(self, *unit_classes: str) -> PlacedUnits:
        """Return a copy without the units of these classes."""
        return PlacedUnits(
            self.undamaged_without(*unit_classes).counts,
            {name: count for name, count in self.hurt.items() if name not in unit_classes},
        )

    def undamaged_without(self, *unit_classes: str) -> PlacedUnits:
        """Return a copy without the units of these classes, in which no unit is damaged."""
        return PlacedUnits({name: count for name, count in self.counts.items() if name not in unit_classes})

    def key(self) -> Hashable:
        """Return the units as one hashable value."""
        return tuple((name, self.counts[name], self.hurt.get(name, 0)) for name in self)

    def __str__(self) -> str:
        return ", ".join(f"{self.counts[name]} {name}" for name in self)
