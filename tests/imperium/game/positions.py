"""Positions of whole games for tests: a table that was set up by hand, and one chapter's script on it."""

from collections.abc import Callable

import attrs

from twingkit.imperium.game_start import GameStart
from twingkit.imperium.phases.set_up import place_faction
from twingkit.imperium.table.game_table import GameTable
from twingkit.play import Game, Script


@attrs.frozen
class Chapter(GameStart):
    """A start that runs one chapter on a table that `arrange` has laid out."""

    arrange: Callable[[GameTable], None] = lambda table: None
    chapter: Callable[[GameTable], Script] = attrs.field(kw_only=True)

    def table(self) -> GameTable:
        """The short game's table with its factions placed, then arranged."""
        table = super().table()
        for seat in range(self.seats):
            place_faction(table, seat)
        table.phase, table.round = "action", 1
        self.arrange(table)
        return table

    def script(self, table: GameTable) -> Script:
        """The chapter alone."""
        result = yield from self.chapter(table)
        return result


def chapter(
    run, arrange=lambda table: None, *, variant="box", factions=("sol", "hacan", "letnev"), short=True
):
    """A game that asks what one chapter asks; dice and cards are typed."""
    return Game(Chapter(factions, short, variant, arrange, chapter=run), rolls="ask")


def system(table, number):
    """The index of a system by its tile."""
    return table.galaxy.system(number).index


def cases(game):
    """The rules and cases that were cited."""
    told = [*game.opening, *(ruling for entry in game.transcript for ruling in entry.rulings)]
    return [(ruling.rule, ruling.case) for ruling in told]


def rules_of(game, *answers):
    """The rules that forbid these answers to what is asked now; "" for one that is allowed."""
    return [(refusal.rule if (refusal := game.refused(answer)) else "") for answer in answers]
