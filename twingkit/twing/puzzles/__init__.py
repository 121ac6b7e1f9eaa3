"""The puzzles of Imperial Twing: the action of a turn in whole games, and responses in battles with open
cards.
"""

from __future__ import annotations

from pathlib import Path

from twingkit.learn.puzzles.source import PuzzleSource
from twingkit.twing.puzzles.battles import BATTLES
from twingkit.twing.puzzles.turns import TURNS

PUZZLES = PuzzleSource(
    file=Path(__file__).with_name("puzzles.jsonl"),
    words=Path(__file__).with_name("puzzle_words.toml"),
    played=TURNS,
    exact=BATTLES,
    opponents="steady",
)
"""The source of the puzzles."""
