"""Possible targets of action cards: players, planets, systems (IM-TIME-6)."""

from __future__ import annotations

from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.table.abilities import Moment
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable


def other_player_names(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the seat names of all players except the given one, as possible targets of a card."""
    return [SEATS[other] for other in table.other_seats(seat)]


def strategy_swap_seats(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the seat names of the other players who hold strategy cards; an empty list if the player holds
    none.
    """
    if not table.players[seat].strategy_cards:
        return []
    return [SEATS[other] for other in table.other_seats(seat) if table.players[other].strategy_cards]


def tiles_with_own_token(table: GameTable, seat: int) -> list[str]:
    """Return the tile numbers of the systems with a command token of the player."""
    return [table.tile_number(system) for system, seats in enumerate(table.command_tokens) if seat in seats]


def rivals_with_action_cards(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the seat names of the other players who hold action cards."""
    return [SEATS[other] for other in table.other_seats(seat) if table.players[other].action_cards]


def own_planets(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the ids of the planets that the player controls."""
    return table.controlled_planets(seat)


def own_planets_open_to_units(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the player's planets on which units can be placed, leaving out a demilitarized zone."""
    return table.own_planets_open_to_units(seat)


def own_planets_with_trait(table: GameTable, seat: int, trait: str) -> list[str]:
    """Return the ids of the player's planets that have a given trait, such as cultural."""
    return [planet for planet in table.controlled_planets(seat) if planets_by_id()[planet].trait == trait]


def other_players_planets(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the planets that other players control."""
    return [planet for planet, holder in table.planet_controllers.items() if holder not in (None, seat)]


def is_home_planet(table: GameTable, planet: str) -> bool:
    """Return whether a planet is in a home system."""
    return table.galaxy.systems[table.system_of(planet)].tile.is_home


def tiles_with_own_ships(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the tile numbers of the systems that contain ships of the player."""
    return [table.tile_number(system) for system in table.systems_with_ships(seat)]


def systems_with_own_bombers(table: GameTable, seat: int) -> list[int]:
    """Return the indices of the systems that contain ships of the player with the Bombardment ability."""
    stats = table.players[seat].unit_type_on_board
    return [
        system
        for system, there in enumerate(table.space)
        if seat in there and any(stats(name).bombardment for name in there[seat])
    ]
