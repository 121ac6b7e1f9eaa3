"""The parts that a game fills in for puzzles: where they are kept, where they are looked for, what they
are called.
"""

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
    """The parts for puzzles whose answers are rated by playing on.

    `position(game)` is the line of the position as the seat that is asked knows it (None where it has none),
    `new_game(seed)` a game in which they are looked for, `duplicate_key(game)` what two questions must not
    have in common. `players` play these games, and are asked, as is `random`, how hard a puzzle is.
    """

    position: Callable[[Game], str | None]
    new_game: Callable[[int], Game]
    duplicate_key: Callable[[Game], object]
    players: tuple[str, ...] = ("greedy",)


@attrs.frozen(slots=False)
class ExactTask(ABC):
    """The question of an exact puzzle: a game at which it is asked, and the goal ("" is to win)."""

    game: Game
    goal: str = ""

    @property
    def question(self) -> Question:
        """The question of the game."""
        question = self.game.question
        assert question is not None
        return question

    @abstractmethod
    def worths(self) -> Mapping[str, float] | None:
        """The worth of each answer that is offered, by its text: the chance to reach the goal, or to win, a
        tie counting as half a win; None where that takes too much work."""

    @abstractmethod
    def reference_worths(self, answers: Iterable[str]) -> Mapping[str, float]:
        """The same numbers by another way: the script walked, or every card tried."""

    @abstractmethod
    def theme(self, best: str) -> str:
        """The theme."""

    @abstractmethod
    def share_finding(self, best: str) -> float:
        """The share of simple players that find the best answer."""

    @abstractmethod
    def rules(self, best: str) -> tuple[str, ...]:
        """The rules on which the best answer rests."""

    @abstractmethod
    def duplicate_key(self) -> object:
        """What no two puzzles have in common."""

    def reason(self, answers: Sequence[str]) -> str:
        """What decides between the two best answers ("": the rule does)."""
        return ""

    def label(self, answer: str) -> str:
        """The part of an answer in which it differs from others ("": all of it)."""
        return ""


@attrs.frozen(kw_only=True)
class ExactSource:
    """The parts for exact puzzles.

    `new_game(seed)` is a game at its beginning, `plays(game)` the answer with which it goes on until it is
    over, and `posed(game)` the line at which a puzzle of its question begins, with the answers given since
    (None where it makes none). `goals(game)` are what can be asked for, as texts of the game; "" is to win.
    `task(game, goal)` is the question, and `asked(goal)` says its goal. At most `max_per_game` come from
    one game.
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
    """The puzzles of a game: the `file` that holds them, and where they come from: `played`, `exact`, or
    both.

    `words` is the file of what themes are called, and of what exact odds suppose; `opponents` is the player
    that plays on against who solves one, "" for the usual one of the game.
    """

    file: Path
    words: Path
    played: PlayedSource | None = None
    exact: ExactSource | None = None
    opponents: str = ""

    @cached_property
    def themes(self) -> Mapping[str, Mapping[str, str]]:
        """The titles of the themes, for people."""
        themes: Mapping[str, Mapping[str, str]] = tomllib.loads(self._text).get("theme", {})
        return themes

    @cached_property
    def assumption(self) -> Mapping[str, str]:
        """The sentence that says how both sides go on after the answer, where odds are exact."""
        supposed: Mapping[str, str] = tomllib.loads(self._text).get("supposed", {})
        return supposed

    @property
    def _text(self) -> str:
        return self.words.read_text(encoding="utf-8")
