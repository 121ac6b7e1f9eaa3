"""The state of one puzzle on a page: the answer given, the labels of the answers, the browser data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from twingkit.core.games import GameEntry
from twingkit.core.messages import Fault
from twingkit.learn.puzzles.puzzle import HARDNESS, Puzzle, puzzle_of_day, puzzle_source, puzzles
from twingkit.learn.puzzles.tried_puzzles import TriedPuzzles
from twingkit.players.lookahead import lookahead_of
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.panel.visitor_clock import visitor_day
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("puzzle_words.toml"))
"""The texts of puzzles, for any game."""


CSS = Path(__file__).with_name("puzzles.css").read_text(encoding="utf-8")
"""The style of puzzles."""

MEMORY = "puzzles"
"""The name of the browser data with the tried puzzles."""


_SOLVED_PER_LEVEL = 5
"""The number of solved puzzles of a level after which the next puzzle is harder."""


class PuzzlePageState:
    """The state of one puzzle on a page: the answer given, the tried puzzles, and the `filters` (theme and
    hardness) from the address. `is_named` is True if the address names the puzzle; `day` is the day number
    (default: today).
    """

    memory_traits: Mapping[str, str] = {MEMORY: MEMORY}
    css = CSS

    def __init__(
        self,
        entry: GameEntry,
        panel: Panel,
        puzzle: Puzzle,
        filters: Mapping[str, str],
        day: int | None = None,
        *,
        is_named: bool = True,
    ) -> None:
        self.entry, self.panel, self.puzzle, self.filters = entry, panel, puzzle, filters
        self.is_named, self._day = is_named, day
        self.tried_puzzles = TriedPuzzles()
        self.fault: Fault | None = None
        """The fault in unreadable browser data, to which nothing is added."""
        self.label_by_answer: dict[str, str] = {}
        """The answers in words, by their texts."""
        self.given_answer = ""
        """The person's answer; "" before it is given."""

    def say(self, key: str, **facts: object) -> str:
        """Return the text `key` of the puzzle pages, in the language of the page, with `facts` filled in."""
        return WORDS.say(key, **facts)

    def answer_label(self, answer: str) -> str:
        """Return an answer to the puzzle in words; its notation if it has no label."""
        return self.label_by_answer.get(answer, answer)

    def rating_method_text(self) -> str:
        """Return the sentence that says how the values of the answers were computed."""
        if self.puzzle.is_exact:
            supposed = puzzle_source(self.entry.id).assumption.get(self.panel.lang, "")
            key = "result.how_goal" if self.puzzle.goal else "result.how_exact"
            return self.say(key, supposed=supposed)
        judged = lookahead_of(self.puzzle.game()).strength is not None
        return self.say(
            "result.how_judged" if judged else "result.how", n=self.puzzle.answers[0].playout_count
        )

    # -- the page

    @property
    def day(self) -> int:
        """The number of the visitor's current day."""
        return visitor_day(self._day)

    def record_answer(self, answer: str) -> None:
        """Record an answer; only the first to a puzzle counts."""
        self.given_answer = answer
        if self.fault is None:
            self.tried_puzzles.record_answer(self.entry.id, self.puzzle.id, self.is_right, self.day)
            self.panel.set_trait(MEMORY, self.tried_puzzles.text)

    def address(self) -> dict[str, str]:
        """Return the query of this puzzle."""
        return {"puzzle": self.puzzle.id}

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load the record of tried puzzles from browser data; unreadable data is left unchanged, and no
        puzzles are added to it.
        """
        try:
            self.tried_puzzles = TriedPuzzles.parse(saved_text)
        except Fault as fault:
            self.fault = fault
        else:
            self.fault = None
            self.panel.set_trait(MEMORY, saved_text)

    # -- next steps

    def address_to_open(self) -> dict[str, str] | None:
        """Return the query of the puzzle to open instead; None to stay.

        If the address names no puzzle, it is the first one of the visitor's day or, if that was tried, the
        next untried one.
        """
        if self.is_named or self.given_answer:
            return None
        puzzle = first_puzzle(self.entry.id, self.filters, self.day)
        if puzzle.id in self.tried_puzzles.results(self.entry.id):
            puzzle = self.next_untried_puzzle() or self.puzzle
        return None if puzzle == self.puzzle else {"puzzle": puzzle.id, **self.filters}

    @property
    def is_right(self) -> bool:
        """True if the best answer was given."""
        return self.given_answer == self.puzzle.best

    def next_untried_puzzle(self) -> Puzzle | None:
        """Return the next puzzle that matches the filters and has not been tried; None if there is none.

        A level is followed by the next harder one once `_SOLVED_PER_LEVEL` of its puzzles are solved.
        """
        tried = self.tried_puzzles.results(self.entry.id)
        there = [puzzle for puzzle in puzzles(self.entry.id) if matches_filters(puzzle, self.filters)]
        solved = Counter(puzzle.hardness for puzzle in there if tried.get(puzzle.id))
        rest = [puzzle for puzzle in there if puzzle.id not in tried and puzzle != self.puzzle]

        def place(puzzle: Puzzle) -> tuple[bool, int, bool, str]:
            level = HARDNESS.index(puzzle.hardness)
            mastered = puzzle.hardness != HARDNESS[-1] and solved[puzzle.hardness] >= _SOLVED_PER_LEVEL
            return mastered, level, puzzle.id < self.puzzle.id, puzzle.id

        return min(rest, key=place, default=None)


def first_puzzle(game: str, filters: Mapping[str, str], day: int) -> Puzzle:
    """Return the puzzle that a page shows if its address names none: that of the day or, with filters, the
    easiest that matches them, by turns.
    """
    today = puzzle_of_day(game, date.fromordinal(day))
    fitting = [puzzle for puzzle in puzzles(game) if matches_filters(puzzle, filters)] if filters else [today]
    return min(fitting, key=lambda puzzle: (HARDNESS.index(puzzle.hardness), puzzle.id < today.id, puzzle.id))


def matches_filters(puzzle: Puzzle, filters: Mapping[str, str]) -> bool:
    """Return whether a puzzle has the theme and the hardness that the filters request."""
    return all(getattr(puzzle, {"theme": "kind"}.get(name, name)) == value for name, value in filters.items())
