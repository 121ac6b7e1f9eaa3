"""What a game defines for its puzzles: where they are stored, where they come from, and their titles."""

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
class PlayedSource:
    """What a game defines for puzzles whose answers are rated by playing on.

    `position(game)` is the position string in the view of the seat that is asked (None if there is none),
    `new_game(seed)` a game in which to look for puzzles, `duplicate_key(game)` a key that no two puzzles may
    share. `players` play these games; they and `random` are tested for the hardness of a puzzle.
    """

    position: Callable[[Game], str | None]
    new_game: Callable[[int], Game]
    duplicate_key: Callable[[Game], object]
    players: tuple[str, ...] = ("greedy",)


@attrs.frozen(slots=False)
class ExactTask(ABC):
    """The question of an exact puzzle: the game at that question, and the goal ("" is to win)."""

    game: Game
    goal: str = ""

    @property
    def question(self) -> Question:
        """The pending question of the game."""
        question = self.game.question
        assert question is not None
        return question

    @abstractmethod
    def worths(self) -> Mapping[str, float] | None:
        """Return the value of each offered answer, by its text: the chance to reach the goal, or to win,
        where a tie counts as half a win. None if that takes too much work.
        """

    @abstractmethod
    def reference_worths(self, answers: Iterable[str]) -> Mapping[str, float]:
        """Return the same values from a reference implementation: the script walked through, or every card
        tried.
        """

    @abstractmethod
    def theme(self, best: str) -> str:
        """Return the theme of the puzzle."""

    @abstractmethod
    def share_finding(self, best: str) -> float:
        """Return the share of simple players that find the best answer."""

    @abstractmethod
    def rules(self, best: str) -> tuple[str, ...]:
        """Return the rules on which the best answer rests."""

    @abstractmethod
    def duplicate_key(self) -> object:
        """Return the key that no two puzzles may share."""

    def reason(self, answers: Sequence[str]) -> str:
        """Return what decides between the two best answers; "" if the rule does."""
        return ""

    def label(self, answer: str) -> str:
        """Return the part of an answer that distinguishes it from others; "" for all of it."""
        return ""


@attrs.frozen(kw_only=True)
class ExactSource:
    """What a game defines for exact puzzles.

    `new_game(seed)` returns a new game, `plays(game)` the answer with which it goes on, `posed(game)` the
    position string of a puzzle with the answers given since (None if there is no puzzle). `goals(game)` are
    the possible goals as texts of the game ("" is to win), `task(game, goal)` is the question, and
    `goal_question(goal)` its wording. At most `max_per_game` puzzles come from one game.
    """

    new_game: Callable[[int], Game]
    plays: Callable[[Game], object]
    posed: Callable[[Game], tuple[str, tuple[str, ...]] | None]
    goals: Callable[[Game], Iterable[str]] = lambda game: ("",)
    task: Callable[[Game, str], ExactTask]
    goal_question: Callable[[str], str] = lambda goal: ""
    margin: float = 0.08
    max_answers: int = 12
    max_per_game: int = 1


@attrs.frozen(kw_only=True, slots=False)
class PuzzleSource:
    """The puzzles of a game: the `file` that stores them, and their sources: `played`, `exact`, or both.

    `words` is the file with the titles of themes and the assumption behind exact odds; `opponents` is the
    player that plays on against the solver ("" for the default of the game).
    """

    file: Path
    words: Path
    played: PlayedSource | None = None
    exact: ExactSource | None = None
    opponents: str = ""

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
        return self.words.read_text(encoding="utf-8")
