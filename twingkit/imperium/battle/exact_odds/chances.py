"""Chances of things that can happen, such as situations or forces, by what happens."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)
NextT = TypeVar("NextT", bound=Hashable)


def merge_chances(parts: Iterable[tuple[KeyT, float]]) -> dict[KeyT, float]:
    """Sum the chances of equal keys in (key, chance) pairs, and return the total chance of each key."""
    chances: dict[KeyT, float] = {}
    for key, chance in parts:
        chances[key] = chances.get(key, 0) + chance  # a float, or a fraction
    return chances


def add_chances(*parts: Mapping[KeyT, float]) -> dict[KeyT, float]:
    """Sum several mappings of chances key by key, and return the total chance of each key."""
    return merge_chances(item for part in parts for item in part.items())


def follow_chances(
    chances: Mapping[KeyT, float], after: Callable[[KeyT], Iterable[tuple[NextT, float]]]
) -> dict[NextT, float]:
    """Return the chances of the states after a step, given the chances of the states before it and the
    transitions `after`.

    `after` returns the keys that one key can lead to, with their chances.
    """
    return merge_chances(
        (then, chance * part) for key, chance in chances.items() for then, part in after(key)
    )
