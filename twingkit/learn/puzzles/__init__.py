"""Puzzles: positions from games in which one answer is clearly better than all others."""

from twingkit.learn.puzzles.exact import find_exact, recomputed
from twingkit.learn.puzzles.puzzle import (
    HARDNESS,
    Puzzle,
    PuzzleAnswer,
    daily,
    puzzle_named,
    puzzle_set,
    puzzles,
    source_of,
    theme_title,
)
from twingkit.learn.puzzles.search import Demands, find, rated_again
from twingkit.learn.puzzles.source import ExactSource, ExactTask, PlayedSource, PuzzleSource

__all__ = [
    "HARDNESS", "Demands", "ExactSource", "ExactTask", "PlayedSource", "Puzzle", "PuzzleAnswer",
    "PuzzleSource", "daily", "find", "find_exact", "puzzle_named", "puzzle_set", "puzzles", "rated_again",
    "recomputed", "source_of", "theme_title",
]  # fmt: skip
