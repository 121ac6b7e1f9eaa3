"""Merge two copies of a mapping that started from the same base without losing changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Value = TypeVar("Value")


def merge_three_way(
    base: Mapping[str, Value],
    ours: Mapping[str, Value],
    theirs: Mapping[str, Value],
    both: Callable[[Value | None, Value, Value], Value],
) -> dict[str, Value]:
    """Return the mapping with the changes that two copies of it have made since their common version `base`.

    An entry that only one copy has changed since `base` is taken from that copy. For entries changed in both,
    even equally, `both` merges the three values.

    >>> merge_three_way({"a": 1, "b": 1}, {"a": 2}, {"a": 1, "b": 1, "c": 3}, lambda old, mine, other: mine)
    {'a': 2, 'c': 3}
    """
    joined: dict[str, Value] = {}
    for name in dict.fromkeys((*theirs, *ours)):
        before, mine, other = base.get(name), ours.get(name), theirs.get(name)
        value: Any = other if mine == before else mine  # JSON
        if mine is not None and other is not None and before not in (mine, other):
            value = both(before, mine, other)
        if value is not None:
            joined[name] = value
    return joined
