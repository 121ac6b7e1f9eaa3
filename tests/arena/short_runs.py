"""Short runs of the arena, and their files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from twingkit import arena
from twingkit.analyse.arena import Results, Run

PLAYERS = ("random", "random")

SHORT = "box price=2 turn_limit=100"


def played(games: int = 12, out: Path | None = None, **options: object) -> Results:
    settings = {"variant": SHORT, "seed": 7, "processes": 1, "games_per_part": 5, "out": out} | options
    return arena.simulate(games, settings.pop("players", PLAYERS), **settings)


@cache
def uninterrupted(games: int = 12) -> Results:
    """Return an uninterrupted run, to compare others with; it is played once and never changed."""
    return played(games)


def files(folder: Path) -> dict[str, int]:
    """Return every file of a folder, and when it was written."""
    return {
        str(file.relative_to(folder)): file.stat().st_mtime_ns
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def interrupting(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Raise Ctrl-C when the game of this number is to be played."""
    usual = Run.play

    def play(run: Run, game: int, **options: bool):
        if game == number:
            raise KeyboardInterrupt
        return usual(run, game, **options)

    monkeypatch.setattr(Run, "play", play)


def empty(file: Path) -> None:
    file.write_bytes(b"")
