"""Puzzles: positions from games in which one answer is clearly better than all others."""

from twingkit.puzzles.puzzle import (
    HARDNESS,
    Puzzle,
    PuzzleAnswer,
    PuzzleSource,
    daily,
    puzzle_named,
    puzzle_set,
    puzzles,
    source_of,
    theme_title,
)
from twingkit.puzzles.search import Demands, find, rated_again

__all__ = [
    "HARDNESS", "Demands", "Puzzle", "PuzzleAnswer", "PuzzleSource", "daily", "find", "puzzle_named",
    "puzzle_set", "puzzles", "rated_again", "source_of", "theme_title",
]  # fmt: skip
