"""The games that a game begins with where nobody says more: its example lines, and one for each number of
players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from twingkit.core.asking import Refusal
from twingkit.core.games import GameEntry, game_named
from twingkit.core.play import Game
from twingkit.core.running.running_script import seats_of
from twingkit.core.starts import start_of

__all__ = ["examples", "lines_by_seats"]


def examples(entry: GameEntry) -> list[str]:
    """The example lines of a game: the `EXAMPLES` of its module of starts (lines or set-up lines), else the
    example of its entry, else nothing but the words with which its lines begin, where that is enough."""
    lines = getattr(entry.load("starts"), "EXAMPLES", ())
    own = list(lines) or ([entry.example] if entry.example else [])
    return own or [line.strip() for line in entry.lines if _begins(line.strip(), entry)]


def lines_by_seats(entry: GameEntry) -> Mapping[int, str]:
    """For each number of players, from the smallest, the first example of the game that has so many; that of
    its entry comes before all others.

    >>> dict(lines_by_seats(game_named("ember")))
    {2: 'ember 2'}
    """
    return _lines_by_seats(entry.id)


@cache
def _lines_by_seats(game: str) -> Mapping[int, str]:
    entry, lines = game_named(game), dict[int, str]()
    for line in [entry.example, *examples(entry)] if entry.example else examples(entry):
        lines.setdefault(seats_of(Game(start_of(line, entry.id), rolls="ask")), line)
    return dict(sorted(lines.items()))


def _begins(line: str, entry: GameEntry) -> bool:
    """True if a game begins from this line; many need more to begin with."""
    try:
        Game.begin(line, game=entry.id)
    except (ValueError, Refusal):
        return False
    return True
