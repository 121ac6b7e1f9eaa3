"""The puzzles of Ember: decisions of a turn rated by playing on, and draws with exact chances."""

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
"""Source of the puzzles."""
