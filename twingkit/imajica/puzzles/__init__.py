"""The puzzles of Imajica: seizures and challenges, by the exact chance that they are stopped."""

from __future__ import annotations

from pathlib import Path

from twingkit.imajica.puzzles.deeds import DEEDS
from twingkit.imajica.puzzles.turns import TURNS
from twingkit.learn.puzzles.source import PuzzleSource

PUZZLES = PuzzleSource(
    file=Path(__file__).with_name("puzzles.jsonl"),
    words=Path(__file__).with_name("puzzle_words.toml"),
    played=TURNS,
    exact=DEEDS,
    opponents="steady",
)
"""The source of the puzzles."""
