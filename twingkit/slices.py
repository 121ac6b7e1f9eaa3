"""Long work in slices: a generator that yields how far it is, and returns what it worked out.

    def weighed(fleets: Sequence[Battle]) -> Slices[list[Odds]]:
        results = []
        for n, fleet in enumerate(fleets):
            yield n / len(fleets)
            results.append(odds(fleet))
        return results

    finish(weighed(fleets))        # all at once, in a program
    for share in weighed(fleets):  # or a slice at a time: whoever waits can stop between two of them
        ...

No thread is needed for that, so it works wherever Python does. A slice should take some hundredths of
a second.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

__all__ = ["Slices", "finish", "within"]

T = TypeVar("T")

Slices = Generator[float, None, T]
"""Work in slices: yields the share that is done, from 0 to 1, and returns its result."""


def finish(slices: Slices[T]) -> T:
    """Do all of the work at once; return its result.

    >>> def squares(n):
    ...     total = 0
    ...     for k in range(n):
    ...         yield k / n
    ...         total += k * k
    ...     return total
    >>> finish(squares(4))
    14
    """
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: T = end.value
            return result


def within(slices: Slices[T], first: float, last: float) -> Slices[T]:
    """The same work as a part of a larger one, of which it is the share from `first` to `last`.

    >>> def halves():
    ...     yield 0.0
    ...     yield 0.5
    ...     return "done"
    >>> list(within(halves(), 0.2, 0.4))
    [0.2, 0.30000000000000004]
    """
    while True:
        try:
            share = next(slices)
        except StopIteration as end:
            result: T = end.value
            return result
        yield first + (last - first) * share
