"""Stymie, the promissory note of the Arborec: systems where it blocks their production (IM-TRADE-stymie)."""

from __future__ import annotations

from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable


def is_stymied(table: GameTable, seat: int, system: int) -> bool:
    """Return whether Stymie keeps a player from producing in a system.

    It does in and adjacent to non-home systems with units of the player who has the note in play
    (IM-TRADE-stymie).
    """
    holders = [player.seat for player in table.players if f"stymie:{SEATS[seat]}" in player.notes_in_play]
    near = (system, *table.adjacency(seat, "count")[system]) if holders else ()
    return any(
        table.has_units(holder, other)
        for holder in holders
        for other in near
        if not table.galaxy.systems[other].tile.is_home
    )


def rule_if_stymied(table: GameTable, seat: int, system: int) -> BrokenRule | None:
    """Return the rule that keeps a player from producing in a system, or None (IM-TRADE-stymie)."""
    if is_stymied(table, seat, system):
        return "IM-TRADE-stymie", "barred", {"number": table.tile_number(system)}
    return None
