"""Warfare: take a token off the board and redistribute tokens (IM-STRAT-warfare)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.cards.targets import tiles_with_own_token
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.command_tokens import gain_command_tokens
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits_everywhere
from twingkit.imperium.galaxy.tactical.production_step import announce_if_stymied, produce, production_limits

RULE = "IM-STRAT-warfare"


def primary(table: GameTable, seat: int) -> Script:
    """Resolve Warfare's primary ability: take one of the player's tokens off the board into any pool, then
    redistribute all pools.
    """
    systems = tiles_with_own_token(table, seat)
    if systems:
        named = yield from ask_to_choose(table, seat, systems, "take_off", RULE)
        table.remove_token(seat, table.galaxy.system(named).index)
        table.announce(RULE, "token", seat, number=named)
    else:
        table.announce(RULE, "no_token", seat)
    yield from gain_command_tokens(table, seat, 1 if systems else 0, RULE, may_redistribute=True)
    yield from enforce_fleet_limits_everywhere(table, seat)


def secondary_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether a player can use Warfare's secondary ability: they have a space dock in their home
    system.
    """
    return bool(table.dock_places(seat, table.home_system(seat)))


def secondary(table: GameTable, seat: int) -> Script:
    """Resolve Warfare's secondary ability: produce with one space dock in the home system, without placing a
    token.
    """
    home = table.home_system(seat)
    docks = table.dock_places(seat, home)
    names = list(map(table.place_name, docks))
    named = yield from ask_to_choose(table, seat, names, "dock", RULE)
    from_yard = production_limits(table, seat, home, [docks[names.index(named)]])
    if from_yard is not None:
        yield from produce(table, seat, from_yard)
    else:
        announce_if_stymied(table, seat, home, [docks[names.index(named)]])
