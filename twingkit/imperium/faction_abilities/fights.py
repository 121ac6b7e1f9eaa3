"""Abilities of who has fought: Salvage Operations, Technological Singularity (IM-SPACE-12)."""

from __future__ import annotations

from twingkit.imperium.economy.goods import gain_goods
from twingkit.imperium.table.abilities import Moment, scripted
from twingkit.imperium.table.game_table import GameTable
from twingkit.imperium.technology.cards import deck_of, technologies
from twingkit.imperium.technology.research import gain_technology
from twingkit.play import Script
from twingkit.text_questions import Denial


def _fought_in_space(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    if moment.seat == seat and not moment.planet:
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-TECH-so"}


@scripted("so", _fought_in_space)
def salvage_operations(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A good after a space combat won or lost."""
    yield from gain_goods(table, seat, 1, "IM-TECH-so")


def _theirs(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The technologies of the opponent that the Nekro Virus may have and has not."""
    if moment.seat != seat:
        return []
    known = deck_of(table.players[seat].faction)
    own = table.players[seat].technologies
    return sorted(
        name
        for name in table.players[moment.number].technologies
        if name in known and name not in own and not technologies()[name].faction
    )


@scripted("technological_singularity", targets=_theirs, kind="technology")
def technological_singularity(table: GameTable, seat: int, moment: Moment, card: str) -> Script:
    """A technology of the opponent, once a combat in which one of its units was destroyed."""
    gain_technology(table, seat, card)
    return
    yield  # a script is a generator, even one that asks nothing
