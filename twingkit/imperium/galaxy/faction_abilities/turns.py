"""Abilities around turns: a second action, returning infantry, production before the turn, and cancelled
action cards.
"""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.faction_abilities.actions import requires_strategy_token, spend_strategy_token
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.card_drawing import choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.production_step import ProductionSite, produce, production_site


def _requires_first_action(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat != seat or table.current != seat:
        return "IM-TURN-4", "not_own", {}
    return ("IM-TECH-fl", "twice", {}) if table.has_effect("fl", seat) else None


@register_script("fl", _requires_first_action)
def fleet_logistics(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Perform a second action in this turn."""
    table.start_effect("fl", seat, "turn")
    table.start_effect("another_action", seat, "turn")
    table.announce("IM-TECH-fl", "again", seat)


def _yards(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the systems in which the player's units can produce, on the player's own turn."""
    if moment.seat != seat:
        return []
    return [
        table.tile_number(system)
        for system in range(len(table.space))
        if production_site(table, seat, system) is not None
    ]


@register_script("cm", targets=_yards, target_kind="system")
def chaos_mapping(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Produce one unit at the start of the player's turn."""
    place = production_site(table, seat, table.galaxy.system(tile_number).index)
    assert place is not None
    limited = ProductionSite(
        place.system,
        min(1, place.unit_limit),
        place.planets,
        place.can_build_ships,
        can_keep_troops_in_space=place.can_keep_troops_in_space,
    )
    yield from produce(table, seat, limited)


def is_barred_by_chaos_mapping(table: GameTable, seat: int, system: int) -> bool:
    """Return whether Chaos Mapping keeps a player from activating this asteroid field, because its owner has
    ships there (IM-TECH-cm)."""
    if table.galaxy.systems[system].tile.anomaly != "asteroid_field":
        return False
    return any(
        table.players[other].has_technology("cm") and not table.has_effect("greyfire", other)
        for other in table.enemy_seats_with_ships(seat, system)
    )


def _requires_waiting_infantry(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat and table.players[seat].infantry_to_revive:
        return None
    return "IM-UNIT-infantry2", "nobody_waits", {}


def _return_infantry(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Place the card's infantry on home planets the player chooses; it is lost if there is none."""
    player = table.players[seat]
    worlds = table.own_planets_open_to_units(seat, table.home_system(seat))
    rule = "IM-UNIT-infantry2"
    if not worlds:
        table.announce(rule, "no_home", seat, n=player.infantry_to_revive)
        player.infantry_to_revive = 0
        return
    landed = dict.fromkeys(worlds, 0)
    while player.infantry_to_revive:
        planet = yield from choose(table, seat, worlds, "planet", rule, subject=rule)
        count = player.infantry_to_revive if len(worlds) == 1 else 1
        player.infantry_to_revive -= count
        table.put_units(seat, planet, "infantry", count)
        landed[planet] += count
    for planet, count in landed.items():
        if count:
            table.announce(rule, "returns", seat, n=count, planet=planet)


for _technology in ("inf2", "so2", "lw2"):
    register_script(_technology, _requires_waiting_infantry)(_return_infantry)


def _requires_card_of_other(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat:
        return "IM-TECH-it", "own_card", {}
    return requires_strategy_token(table, seat, moment)


@register_script("it", _requires_card_of_other)
def instinct_training(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Spend a strategy token to cancel another player's action card."""
    spend_strategy_token(table, seat)
    table.announce("IM-TECH-it", "cancelled", seat, card=moment.card)
