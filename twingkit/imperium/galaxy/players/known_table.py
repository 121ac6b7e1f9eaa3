"""The table as one player knows it, without other players' hands and without decks (IM-VIEW-1)."""

from __future__ import annotations

from twingkit.core.zones.deck import Deck
from twingkit.imperium.galaxy.table.game_table import GameTable


def known_table(table: GameTable, seat: int) -> GameTable:
    """Return a copy of the table without anything that a player may not see: other hands, and every deck.

    The copy can be changed to try out actions.

    >>> from twingkit.imperium.galaxy.starts import new_game
    >>> table = known_table(new_game(4, seed=1).table, 2)
    >>> [len(player.secret_objectives) for player in table.players], table.secret_deck.total
    ([0, 0, 1, 0], 0)
    """
    twin = table.copy()
    for player in twin.players:
        if player.seat != seat:
            player.action_cards = player.secret_objectives = player.promissory_notes = ()
            player.known_pieces = []
    nothing: Deck[str] = Deck()
    twin.objective_decks = (nothing, nothing)
    twin.secret_deck = twin.action_deck = twin.agenda_deck = nothing
    return twin
