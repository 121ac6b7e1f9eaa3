"""The example lines of a game, from which it starts if nothing else is given, and one for each number of
players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.running.running_script import player_count
from twingkit.core.starts import parse_start

__all__ = ["example_by_player_count", "example_lines"]


def example_lines(entry: GameEntry) -> list[str]:
    """Return example lines from which a game can start.

    These are the `EXAMPLES` of its module of starts (lines or set-up lines), else the example of its entry,
    else its line prefixes alone if a game can start from them.
    """
    lines = getattr(entry.load("starts"), "EXAMPLES", ())
    own = list(lines) or ([entry.example] if entry.example else [])
    return own or [line.strip() for line in entry.line_prefixes if _can_start(line.strip(), entry)]


def example_by_player_count(entry: GameEntry) -> Mapping[int, str]:
    """Return the first example line for each number of players, smallest number first.

    The example of the game's entry takes precedence over all others.

    >>> dict(example_by_player_count(game_by_id("ember")))
    {2: 'ember 2'}
    """
    return _example_by_player_count(entry.id)


@cache
def _example_by_player_count(game: str) -> Mapping[int, str]:
    entry, lines = game_by_id(game), dict[int, str]()
    for line in [entry.example, *example_lines(entry)] if entry.example else example_lines(entry):
        lines.setdefault(player_count(Game(parse_start(line, entry.id), rolls="ask")), line)
    return dict(sorted(lines.items()))


def _can_start(line: str, entry: GameEntry) -> bool:
    try:
        Game.begin(line, game=entry.id)
    except (ValueError, Refusal):
        return False
    return True
