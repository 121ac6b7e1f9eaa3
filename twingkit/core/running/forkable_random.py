"""A source of random numbers for a game and its copies, which forks when one of them uses it."""

from __future__ import annotations

import random


class ForkableRandom:
    """A source of random numbers that copies of a game share until one of them uses it.

    >>> source = ForkableRandom(random.Random(5))
    >>> twin = source.copy()
    >>> source.rng.random() == twin.rng.random()
    True
    """

    __slots__ = ("_shared", "own")

    def __init__(self, own: random.Random | None = None, *, shared: random.Random | None = None) -> None:
        self.own = own
        """The source, if this game alone has it; else None. Asking for it before `rng` is faster."""
        self._shared = shared  # shared, so it must not be used directly

    @property
    def rng(self) -> random.Random:
        """The source of random numbers for this game alone; seeded at random if the game was given no
        source.
        """
        if self.own is None:
            if self._shared is None:
                self.own = random.Random()  # created lazily: this takes longer than starting a battle
            else:
                self.own = random.Random(0)
                self.own.setstate(self._shared.getstate())
        return self.own

    def copy(self) -> ForkableRandom:
        """Return a source that yields the same random numbers."""
        if self.own is not None or self._shared is None:
            self._shared, self.own = self.rng, None
        return ForkableRandom(shared=self._shared)
