"""Puzzles: positions from games in which one answer is clearly better than all others."""

from twingkit.learn.puzzles.exact import find_exact_puzzles, largest_value_difference
from twingkit.learn.puzzles.puzzle import (
    HARDNESS,
    Puzzle,
    PuzzleAnswer,
    find_puzzle,
    puzzle_of_day,
    puzzle_set,
    puzzle_source,
    puzzles,
    theme_title,
)
from twingkit.learn.puzzles.search import PuzzleCriteria, find_puzzles, rate_again
from twingkit.learn.puzzles.source import ExactSource, ExactTask, PlayoutSource, PuzzleSource

__all__ = [
    "HARDNESS",
    "ExactSource",
    "ExactTask",
    "PlayoutSource",
    "Puzzle",
    "PuzzleAnswer",
    "PuzzleCriteria",
    "PuzzleSource",
    "find_exact_puzzles",
    "find_puzzle",
    "find_puzzles",
    "largest_value_difference",
    "puzzle_of_day",
    "puzzle_set",
    "puzzle_source",
    "puzzles",
    "rate_again",
    "theme_title",
]  # fmt: skip
