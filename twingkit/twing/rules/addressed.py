"""Rulings and refusals as they are said to the person who plays one seat."""

from __future__ import annotations

from twingkit.rulebook import YOU
from twingkit.twing.rules.player import Player


def called(reader: Player) -> dict[str, str]:
    """Return the words by which a player goes who reads what is said: see `Words.calling`. The seat is
    among them, for what was said before there was a character (TW-SET-1).

    >>> called(Player("W", seat=1))
    {'p2': 'you', 'witch': 'you'}
    """
    return {f"p{reader.seat + 1}": YOU, reader.name: YOU}
