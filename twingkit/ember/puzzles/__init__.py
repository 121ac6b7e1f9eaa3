"""The puzzles of Ember: turn decisions rated by playing on, and draws with exact chances."""

from __future__ import annotations

from pathlib import Path

from twingkit.ember.puzzles.draws import DRAW_PUZZLES, TURN_PUZZLES
from twingkit.learn.puzzles.source import PuzzleSource

PUZZLES = PuzzleSource(
    file=Path(__file__).with_name("puzzles.jsonl"),
    words_file=Path(__file__).with_name("puzzle_words.toml"),
    playout_source=TURN_PUZZLES,
    exact_source=DRAW_PUZZLES,
    opponent_player="steady",
)
"""The source of the puzzles."""
