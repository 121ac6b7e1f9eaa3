"""The puzzles of Twilight Imperium: losses, targets and abilities in battles, by exact odds."""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.puzzles.battles import BATTLE_PUZZLES
from twingkit.learn.puzzles.source import PuzzleSource

PUZZLES = PuzzleSource(
    file=Path(__file__).with_name("puzzles.jsonl"),
    words_file=Path(__file__).with_name("puzzle_words.toml"),
    exact_source=BATTLE_PUZZLES,
    opponent_player="steady",
)
"""The stored puzzles of Twilight Imperium."""
