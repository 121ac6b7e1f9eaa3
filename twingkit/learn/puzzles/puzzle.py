"""Puzzles as stored: a position, the question in it, and the value of each answer.

The puzzles of a game are lines of JSON in a file of the game (`GameEntry.puzzles`), which `twingkit puzzles`
regenerates. A position is a string that a person can type; it does not contain what the seat that is asked
cannot see.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import date
from functools import cache

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.language import language
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import one_line_excerpt
from twingkit.core.starts import parse_start
from twingkit.learn.puzzles.source import PuzzleSource

HARDNESS = ("easy", "medium", "hard")
"""The levels of puzzles, by the share of computer players that find the best answer."""


@attrs.frozen
class RatedPuzzleAnswer:
    """One answer of a puzzle: its text, the chance to win (0 to 1) after it, the standard error, and the
    number of games.

    With 0 games the chance is exact: to win, where a tie counts as half a win, or to reach the goal.
    """

    answer: str
    value: float
    error: float
    playout_count: int


@attrs.frozen(kw_only=True)
class Puzzle:
    """A position in which one answer is best; `answers` has the best first.

    `table` is the position, `before` the answers given since, `goal` the goal in the game's notation ("" is
    to win). `margin` is the difference between the best answer and the second, `error` its standard error,
    `solved` the share of computer players (0 to 1) that find the best answer, `rules` the ids of the rules
    that act when it is given.
    """

    table: str
    before: tuple[str, ...] = ()
    seat: int
    kind: str
    answers: tuple[RatedPuzzleAnswer, ...]
    margin: float
    error: float
    solved: float
    rules: tuple[str, ...] = ()
    goal: str = ""

    @property
    def id(self) -> str:
        """The name of the puzzle in links: eight characters derived from its position and goal."""
        text = "\n".join([self.table, *self.before, *([self.goal] if self.goal else [])])
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    @property
    def best(self) -> str:
        """The best answer."""
        return self.answers[0].answer

    @property
    def is_exact(self) -> bool:
        """True if the values of its answers are exact odds."""
        return not any(answer.playout_count for answer in self.answers)

    @property
    def hardness(self) -> str:
        """The level: `easy` if at least two thirds of the players find the best answer, `hard` if at most a
        third, else `medium`.
        """
        return "easy" if self.solved >= 2 / 3 else "hard" if self.solved <= 1 / 3 else "medium"

    def game(self, seed: int = 0) -> Game:
        """Return the game at the puzzle's question; unknown cards are dealt with the seed, earlier answers
        and dice rolls are replayed.
        """
        game = Game(parse_start(self.table), seed=seed, rolls="ask" if self.before else "auto")
        return game.give_answers(*self.before)

    def to_json(self) -> str:
        """Return the puzzle as one line of JSON."""
        values = attrs.asdict(self)
        values["answers"] = [
            [answer.answer, round(answer.value, 4), round(answer.error, 4), answer.playout_count]
            for answer in self.answers
        ]
        for name in ("margin", "error", "solved"):
            values[name] = round(values[name], 4)
        if not self.goal:
            del values["goal"]
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Puzzle:
        """Parse a line of JSON. Raises `Fault` if it is not a puzzle."""
        try:
            values = json.loads(line)
            answers = tuple(
                RatedPuzzleAnswer(str(text), *numbers) for text, *numbers in values.pop("answers")
            )
            before, rules = tuple(values.pop("before")), tuple(values.pop("rules"))
            return cls(answers=answers, before=before, rules=rules, **values)
        except (ValueError, TypeError, KeyError, AttributeError) as why:
            raise Fault("puzzles.line", found=one_line_excerpt(line)) from why


def puzzle_source(game: str) -> PuzzleSource:
    """Return the puzzle source of the game with this id. Raises `Fault` if it has no puzzles."""
    entry = game_by_id(game)
    source: PuzzleSource | None = entry.load("puzzles")
    if source is None:
        raise Fault("games.no_part", game=entry.id, part="puzzles")
    return source


def parse_puzzles(lines: Iterable[str]) -> tuple[Puzzle, ...]:
    """Parse the lines of a puzzle file. Raises `Fault` for the first line that is not a puzzle."""
    return tuple(Puzzle.from_json(line) for line in lines if line.strip())


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of the game with this id. Raises `Fault` if it has none."""
    file = puzzle_source(game).file
    return parse_puzzles(file.read_text(encoding="utf-8").splitlines()) if file.exists() else ()


def puzzle_set(game: str, id_or_group: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a set: a single puzzle by its id, a theme, or a level ("" for all); none for
    other names.

    >>> {puzzle.hardness for puzzle in puzzle_set("ember", "hard")}, puzzle_set("ember", "no such")
    ({'hard'}, ())
    """
    there = sorted(puzzles(game), key=lambda puzzle: puzzle.id)
    return tuple(puzzle for puzzle in there if id_or_group in ("", puzzle.id, puzzle.kind, puzzle.hardness))


def theme_title(game: str, theme: str) -> str:
    """Return the title of a theme; the theme itself if the game gives no title."""
    return puzzle_source(game).themes.get(theme, {}).get(language(), theme)


def duplicate_key(game: str, puzzle: Puzzle) -> object:
    """Return a key by which duplicates are found: two puzzles of a game with the same key count as the
    same.
    """
    source, begun = puzzle_source(game), puzzle.game()
    if puzzle.is_exact:
        return (
            source.exact_source.task(begun, puzzle.goal).duplicate_key()
            if source.exact_source
            else begun.record
        )
    return source.playout_source.duplicate_key(begun) if source.playout_source else begun.record


def puzzle_of_day(game: str, day: date) -> Puzzle:
    """Return the easy puzzle of a day; every easy puzzle comes once before any repeats.

    Raises `Fault` if the game has none.
    """
    there = puzzles(game)
    if not there:
        raise Fault("games.no_part", game=game, part="puzzles")
    easiest = min(HARDNESS.index(puzzle.hardness) for puzzle in there)
    order = sorted(puzzle_set(game, HARDNESS[easiest]), key=lambda puzzle: puzzle.id)
    return order[day.toordinal() % len(order)]
