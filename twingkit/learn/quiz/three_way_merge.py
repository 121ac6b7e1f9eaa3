"""Two copies of what was once the same, as one: nothing that either of them has changed since is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Value = TypeVar("Value")


def merge_three_way(
    base: Mapping[str, Value],
    own: Mapping[str, Value],
    theirs: Mapping[str, Value],
    both: Callable[[Value | None, Value, Value], Value],
) -> dict[str, Value]:
    """Return the entries of two copies: what only one has changed since `base` is as there; `both`, which is
    given the three values, joins what each has changed, also in the
    same way.

    >>> merge_three_way({"a": 1, "b": 1}, {"a": 2}, {"a": 1, "b": 1, "c": 3}, lambda before, mine, other:
    mine) {'a': 2, 'c': 3}
    """
    joined: dict[str, Value] = {}
    for name in dict.fromkeys((*theirs, *own)):
        before, mine, other = base.get(name), own.get(name), theirs.get(name)
        value: Any = other if mine == before else mine  # JSON
        if mine is not None and other is not None and before not in (mine, other):
            value = both(before, mine, other)
        if value is not None:
            joined[name] = value
    return joined
