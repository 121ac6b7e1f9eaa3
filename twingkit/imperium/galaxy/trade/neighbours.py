"""Neighbours: players with units or planets in one system or adjacent ones (IM-TRADE-2)."""

from __future__ import annotations

from twingkit.imperium.galaxy.table.game_table import GameTable


def neighbour_seats(table: GameTable, seat: int) -> list[int]:
    """Return the seats of a player's neighbours, clockwise (IM-TRADE-2)."""
    return [other for other in table.other_seats(seat) if are_neighbours(table, seat, other)]


def are_neighbours(table: GameTable, seat: int, other_seat: int) -> bool:
    """Return whether two players have units or planets in the same or adjacent systems."""
    return meeting_systems(table, seat, other_seat) is not None


def meeting_systems(table: GameTable, seat: int, other_seat: int) -> tuple[int, int] | None:
    """Return one system of each player, the same or adjacent, that makes them neighbours; None if they are
    not neighbours. Wormhole effects of either player count (IM-MAP-5).
    """
    places = [system for system in range(len(table.space)) if table.has_presence(seat, system)]
    theirs = {system for system in range(len(table.space)) if table.has_presence(other_seat, system)}
    links = [table.adjacency(viewer, "neighbour") for viewer in (seat, other_seat)]
    for place in places:
        if place in theirs:
            return place, place
        for adjacent in links:
            if not theirs.isdisjoint(adjacent[place]):
                return place, min(theirs.intersection(adjacent[place]))
    return None


def can_trade(table: GameTable, seat: int, other_seat: int) -> bool:
    """Return whether two players can make a transaction: as neighbours, or by Guild Ships or Trade Convoys
    (IM-TRADE-3)."""
    free = any(
        table.players[player].faction == "hacan"
        or "trade_convoys:" in " ".join(table.players[player].notes_in_play)
        for player in (seat, other_seat)
    )
    return free or are_neighbours(table, seat, other_seat)
