"""Abilities around turns: a second action, returning infantry, production before the turn, and cancelled
action cards.
"""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.faction_abilities.actions import requires_strategy_token, spend_strategy_token
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.production_step import Yard, produce, yard


def _requires_first_action(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None after the first action of the player's own turn (IM-TECH-fl)."""
    if moment.seat != seat or table.current != seat:
        return "IM-TURN-4", "not_own", {}
    return ("IM-TECH-fl", "twice", {}) if table.has_effect("fl", seat) else None


@scripted("fl", _requires_first_action)
def fleet_logistics(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A second action in this turn."""
    table.start_effect("fl", seat, "turn")
    table.start_effect("another_action", seat, "turn")
    table.announce("IM-TECH-fl", "again", seat)
    return
    yield  # makes this a generator, as every script must be


def _yards(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The systems in which the player's units can produce, on the player's own turn."""
    if moment.seat != seat:
        return []
    return [
        table.tile_number(system)
        for system in range(len(table.space))
        if yard(table, seat, system) is not None
    ]


@scripted("cm", targets=_yards, kind="system")
def chaos_mapping(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """One unit is produced before the turn."""
    place = yard(table, seat, table.galaxy.system(number).index)
    assert place is not None
    limited = Yard(place.system, min(1, place.limit), place.planets, place.ships, space=place.space)
    yield from produce(table, seat, limited)


def is_closed_asteroid_field(table: GameTable, seat: int, system: int) -> bool:
    """True if a player cannot activate a system, because it is an asteroid field with ships of another player
    who has Chaos Mapping (IM-TECH-cm).
    """
    if table.galaxy.systems[system].tile.anomaly != "asteroid_field":
        return False
    return any(
        table.players[other].has("cm") and not table.has_effect("greyfire", other)
        for other in table.enemy_ships(seat, system)
    )


def _requires_waiting_infantry(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat and table.players[seat].waiting:
        return None
    return "IM-UNIT-infantry2", "nobody_waits", {}


def _return_infantry(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Place the infantry on the card on planets of the home system that the player chooses; without such a
    planet it is lost.
    """
    player = table.players[seat]
    worlds = table.planets_open_to_units(seat, table.home_system(seat))
    rule = "IM-UNIT-infantry2"
    if not worlds:
        table.announce(rule, "no_home", seat, n=player.waiting)
        player.waiting = 0
        return
    landed = dict.fromkeys(worlds, 0)
    while player.waiting:
        planet = yield from choose(table, seat, worlds, "planet", rule, subject=rule)
        count = player.waiting if len(worlds) == 1 else 1
        player.waiting -= count
        table.put_units(seat, planet, "infantry", count)
        landed[planet] += count
    for planet, count in landed.items():
        if count:
            table.announce(rule, "returns", seat, n=count, planet=planet)


for _technology in ("inf2", "so2", "lw2"):
    scripted(_technology, _requires_waiting_infantry)(_return_infantry)


def _requires_card_of_other(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat:
        return "IM-TECH-it", "own_card", {}
    return requires_strategy_token(table, seat, moment)


@scripted("it", _requires_card_of_other)
def instinct_training(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """An action card of another player is cancelled for a strategy token."""
    spend_strategy_token(table, seat)
    table.announce("IM-TECH-it", "cancelled", seat, card=moment.card)
    return
    yield  # makes this a generator, as every script must be
