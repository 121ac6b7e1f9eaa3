"""Abilities used when a system is activated or entered by ships (IM-TACT-3)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.faction_abilities.actions import requires_strategy_token, spend_strategy_token
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import (
    destroy_blockaded_floating_docks,
    enforce_fleet_limits,
    enforce_limits_everywhere,
)
from twingkit.imperium.galaxy.tactical.production_step import ProductionSite, produce
from twingkit.imperium.galaxy.tactical.retreats import retreat_systems, withdraw
from twingkit.imperium.galaxy.trade.stymie import rule_if_stymied

_SIPHONS_GOODS = 4

_MENAIMON_MAX_UNITS = 5


def _requires_other_activation(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if the player has ships in a system that another player activates, else the broken rule."""
    if moment.seat != seat and table.units_in_space(seat, moment.system).ship_count:
        return None
    return "IM-TACT-3", "not_entered", {}


@register_script("ers", _requires_other_activation)
def e_res_siphons(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Gain four trade goods."""
    yield from gain_goods(table, seat, _SIPHONS_GOODS, "IM-TECH-ers")


@register_script("ng", _requires_other_activation)
def neuroglaive(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Remove a token from the active player's fleet pool; fleets over the new limit shrink at once."""
    player = table.players[moment.seat]
    if player.fleet:
        player.add_tokens("fleet", -1)
        table.announce("IM-TECH-ng", "lost", moment.seat)
        yield from enforce_limits_everywhere(table, moment.seat)


@register_script("nf", _requires_other_activation, requires_strategy_token)
def nullification_field(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Spend a strategy token to end the active player's turn (IM-TACT-3)."""
    spend_strategy_token(table, seat)
    table.start_effect("turn_ended", moment.seat, "turn")
    table.announce("IM-TECH-nf", "ended", seat)


def _has_units_there(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and table.has_units(seat, moment.system)


@register_script("scc", usable_if=_has_units_there)
def spatial_conduit(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Make the active system adjacent to all systems with the player's units in this tactical action."""
    table.start_effect("scc", seat, "tactical")
    table.announce("IM-TECH-scc", "joined", seat)


def _requires_flagship(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat and table.units_in_space(seat, moment.system)["flagship"]:
        return rule_if_stymied(table, seat, moment.system)
    return "IM-TURN-5", "no_target", {"card": "IM-UNIT-arborec_flagship"}


@register_script("arborec_flagship", _requires_flagship)
def duha_menaimon(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Produce up to five units in the flagship's system (IM-PROD-6)."""
    ships = not table.enemy_seats_with_ships(seat, moment.system)
    worlds = tuple(table.own_planets_open_to_units(seat, moment.system))
    yield from produce(
        table,
        seat,
        ProductionSite(moment.system, _MENAIMON_MAX_UNITS, worlds, ships, can_keep_troops_in_space=True),
    )


def _systems_to_withdraw_to(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the systems to which the player's ships may withdraw after another player's ships moved in."""
    if (
        moment.seat == seat
        or not table.players[seat].strategy
        or not table.units_in_space(seat, moment.system).ship_count
    ):
        return []
    return [
        table.tile_number(other)
        for other in retreat_systems(table, seat, moment.system, without_presence=True)
    ]


@register_script("foresight", targets=_systems_to_withdraw_to, target_kind="system")
def foresight(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Withdraw the player's ships to an adjacent system and place a strategy token there."""
    target = table.galaxy.system(tile_number).index
    spend_strategy_token(table, seat)
    table.place_token(seat, target)
    table.announce("IM-UNIT-foresight", "moved", seat, number=tile_number)
    yield from withdraw(table, seat, moment.system, target)
    destroy_blockaded_floating_docks(table, target)
    yield from enforce_fleet_limits(table, seat, target)
