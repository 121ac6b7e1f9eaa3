"""The start of a game that goes on from a position, `galaxy: short, …`: `position_game` makes such a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs

from twingkit.core.arguments import TEXT, takes
from twingkit.core.asking import Refusal
from twingkit.core.messages import Fault
from twingkit.core.play import Game, Script, register
from twingkit.core.variants.start_lines import position_line, variant_in, variant_lines
from twingkit.imperium.box.decks import Decks
from twingkit.imperium.galaxy.game_start import SHORT, SHORT_FACTIONS, GameStart, ImperiumGame, WholeGame
from twingkit.imperium.galaxy.map.boards import Board
from twingkit.imperium.galaxy.notation.galaxy_line import KEY, GalaxyLine
from twingkit.imperium.galaxy.phases.ending import GameResult
from twingkit.imperium.galaxy.phases.game_rounds import game_rounds
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.impossible import impossible
from twingkit.imperium.galaxy.table.laid_out import lay_out
from twingkit.imperium.variants.variant import BOX, Variant, as_variant


@attrs.frozen
class PositionStart(WholeGame):
    """A game that goes on from the position of a line.

    >>> PositionStart(GalaxyLine.parse("galaxy: sol xxcha yin, round 2")).lines()
    ['galaxy: sol xxcha yin, round 2']
    """

    name: ClassVar[str] = "imperium.position"
    keys: ClassVar[tuple[str, ...]] = (KEY, "variant")
    position: GalaxyLine
    variant: Variant = attrs.field(default=BOX, converter=as_variant)

    def __attrs_post_init__(self) -> None:
        wrong = impossible(self.table())
        if wrong is not None:
            raise wrong

    @property
    def game(self) -> GameStart:
        """The game whose map and cards it has."""
        short = self.position.game == (SHORT,)
        factions = SHORT_FACTIONS if short else self.position.game
        return GameStart(factions, short, self.variant, map=self.position.map)

    @property
    def factions(self) -> tuple[str, ...]:
        """The factions clockwise."""
        return self.game.factions

    @property
    def short(self) -> bool:
        """True for a position of the learner's short game."""
        return self.game.short

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.game.seats

    @property
    def board(self) -> Board:
        """The map that is played on."""
        return self.game.board

    @property
    def decks(self) -> Decks:
        """The cards of the game."""
        return self.game.decks

    def lines(self) -> list[str]:
        """The line of the position, and the variant if it is not the box."""
        return [str(self.position), *variant_lines(self.variant)]

    @classmethod
    def read(cls, lines: Sequence[str]) -> PositionStart:
        """One line of a position and at most one `variant`; raises `ValueError` or `Refusal`."""
        line = position_line(KEY, lines)
        try:
            return cls(GalaxyLine.parse(line), variant_in(lines, Variant))
        except (Fault, Refusal) as wrong:
            wrong.setup_line = list(lines).index(line)
            raise

    def table(self) -> GameTable:
        """The table of the position."""
        table = self.game.table()
        lay_out(table, self.board, self.position)
        return table

    def script(self, table: GameTable) -> Script[GameResult]:
        """Round after round from the position on; the `GameResult`."""
        result = yield from game_rounds(table)
        return result


register(PositionStart)


@takes(line=TEXT)
def position_game(
    line: str, *, seed: int | None = None, variant: Variant | str = BOX, rolls: str | None = None
) -> ImperiumGame:
    """A whole game of Twilight Imperium that goes on from the position of a line.

    Without a `seed` every card and die is asked. Raises `Fault` for what is no position, `Refusal` with the
    rule for what no table can be.

    >>> line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at 34 p1 1 cruiser"
    >>> position_game(line, seed=1).question.kind
    'turn'
    """
    return Game(PositionStart(GalaxyLine.parse(line), variant), seed=seed, rolls=rolls)
