"""The puzzle sources of a game: where its puzzles are stored, where they come from, and their titles."""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question


@attrs.frozen(kw_only=True)
class PlayoutPuzzleSource:
    """The source of puzzles whose answers are rated by playouts.

    `position_string(game)` is the position string in the view of the seat that is asked (None if there is
    none), `new_game(seed)` a game in which to look for puzzles, `duplicate_key(game)` a key that no two
    puzzles may share. `players` play these games; they and `random` determine the level of a puzzle.
    """

    position_string: Callable[[Game], str | None]
    new_game: Callable[[int], Game]
    duplicate_key: Callable[[Game], object]
    players: tuple[str, ...] = ("greedy",)


@attrs.frozen(slots=False)
class ExactPuzzleTask(ABC):
    """The position and goal of a puzzle with exact odds: the game at its question, and what to reach (""
    means to win).
    """

    game: Game
    goal: str = ""

    @property
    def question(self) -> Question:
        """The pending question of the game."""
        question = self.game.question
        assert question is not None
        return question

    @abstractmethod
    def answer_values(self) -> Mapping[str, float] | None:
        """Return the value of each offered answer, by its text: the chance to reach the goal or, without a
        goal, to win, where a tie counts as half a win. None if that takes too much work.
        """

    @abstractmethod
    def reference_values(self, answers: Iterable[str]) -> Mapping[str, float]:
        """Return the values of these answers, computed by a slow reference implementation."""

    @abstractmethod
    def theme(self, best: str) -> str:
        """Return the theme of the puzzle."""

    @abstractmethod
    def share_finding(self, best: str) -> float:
        """Return the share of simple computer players that find the best answer."""

    @abstractmethod
    def rules(self, best: str) -> tuple[str, ...]:
        """Return the rules on which the best answer rests."""

    @abstractmethod
    def duplicate_key(self) -> object:
        """Return the key that no two puzzles may share."""

    def reason(self, ranked_answers: Sequence[str]) -> str:
        """Return the reason why the best answer beats the second; "" if the rule alone is the reason."""
        return ""

    def distinct_part(self, answer: str) -> str:
        """Return the part of an answer that distinguishes it from the other answers; "" for the whole
        answer.
        """
        return ""


@attrs.frozen(kw_only=True)
class ExactPuzzleSource:
    """The source of puzzles whose answers have exact odds.

    `new_game(seed)` returns a new game, `next_answer(game)` the answer that continues it,
    `puzzle_position(game)` the position string of a puzzle with the answers given since (None if there is no
    puzzle). `goals(game)` are the possible goals in the game's notation ("" is to win), `task(game, goal)` is
    the question, and `goal_question(goal)` its wording. At most `max_per_game` puzzles come from one game.
    """

    new_game: Callable[[int], Game]
    next_answer: Callable[[Game], object]
    puzzle_position: Callable[[Game], tuple[str, tuple[str, ...]] | None]
    goals: Callable[[Game], Iterable[str]] = lambda game: ("",)
    task: Callable[[Game, str], ExactPuzzleTask]
    goal_question: Callable[[str], str] = lambda goal: ""
    margin: float = 0.08
    max_answers: int = 12
    max_per_game: int = 1


@attrs.frozen(kw_only=True, slots=False)
class PuzzleSource:
    """The puzzles of a game: the `file` that stores them, and where they come from: answers rated by playouts
    (`playout_source`), answers with exact odds (`exact_source`), or both.

    `words_file` is the file with the titles of themes and the assumption behind exact odds; `opponent_player`
    is the player that plays on against the solver ("" for the default of the game).
    """

    file: Path
    words_file: Path
    playout_source: PlayoutPuzzleSource | None = None
    exact_source: ExactPuzzleSource | None = None
    opponent_player: str = ""

    @cached_property
    def themes(self) -> Mapping[str, Mapping[str, str]]:
        """The titles of the themes."""
        themes: Mapping[str, Mapping[str, str]] = tomllib.loads(self._text).get("theme", {})
        return themes

    @cached_property
    def assumption(self) -> Mapping[str, str]:
        """The sentence that says how both sides are assumed to play on after the answer."""
        supposed: Mapping[str, str] = tomllib.loads(self._text).get("supposed", {})
        return supposed

    @property
    def _text(self) -> str:
        return self.words_file.read_text(encoding="utf-8")
