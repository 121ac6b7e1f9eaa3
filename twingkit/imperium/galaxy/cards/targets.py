"""The things that cards are aimed at: players, planets, systems (IM-TIME-6)."""

from __future__ import annotations

from twingkit.imperium.box.tiles import planets
from twingkit.imperium.galaxy.table.abilities import Moment
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable


def other_players(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The other players."""
    return [SEATS[other] for other in table.other_seats(seat)]


def players_to_swap_with(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The other players with strategy cards, if the player has one, too."""
    if not table.players[seat].strategy_cards:
        return []
    return [SEATS[other] for other in table.other_seats(seat) if table.players[other].strategy_cards]


def systems_with_own_token(table: GameTable, seat: int) -> list[str]:
    """The systems with a command token of the player."""
    return [table.tile_number(system) for system, seats in enumerate(table.tokens) if seat in seats]


def players_with_action_cards(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The other players who hold action cards."""
    return [SEATS[other] for other in table.other_seats(seat) if table.players[other].action_cards]


def own_planets(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The planets that the player controls."""
    return table.controlled_planets(seat)


def planets_open_to_units(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The player's planets on which units can be placed (not a demilitarized zone)."""
    return [planet for planet in table.controlled_planets(seat) if not table.is_demilitarized(planet)]


def own_planets_with_trait(table: GameTable, seat: int, trait: str) -> list[str]:
    """The player's planets with a trait."""
    return [planet for planet in table.controlled_planets(seat) if planets()[planet].trait == trait]


def others_planets(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The planets that other players control."""
    return [planet for planet, holder in table.holders.items() if holder not in (None, seat)]


def is_home_planet(table: GameTable, planet: str) -> bool:
    """True for a planet of a home system."""
    return table.galaxy.systems[table.system_of(planet)].tile.is_home


def systems_with_ships(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The systems in which the player has ships."""
    return [
        table.tile_number(system)
        for system, there in enumerate(table.space)
        if seat in there and there[seat].ships
    ]


def target_system(table: GameTable, number: str) -> int:
    """The index of the system that a target names by its tile."""
    return table.galaxy.system(number).index
