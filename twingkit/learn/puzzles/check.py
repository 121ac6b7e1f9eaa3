"""Check stored puzzles again: rate played-on ones with many more games on another seed, and compare exact
ones with the reference implementation.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import attrs

from twingkit.learn.puzzles.exact import largest_stored_value_error
from twingkit.learn.puzzles.puzzle import Puzzle, puzzle_source
from twingkit.learn.puzzles.search import DEFAULT_CRITERIA, puzzle_rated_again

DEFAULT_GAMES_PER_ANSWER = 10 * DEFAULT_CRITERIA.games_per_look[-1]
"""The default number of games per answer: ten times the number of the search."""

_MIN_MARGIN_KEPT = 0.5
"""The smallest share of its margin that a puzzle must keep in the check."""

MIN_STANDARD_ERRORS = 3.0
"""The number of standard errors by which the best answer must lead."""

EXACT_TOLERANCE = 1e-4
"""The tolerance for exact values, which are stored with four digits."""

_CHECK_SEED = 9_999_991
"""The seed of the check; no search uses it."""


@attrs.frozen
class StoredPuzzleCheck:
    """The result of checking a stored puzzle: the puzzle rated again or, if its values are exact, their
    difference from reference values.

    For an exact puzzle `rechecked` is unchanged, and `value_difference` is the largest difference between a
    stored value and the reference value (None if that is too much work).
    """

    puzzle: Puzzle
    rechecked: Puzzle
    value_difference: float | None = 0.0

    @property
    def is_confirmed(self) -> bool:
        """True if the best answer still stands out clearly and exact values agree."""
        if self.puzzle.is_exact:
            return self.value_difference is None or self.value_difference < EXACT_TOLERANCE
        clear = self.rechecked.margin >= MIN_STANDARD_ERRORS * self.rechecked.error
        return clear and self.rechecked.margin >= _MIN_MARGIN_KEPT * self.puzzle.margin


def puzzle_checks(
    game: str, puzzles: Iterable[Puzzle], games_per_answer: int = DEFAULT_GAMES_PER_ANSWER
) -> Iterator[StoredPuzzleCheck]:
    """Yield the check of each puzzle; puzzles without exact odds are rated again by `games_per_answer`
    playouts per answer.
    """
    exact = puzzle_source(game).exact_source
    for puzzle in puzzles:
        if puzzle.is_exact:
            assert exact is not None, f"{game} has no source of exact puzzles"
            try:
                apart = largest_stored_value_error(exact, puzzle)
            except TimeoutError:
                apart = None
            yield StoredPuzzleCheck(puzzle, puzzle, apart)
        else:
            yield StoredPuzzleCheck(puzzle, puzzle_rated_again(puzzle, games_per_answer, _CHECK_SEED))


def sample_puzzles(puzzles: Sequence[Puzzle], count_per_theme: int, seed: int = 0) -> list[Puzzle]:
    """Return `count_per_theme` puzzles of each theme, drawn with the seed; all if there are fewer."""
    themes = defaultdict[str, list[Puzzle]](list)
    for puzzle in puzzles:
        themes[puzzle.kind].append(puzzle)
    rng = random.Random(f"check {seed}")
    drawn = [rng.sample(group, min(count_per_theme, len(group))) for _, group in sorted(themes.items())]
    return [puzzle for group in drawn for puzzle in group]
