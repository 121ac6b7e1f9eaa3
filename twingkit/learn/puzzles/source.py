"""The parts that a game fills in for puzzles: where they are kept, where they are looked for, what they
are called.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import attrs

from twingkit.core.play import Game


@attrs.frozen(kw_only=True)
class PlayedSource:
    """The parts for puzzles whose answers are rated by playing on.

    `position(game)` is the line of the position as the seat that is asked knows it (None where it has none),
    `new_game(seed)` a game in which they are looked for, `alike(game)` what two questions must not have in
    common.
    """

    position: Callable[[Game], str | None]
    new_game: Callable[[int], Game]
    alike: Callable[[Game], object]


@attrs.frozen(kw_only=True)
class ExactSource:
    """The parts for exact puzzles.

    `new_game(seed)` is a game at its beginning, `plays(game)` the answer with which it goes on until it is
    over, and `posed(game)` the line at which a puzzle of its question begins, with the answers given since
    (None where it makes none). `goals(game)` are what can be asked for, as texts of the game; "" is to win.

    `worths(game, goal)` is the worth of each answer that is offered, by its text (None where that takes too
    much work): the chance to reach the goal, or to win, a tie counting as half a win. `slow_worths(game,
    goal, answers)` are the same numbers by another way: the script walked, or every card tried.
    `theme(game, goal, best)` is the theme, `found_by(game, goal, best)` the share of simple players that find
    the best answer, `rules(game, goal, best)` the rules on which it rests, and
    `alike(game, goal)` what no two puzzles have in common. `why(game, goal, answers, lang)` tells what
    decides between the two best answers ("": the rule does). A game with goals says them: `asked(goal, lang)`
    is the question, `label(game, goal, answer, lang)` the part of an answer in which it differs ("": all of
    it). At most `of_one_game` come from one game.
    """

    new_game: Callable[[int], Game]
    plays: Callable[[Game], object]
    posed: Callable[[Game], tuple[str, tuple[str, ...]] | None]
    goals: Callable[[Game], Iterable[str]] = lambda game: ("",)
    worths: Callable[[Game, str], Mapping[str, float] | None]
    slow_worths: Callable[[Game, str, Iterable[str]], Mapping[str, float]]
    theme: Callable[[Game, str, str], str]
    found_by: Callable[[Game, str, str], float]
    rules: Callable[[Game, str, str], tuple[str, ...]]
    alike: Callable[[Game, str], object]
    asked: Callable[[str, str], str] = lambda goal, lang: ""
    why: Callable[[Game, str, Sequence[str], str], str] = lambda game, goal, answers, lang: ""
    label: Callable[[Game, str, str, str], str] = lambda game, goal, answer, lang: ""
    margin: float = 0.08
    most_answers: int = 12
    of_one_game: int = 1


@attrs.frozen(kw_only=True, slots=False)
class PuzzleSource:
    """The puzzles of a game: the `file` that holds them, and where they come from: `played`, `exact`, or
    both.

    `words` is the file of what themes are called, and of what exact odds suppose.
    """

    file: Path
    words: Path
    played: PlayedSource | None = None
    exact: ExactSource | None = None

    @cached_property
    def themes(self) -> Mapping[str, Mapping[str, str]]:
        """The titles of the themes, for people."""
        themes: Mapping[str, Mapping[str, str]] = tomllib.loads(self._text).get("theme", {})
        return themes

    @cached_property
    def supposed(self) -> Mapping[str, str]:
        """The sentence that says how both sides go on after the answer, where odds are exact."""
        supposed: Mapping[str, str] = tomllib.loads(self._text).get("supposed", {})
        return supposed

    @property
    def _text(self) -> str:
        return self.words.read_text(encoding="utf-8")
