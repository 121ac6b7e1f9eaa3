"""The parts that a game fills in for puzzles: where they are kept, where they are looked for, what they
are called.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

import attrs

from twingkit.play import Game


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

    `new_game(seed)` is a game at its beginning, `line(game)` the line from which it began, `plays(game)` the
    answer with which it goes on until it is over, `asks(game)` says whether its question can make a puzzle,
    and `worths(game)` is the worth of each answer, by its text (None where that takes too much work): the
    chance to win, a tie counting as half a win. `slow_worth(game, answer)` is the same number of one answer
    by another way: the script walked. `theme(game, best)` is the theme, `found_by(game, best)` the share of
    simple players that find the best answer, `rule(game, best)` the rule that it rests on where none acts at
    once, and `alike(game)` what no two puzzles have in common.
    """

    new_game: Callable[[int], Game]
    line: Callable[[Game], str]
    plays: Callable[[Game], object]
    asks: Callable[[Game], bool]
    worths: Callable[[Game], Mapping[str, float] | None]
    slow_worth: Callable[[Game, str], float]
    theme: Callable[[Game, str], str]
    found_by: Callable[[Game, str], float]
    rule: Callable[[Game, str], str]
    alike: Callable[[Game], object]
    margin: float = 0.08
    most_answers: int = 12


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
