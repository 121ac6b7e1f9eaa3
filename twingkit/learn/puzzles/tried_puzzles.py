"""The puzzles that a learner has tried, as text that a browser can keep.

twingkit-puzzles 1
puzzle ember 1a2b3c4d right 739000      the first answer to it, and the day (`date.toordinal`)
"""

from __future__ import annotations

import re

import attrs

from twingkit.learn.quiz.saved_lines import parse_saved_lines

HEAD = "twingkit-puzzles 1"
"""The first line of the text."""

TEXT_LENGTH_LIMIT = 200_000
"""The number of characters that such a text must stay below."""

_MAX_PUZZLES = 3000
"""The oldest are forgotten first."""

_LINE = re.compile(r"puzzle ([a-z][a-z0-9_]*) ([0-9a-f]{8}) (right|wrong) (\d{6,7})")


@attrs.define
class TriedPuzzles:
    r"""The puzzles that were tried, in the order of the first answers: `result_by_puzzle` maps (game, id) to
    (right, day).

    >>> solved = TriedPuzzles.parse("twingkit-puzzles 1\npuzzle ember 1a2b3c4d right 739000\n")
    >>> solved.record_answer("ember", "00ff00ff", False, 739001)
    >>> solved.streak("ember"), solved.tried_days_in_row("ember", 739001), len(solved.results("ember"))
    (0, 2, 2)
    """

    result_by_puzzle: dict[tuple[str, str], tuple[bool, int]] = attrs.field(factory=dict)

    @classmethod
    def parse(cls, text: str) -> TriedPuzzles:
        """Parse the saved text of the tried puzzles ("" is empty). Raises a `Fault` naming the line that is
        not valid.
        """
        solved = cls()
        for line in parse_saved_lines(
            text, HEAD, TEXT_LENGTH_LIMIT, (_LINE,), ("puzzles.head", "puzzles.kept_line")
        ):
            solved.result_by_puzzle.setdefault((line[1], line[2]), (line[3] == "right", int(line[4])))
        return solved

    @property
    def text(self) -> str:
        """The saved text of the tried puzzles, which `parse` reads; "" if there are none."""
        lines = [
            f"puzzle {game} {id_} {'right' if right else 'wrong'} {day}"
            for (game, id_), (right, day) in list(self.result_by_puzzle.items())[-_MAX_PUZZLES:]
        ]
        return "\n".join([HEAD, *lines]) + "\n" if lines else ""

    def record_answer(self, game: str, id_: str, right: bool, day: int) -> None:
        """Record the first answer to a puzzle; later answers do not count."""
        self.result_by_puzzle.setdefault((game, id_), (right, day))

    def results(self, game: str) -> dict[str, bool]:
        """Return the puzzles of a game that were tried, each with whether the first answer was right."""
        return {id_: right for (name, id_), (right, _) in self.result_by_puzzle.items() if name == game}

    def streak(self, game: str) -> int:
        """Return how many of the latest puzzles of a game were solved in a row; 0 if the last was not."""
        count = 0
        for right in reversed(self.results(game).values()):
            if not right:
                break
            count += 1
        return count

    def tried_days_in_row(self, game: str, today: int) -> int:
        """Return the number of days in a row, up to today or yesterday, on which a puzzle of a game was
        tried.
        """
        tried = {day for (name, _), (_, day) in self.result_by_puzzle.items() if name == game}
        day = today if today in tried else today - 1
        count = 0
        while day - count in tried:
            count += 1
        return count


def merge_tried_puzzles(base: str, ours: str, theirs: str) -> str:
    """Merge the tried puzzles of two browser tabs that both started from the saved text `base`; return the
    new saved text.
    """
    solved = TriedPuzzles.parse(ours)
    for (game, id_), (right, day) in TriedPuzzles.parse(theirs).result_by_puzzle.items():
        solved.record_answer(game, id_, right, day)
    return solved.text
