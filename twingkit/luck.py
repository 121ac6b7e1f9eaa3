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

    def __init__(self, rng: random.Random | None = None, shared: bool = False) -> None:
        self._rng, self._shared = rng, shared

    @property
    def rng(self) -> random.Random:
        """The source, for this game alone."""
        rng = self._source()
        if self._shared:
            state = rng.getstate()
            self._rng = rng = random.Random(0)
            self._shared = False
            rng.setstate(state)
        return rng

    def copy(self) -> Luck:
        """The same numbers once more."""
        self._shared = True
        return Luck(self._source(), shared=True)

    def _source(self) -> random.Random:
        """The source; without a given one, numbers that nobody chose, made when they are needed: it takes
        longer than to begin a battle."""
        if self._rng is None:
            self._rng = random.Random()
        return self._rng
