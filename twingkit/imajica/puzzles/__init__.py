"""The puzzles of Imajica: seizures and challenges rated by the exact chance that they are stopped."""

from __future__ import annotations

from pathlib import Path

from twingkit.imajica.puzzles.deeds import DEED_PUZZLES, TURN_PUZZLES
from twingkit.learn.puzzles.source import PuzzleSource

PUZZLES = PuzzleSource(
    file=Path(__file__).with_name("puzzles.jsonl"),
    words_file=Path(__file__).with_name("puzzle_words.toml"),
    playout_source=TURN_PUZZLES,
    exact_source=DEED_PUZZLES,
    opponent_player="steady",
)
"""The source of the puzzles."""
