"""Abilities at the activation of a system, and at the movement into it (IM-TACT-3)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import target_system
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.faction_abilities.actions import requires_strategy_token, spend_strategy_token
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import (
    destroy_lone_docks,
    enforce_fleet_limits,
    enforce_limits_everywhere,
)
from twingkit.imperium.galaxy.tactical.production_step import Yard, produce
from twingkit.imperium.galaxy.tactical.retreats import retreat_systems, withdraw
from twingkit.imperium.galaxy.trade.stymie import stymie_rule

SIPHONED = 4
"""The goods of E-Res Siphons."""

MENAIMON = 5
"""The units that the Duha Menaimon produces."""


def requires_intrusion(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if the player has ships in a system that another player activates, else the broken rule."""
    if moment.seat != seat and table.units_in_space(seat, moment.system).ships:
        return None
    return "IM-TACT-3", "not_entered", {}


@scripted("ers", requires_intrusion)
def e_res_siphons(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Four goods."""
    yield from gain_goods(table, seat, SIPHONED, "IM-TECH-ers")


@scripted("ng", requires_intrusion)
def neuroglaive(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The active player loses a token of the fleet pool; fleets that become too large shrink at once."""
    player = table.players[moment.seat]
    if player.fleet:
        player.gain_token("fleet", -1)
        table.announce("IM-TECH-ng", "lost", moment.seat)
        yield from enforce_limits_everywhere(table, moment.seat)


def _requires_nullification(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    return requires_intrusion(table, seat, moment) or requires_strategy_token(table, seat, moment)


@scripted("nf", _requires_nullification)
def nullification_field(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The turn of the active player ends for a strategy token (IM-TACT-3)."""
    spend_strategy_token(table, seat)
    table.start_effect("turn_ended", moment.seat, "turn")
    table.announce("IM-TECH-nf", "ended", seat)
    return
    yield  # makes this a generator, as every script must be


def _requires_own_units(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat and table.has_units(seat, moment.system):
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-TECH-scc"}


@scripted("scc", _requires_own_units)
def spatial_conduit(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """In this tactical action, the active system is adjacent to all systems with units of the player."""
    table.start_effect("scc", seat, "tactical")
    table.announce("IM-TECH-scc", "joined", seat)
    return
    yield  # makes this a generator, as every script must be


def _requires_flagship(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat and table.units_in_space(seat, moment.system)["flagship"]:
        return stymie_rule(table, seat, moment.system)
    return "IM-TURN-5", "no_target", {"card": "IM-UNIT-arborec_flagship"}


@scripted("arborec_flagship", _requires_flagship)
def duha_menaimon(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Up to five units are produced in the system of the flagship (IM-PROD-6)."""
    ships = not table.enemy_ships(seat, moment.system)
    worlds = tuple(table.planets_open_to_units(seat, moment.system))
    yield from produce(table, seat, Yard(moment.system, MENAIMON, worlds, ships, space=True))


def _systems_to_withdraw_to(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The systems to which ships may withdraw before another's that have just moved in."""
    if (
        moment.seat == seat
        or not table.players[seat].strategy
        or not table.units_in_space(seat, moment.system).ships
    ):
        return []
    return [table.tile_number(other) for other in retreat_systems(table, seat, moment.system, anywhere=True)]


@scripted("foresight", targets=_systems_to_withdraw_to, kind="system")
def foresight(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """Withdraw the player's ships to an adjacent system and place a strategy token there."""
    target = target_system(table, number)
    spend_strategy_token(table, seat)
    table.place_token(seat, target)
    table.announce("IM-UNIT-foresight", "moved", seat, number=number)
    yield from withdraw(table, seat, moment.system, target)
    destroy_lone_docks(table, target)
    yield from enforce_fleet_limits(table, seat, target)
