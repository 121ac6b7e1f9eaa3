"""Puzzles: positions from games in which one answer is clearly better than all others."""

from twingkit.learn.puzzles.exact import find_exact_puzzles, largest_stored_value_error
from twingkit.learn.puzzles.puzzle import (
    HARDNESS,
    Puzzle,
    RatedPuzzleAnswer,
    find_puzzle,
    puzzle_of_day,
    puzzle_set,
    puzzle_source,
    puzzles,
    theme_title,
)
from twingkit.learn.puzzles.search import PuzzleCriteria, find_puzzles, puzzle_rated_again
from twingkit.learn.puzzles.source import (
    ExactPuzzleSource,
    ExactPuzzleTask,
    PlayoutPuzzleSource,
    PuzzleSource,
)

__all__ = [
    "HARDNESS",
    "ExactPuzzleSource",
    "ExactPuzzleTask",
    "PlayoutPuzzleSource",
    "Puzzle",
    "PuzzleCriteria",
    "PuzzleSource",
    "RatedPuzzleAnswer",
    "find_exact_puzzles",
    "find_puzzle",
    "find_puzzles",
    "largest_stored_value_error",
    "puzzle_of_day",
    "puzzle_rated_again",
    "puzzle_set",
    "puzzle_source",
    "puzzles",
    "theme_title",
]  # fmt: skip
