"""Runs of the arena for clusters."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

from twingkit import arena
from twingkit.analyse.arena import Results

PLAYERS = ("random", "random")

GAMES, PART, SEED = 40, 4, 7

DASK = "from distributed.cli.dask_{} import main; main()"
"""Code that starts a scheduler, or a worker, beside the test."""


def played(games: int = GAMES, **options: object) -> Results:
    """Return short games of two random players, in small parts."""
    settings = {"variant": "short", "seed": SEED, "games_per_part": PART} | options
    return arena.simulate(games, PLAYERS, **settings)


def meanwhile(act: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    return thread


def answers(address: str) -> bool:
    host, _, port = address.removeprefix("tcp://").partition(":")
    try:
        socket.create_connection((host, int(port)), 1).close()
    except OSError:
        return False
    return True
