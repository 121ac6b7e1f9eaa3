"""Long work in slices: a generator that yields its progress and returns its result.

    def solve_all(fleets: Sequence[Battle]) -> Slices[list[Odds]]:
        results = []
        for n, fleet in enumerate(fleets):
            yield n / len(fleets)
            results.append(odds(fleet))
        return results

    finish(solve_all(fleets))        # all of it, in a program
    for share in solve_all(fleets):  # or one slice at a time: the caller can stop between two slices
        ...

This needs no threads, so it works wherever Python does. A slice should take some hundredths of a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from functools import wraps
from math import inf
from typing import ParamSpec, TypeVar

from twingkit.core.messages import Fault

__all__ = [
    "DEFAULT_BUDGET_SECONDS",
    "BudgetError",
    "Slices",
    "SlowError",
    "cached_slices",
    "finish",
    "scale_progress",
    "single_slice",
]

T = TypeVar("T")
WorkT = TypeVar("WorkT")
P = ParamSpec("P")

Slices = Generator[float, None, T]
"""Long work as a generator: yields the finished share, from 0 to 1, and returns its result."""

DEFAULT_BUDGET_SECONDS = 60.0
"""The default time limit for one computation, in seconds; a page can continue it afterwards."""

_ESTIMATE_AFTER_SECONDS = 1.0
"""The processor seconds after which the total time is estimated from the finished share."""


class BudgetError(Fault):
    """The error for work that would take too long; each kind of odds has its own subclass.

    >>> from twingkit import imperium
    >>> try:
    ...     imperium.odds("space: 3 dreadnought @ da vs 3 dreadnought @ da,dh", max_walks=20)
    ... except BudgetError as fault:
    ...     print(type(fault).__name__)
    WalkBudgetError
    """


class SlowError(BudgetError):
    """The error for work that would exceed a time limit: `.seconds` is the estimate, `.budget` the limit.

    >>> from twingkit import imperium
    >>> imperium.odds("space: 99 warsun 99 cruiser 99 fighter vs 99 warsun 99 cruiser")
    Traceback (most recent call last):
    ...
    twingkit.core.slices.SlowError: this would take about ... seconds or more; the limit is 60. ...
    """

    def __init__(self, seconds: float, budget: float) -> None:
        super().__init__("work.budget", seconds=round(seconds), budget=round(budget))
        self.seconds, self.budget = seconds, budget


def finish(slices: Slices[T], budget: float = inf) -> T:
    """Run a generator of work slices (computing steps that yield progress) to its end and return its result;
    `budget` limits the seconds.

    Raises `SlowError` as soon as the work has taken, or is estimated to take, more than `budget` processor
    seconds.

    >>> def squares(n):
    ...     total = 0
    ...     for k in range(n):
    ...         yield k / n
    ...         total += k * k
    ...     return total
    >>> finish(squares(4))
    14
    """
    begin = time.process_time()
    while True:
        try:
            share = next(slices)
        except StopIteration as end:
            result: T = end.value
            return result
        if budget == inf:  # reading the clock may take longer than a slice
            continue
        spent = time.process_time() - begin
        estimate = max(spent, spent / share if share > 0 else 0.0)
        if spent > min(_ESTIMATE_AFTER_SECONDS, budget) and estimate > budget:
            slices.close()
            raise SlowError(estimate, budget)


def single_slice(compute: Callable[[WorkT], T]) -> Callable[[WorkT], Slices[T]]:
    """Return a generator function that does the work of `compute` as one slice: it yields progress 0, then
    returns the result.

    >>> finish(single_slice(len)("work"))
    4
    """

    def slices(work: WorkT) -> Slices[T]:
        yield 0.0
        return compute(work)

    return slices


def cached_slices(size: int) -> Callable[[Callable[P, Slices[T]]], Callable[P, Slices[T]]]:
    """Return a decorator that caches the latest `size` results of a generator function that works in slices.

    Positional arguments tell results apart; keyword arguments only help to compute one.
    """

    def decorate(work: Callable[P, Slices[T]]) -> Callable[P, Slices[T]]:
        known: dict[tuple[object, ...], T] = {}

        @wraps(work)
        def cached(*args: P.args, **kwargs: P.kwargs) -> Slices[T]:
            if args not in known:
                result = yield from work(*args, **kwargs)
                known[args] = result
                for old in list(known)[:-size]:
                    del known[old]
            return known[args]

        return cached

    return decorate


def scale_progress(slices: Slices[T], first: float, last: float) -> Slices[T]:
    """Run work slices as one part of larger work: yield their progress scaled to `first` to `last`, and
    return their result.

    >>> def halves():
    ...     yield 0.0
    ...     yield 0.5
    ...     return "done"
    >>> list(scale_progress(halves(), 0.2, 0.4))
    [0.2, 0.30000000000000004]
    """
    while True:
        try:
            share = next(slices)
        except StopIteration as end:
            result: T = end.value
            return result
        yield first + (last - first) * share
