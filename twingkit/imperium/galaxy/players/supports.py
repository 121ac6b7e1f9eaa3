"""Supports for the Throne that two players exchange: a point for each, and peace between them."""

from __future__ import annotations

from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.trade.notes import owner_of
from twingkit.imperium.galaxy.trade.offers import Gift, Offer

SUPPORT = "support_for_the_throne"
"""The note that brings its holder a point, as long as the owner is left in peace."""

FAR_AHEAD = 1
"""The points by which the other one may be ahead, so that the exchange still serves both."""


def note_of(seat: int) -> str:
    """The Support of a player as notes are named."""
    return f"{SUPPORT}:{SEATS[seat]}"


def exchangeable(table: GameTable, seat: int, other: int) -> bool:
    """True if a player would exchange Supports with another: both have theirs still, and the other one is
    neither far ahead nor about to win by it."""
    own, their = table.players[seat], table.players[other]
    laid = {note for player in table.players for note in player.laid_notes}
    wins = their.points + 1 >= table.points_to_win > own.points + 1
    return (
        note_of(seat) in own.notes
        and note_of(other) not in laid
        and their.points <= own.points + FAR_AHEAD
        and not wins
    )


def exchange(seat: int, other: int) -> Offer:
    """The offer of one Support for another."""
    return Offer(other, Gift(note=note_of(seat)), Gift(note=note_of(other)))


def is_exchange(offer: Offer) -> bool:
    """True if an offer is one Support for another and nothing else."""
    given, asked = offer.gives.note, offer.wants.note
    return all(note.startswith(SUPPORT) for note in (given, asked)) and offer == exchange(
        owner_of(given), owner_of(asked)
    )


def supporters_in(table: GameTable, seat: int, system: int) -> list[int]:
    """The players with units in a system whose Support this player has: who goes there gives it back."""
    laid = table.players[seat].laid_notes
    return [other for other in table.others(seat) if note_of(other) in laid and table.stands(other, system)]
