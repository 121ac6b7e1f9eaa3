"""The fourteen worked examples of the rulebook as games: positions, and every answer that is given in them.

worked()[4].title()         # Seven against nine
worked()[4].game()          # the game as it stands at the end of the example
"""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from importlib.resources import files

import attrs

from twingkit.core.language import language, speaks
from twingkit.core.play import Game
from twingkit.core.rulebook import Texts
from twingkit.core.words import translated
from twingkit.imajica.examples import SEED, give, quietly
from twingkit.imajica.notation.position import Position
from twingkit.imajica.starts import PositionStart


@attrs.frozen(kw_only=True, slots=False)
class Worked:
    """One worked example: its number from 1, its texts, how it starts, and the answers that matter."""

    number: int
    titles: Texts = attrs.field(eq=False)
    texts: Texts = attrs.field(eq=False)
    line: str
    variant: str = "box"
    told: tuple[str, ...] = ()
    rounds: int = 0

    @speaks
    def title(self, lang: str | None = None) -> str:
        """The name of the example."""
        return self.titles[language()]

    @speaks
    def text(self, lang: str | None = None) -> str:
        """A sentence or two on what to watch."""
        return self.texts[language()]

    @property
    def start(self) -> PositionStart:
        """The start of the game."""
        return PositionStart(Position.parse(f"imajica: {self.line}"), self.variant)

    def game(self) -> Game:
        """The game at the end of the example."""
        game = Game(self.start, seed=SEED, rolls="ask")
        for line in self.told:
            give(game, line)
        first = game.table.round
        while game.table.round < first + self.rounds:
            quietly(game)
        return game

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """Every answer of the example in order, the silent ones too."""
        return tuple(entry.answer for entry in self.game().transcript)


@cache
def worked() -> tuple[Worked, ...]:
    """The examples in the order of the rulebook.

    >>> worked()[4].title(), worked()[4].answers[0]
    ('Seven against nine', 'seize slew with henry-holland horace-tyrwith')
    """
    text = files("twingkit.imajica").joinpath("worked.toml").read_text(encoding="utf-8")
    return tuple(
        Worked(
            number=number,
            titles=entry["title"],
            texts=entry["text"],
            line=entry["line"],
            variant=entry.get("variant", "box"),
            told=tuple(entry.get("answers", ())),
            rounds=entry.get("rounds", 0),
        )
        for number, entry in enumerate(translated(tomllib.loads(text))["example"], start=1)
    )
