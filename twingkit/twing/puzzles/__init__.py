"""The puzzles of Imperial Twing: actions of a turn, and responses in battles with open cards."""

from __future__ import annotations

from pathlib import Path

from twingkit.learn.puzzles.source import PuzzleSource
from twingkit.twing.puzzles.battles import BATTLE_PUZZLES
from twingkit.twing.puzzles.turns import TURN_PUZZLES

PUZZLE_SOURCE = PuzzleSource(
    file=Path(__file__).with_name("puzzles.jsonl"),
    words_file=Path(__file__).with_name("puzzle_words.toml"),
    playout_source=TURN_PUZZLES,
    exact_source=BATTLE_PUZZLES,
    opponent_player="steady",
)
"""The source of the puzzles."""
