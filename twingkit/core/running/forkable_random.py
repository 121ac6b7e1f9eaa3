"""A source of random numbers for a game and its copies, forked when one of them draws."""

from __future__ import annotations

import random


class ForkableRandom:
    """A source of random numbers that is forked when a copy draws, not before: most copies of games draw
    none.

    >>> source = ForkableRandom(random.Random(5))
    >>> twin = source.copy()
    >>> source.rng.random() == twin.rng.random()
    True
    """

    __slots__ = ("_shared", "own")

    def __init__(self, own: random.Random | None = None, *, shared: random.Random | None = None) -> None:
        self.own = own
        """The source, if this game alone has it; else None. Asking for it before `rng` is faster."""
        self._shared = shared  # nobody draws from it

    @property
    def rng(self) -> random.Random:
        """The source, for this game alone. Without a given one, its numbers are those that nobody chose."""
        if self.own is None:
            if self._shared is None:
                self.own = random.Random()  # made now: it takes longer than to begin a battle
            else:
                self.own = random.Random(0)
                self.own.setstate(self._shared.getstate())
        return self.own

    def copy(self) -> ForkableRandom:
        """The same numbers once more."""
        if self.own is not None or self._shared is None:
            self._shared, self.own = self.rng, None
        return ForkableRandom(shared=self._shared)
