"""The puzzles of Ember: questions of a turn that are played on, and draws whose chances are exact."""

from __future__ import annotations

from pathlib import Path

from twingkit.ember.puzzles.draws import DRAWS, TURNS
from twingkit.learn.puzzles.source import PuzzleSource

PUZZLES = PuzzleSource(
    file=Path(__file__).with_name("puzzles.jsonl"),
    words=Path(__file__).with_name("puzzle_words.toml"),
    played=TURNS,
    exact=DRAWS,
    opponents="steady",
)
"""The source of the puzzles."""
