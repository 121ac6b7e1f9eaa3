"""Warfare: a token comes back from the board, tokens are redistributed (IM-STRAT-warfare)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.cards.targets import own_tokens
from twingkit.imperium.galaxy.table.command_tokens import gain_tokens
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import settle_everywhere
from twingkit.imperium.galaxy.tactical.production_step import produce, tell_stymied, yard

RULE = "IM-STRAT-warfare"


def primary(table: GameTable, seat: int) -> Script:
    """One own token leaves the board for any pool; then all pools are redistributed."""
    systems = own_tokens(table, seat)
    if systems:
        named = yield from choose(table, seat, systems, "take_off", RULE)
        table.take_token(seat, table.galaxy.system(named).index)
        table.tell(RULE, "token", seat, number=named)
    yield from gain_tokens(table, seat, 1 if systems else 0, RULE, free=True)
    yield from settle_everywhere(table, seat)


def may(table: GameTable, seat: int) -> bool:
    """True if a player has a space dock in the home system."""
    return bool(table.docks(seat, table.home(seat)))


def secondary(table: GameTable, seat: int) -> Script:
    """One space dock of the home system produces; no token is laid."""
    home = table.home(seat)
    docks = table.docks(seat, home)
    names = [place if isinstance(place, str) else table.number(place) for place in docks]
    named = yield from choose(table, seat, names, "dock", RULE)
    from_yard = yard(table, seat, home, [docks[names.index(named)]])
    if from_yard is not None:
        yield from produce(table, seat, from_yard)
    else:
        tell_stymied(table, seat, home, [docks[names.index(named)]])


__all__ = ["may", "primary", "secondary"]
