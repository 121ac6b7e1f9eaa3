"""Stymie, the note of the Arborec: where it keeps them from producing (IM-TRADE-stymie)."""

from __future__ import annotations

from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable


def is_stymied(table: GameTable, seat: int, system: int) -> bool:
    """True if a note prevents a player from producing in a system: in or adjacent to a system, other than a
    home, with units of the player who has the note in play (IM-TRADE-stymie).
    """
    holders = [player.seat for player in table.players if f"stymie:{SEATS[seat]}" in player.notes_in_play]
    near = (system, *table.adjacency(seat, "count")[system]) if holders else ()
    return any(
        table.has_units(holder, other)
        for holder in holders
        for other in near
        if not table.galaxy.systems[other].tile.is_home
    )


def stymie_rule(table: GameTable, seat: int, system: int) -> BrokenRule | None:
    """The rule that keeps a player from producing in a system, or None (IM-TRADE-stymie)."""
    if is_stymied(table, seat, system):
        return "IM-TRADE-stymie", "barred", {"number": table.tile_number(system)}
    return None
