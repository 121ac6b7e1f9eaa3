"""The start: the line says which side of the coin shows, `coin: heads`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs

from coin.rules import SIDES, CoinTable, rulebook, toss
from twingkit.core.messages import Fault
from twingkit.core.play import Game, Script, register
from twingkit.core.rulebook import Rulebook


@attrs.frozen
class GameView:
    """What everybody sees: nothing is hidden."""

    player: int
    shown: str
    guess: str


@attrs.frozen
class CoinStart:
    """A coin on the table."""

    name: ClassVar[str] = "coin"
    setup_keys: ClassVar[tuple[str, ...]] = ("coin:",)
    seats: ClassVar[int] = 2
    shown: str

    def setup_lines(self) -> list[str]:
        return [f"coin: {self.shown}"]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> CoinStart:
        shown = lines[0].removeprefix("coin:").strip() if len(lines) == 1 else ""
        if shown not in SIDES:
            raise Fault("side", rulebook(), found=" ".join(lines)[:40])
        return cls(shown)

    def table(self) -> CoinTable:
        return CoinTable(self.shown)

    def script(self, table: CoinTable) -> Script:
        return toss(table)

    def seat(self, player: int) -> str:
        return ("guesser", "thrower")[player]

    def rulebook(self) -> Rulebook:
        return rulebook()

    def view(self, game: Game, player: int) -> GameView:
        return GameView(player, game.table.shown, game.table.guess)


register(CoinStart)
