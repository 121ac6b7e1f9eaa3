"""Abilities around production: trade goods, infantry, swapped planet values (IM-PROD-6)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.game_table import GameTable


def _own_planets_in_system(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat != seat:
        return []
    return table.own_planets_open_to_units(seat, moment.system)


@register_script("yso", targets=_own_planets_in_system, target_kind="planet")
def yin_spinner(table: GameTable, seat: int, moment: Moment, planet: str) -> None:
    """Place an infantry on one of the player's planets in the system that has produced."""
    table.put_units(seat, planet, "infantry")
    table.announce("IM-TECH-yso", "placed", seat, planet=planet)


def _is_near_war_sun_or_supernova(table: GameTable, seat: int, moment: Moment) -> bool:
    """Return whether the producing system already had anyone's war sun or is adjacent to a supernova."""
    near = table.adjacency(seat, "count")[moment.system]
    supernova = any(table.galaxy.systems[other].tile.anomaly == "supernova" for other in near)
    return moment.seat == seat and (moment.card == "warsun" or supernova)


@register_script("mr", usable_if=_is_near_war_sun_or_supernova)
def magmus_reactor(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Gain a trade good for production near a war sun or a supernova."""
    yield from gain_goods(table, seat, 1, "IM-TECH-mr")


def _own_planets_with_unequal_values(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat != seat:
        return []
    return [name for name in table.controlled_planets(seat) if table.resources(name) != table.influence(name)]


@register_script("htp", targets=_own_planets_with_unequal_values, target_kind="planet")
def hegemonic_trade_policy(table: GameTable, seat: int, moment: Moment, planet: str) -> None:
    """Swap resources and influence of one of the player's planets during this production."""
    table.start_effect("htp", seat, "production", planet)
    table.announce("IM-TECH-htp", "swapped_values", seat, planet=planet)
