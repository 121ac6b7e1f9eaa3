"""Puzzles looked at once more: played on with many more games on another seed, exact ones by the slow way."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import attrs

from twingkit.learn.puzzles.exact import largest_difference
from twingkit.learn.puzzles.puzzle import Puzzle, puzzle_source
from twingkit.learn.puzzles.search import DEFAULT_CRITERIA, rate_again

GAMES = 10 * DEFAULT_CRITERIA.games_per_look[-1]
"""Without another number so many games an answer are played: ten times those with which puzzles are found."""

KEPT = 0.5
"""A puzzle fails if less than this part of its margin is left, or its best answer leads by less than
`ERRORS`.
"""

ERRORS = 3.0
"""The number of standard errors by which the best answer leads."""

SAME = 1e-4
"""Exact worths are kept with four digits: they differ by less."""

SEED = 9_999_991
"""The seed of the check: no search has it."""


@attrs.frozen
class PuzzleCheck:
    """A `puzzle` as it was kept, and `rechecked`: the same with the figures of the check.

    Of an exact one `rechecked` is as it was, and `apart` the largest difference between a kept worth and the
    slow one (None: too much work to walk).
    """

    puzzle: Puzzle
    rechecked: Puzzle
    worth_difference: float | None = 0.0

    @property
    def holds(self) -> bool:
        """True if the best answer still stands out clearly, and exact worths are the same."""
        if self.puzzle.is_exact:
            return self.worth_difference is None or self.worth_difference < SAME
        clear = self.rechecked.margin >= ERRORS * self.rechecked.error
        return clear and self.rechecked.margin >= KEPT * self.puzzle.margin


def check_puzzles(game: str, puzzles: Iterable[Puzzle], games: int = GAMES) -> Iterator[PuzzleCheck]:
    """Yield each of these puzzles looked at once more, played ones with so many games an answer."""
    exact = puzzle_source(game).exact
    for puzzle in puzzles:
        if puzzle.is_exact:
            assert exact is not None, f"{game} has no source of exact puzzles"
            try:
                apart = largest_difference(exact, puzzle)
            except TimeoutError:
                apart = None
            yield PuzzleCheck(puzzle, puzzle, apart)
        else:
            yield PuzzleCheck(puzzle, rate_again(puzzle, games, SEED))


def sample_puzzles(puzzles: Sequence[Puzzle], count: int, seed: int = 0) -> list[Puzzle]:
    """So many puzzles of each theme, drawn by the seed; all where there are fewer."""
    themes = defaultdict[str, list[Puzzle]](list)
    for puzzle in puzzles:
        themes[puzzle.kind].append(puzzle)
    rng = random.Random(f"check {seed}")
    drawn = [rng.sample(group, min(count, len(group))) for _, group in sorted(themes.items())]
    return [puzzle for group in drawn for puzzle in group]
