"""The random numbers of a game: its copies share them until one of them draws."""

from __future__ import annotations

import random


class Luck:
    """A source of random numbers that is copied when it is used, not before: most copies of games draw none.

    >>> luck = Luck(random.Random(5))
    >>> twin = luck.copy()
    >>> luck.rng.random() == twin.rng.random()
    True
    """

    __slots__ = ("_rng", "_shared")

    def __init__(self, rng: random.Random, shared: bool = False) -> None:
        self._rng, self._shared = rng, shared

    @property
    def rng(self) -> random.Random:
        """The source, for this game alone."""
        if self._shared:
            state = self._rng.getstate()
            self._rng, self._shared = random.Random(0), False
            self._rng.setstate(state)
        return self._rng

    def copy(self) -> Luck:
        """The same numbers once more."""
        self._shared = True
        return Luck(self._rng, shared=True)
