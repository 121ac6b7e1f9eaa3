"""Games played once for all tests that count something in them."""

from __future__ import annotations

from functools import cache

from twingkit import arena


@cache
def greedy_games() -> arena.Results:
    """Thirty games of two greedy players."""
    return arena.simulate(30, ["greedy", "greedy"], seed=5, processes=1)


@cache
def greedy_and_random_games() -> arena.Results:
    """Forty games of a greedy player against a random one."""
    return arena.simulate(40, ["greedy", "random"], seed=5, processes=1)
