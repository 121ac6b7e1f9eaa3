"""The table as one player knows it, without other players' hands and without decks (IM-VIEW-1)."""

from __future__ import annotations

from twingkit.core.zones.deck import Deck
from twingkit.imperium.galaxy.table.game_table import GameTable

NO_CARDS: Deck[str] = Deck()
"""The empty deck in place of every deck; nothing is drawn from a known table."""


def known_table(table: GameTable, seat: int) -> GameTable:
    """Return a copy of the table without anything that a player may not see: other hands, and every deck.

    Actions can be tried out on it like on any trial copy, until the game goes on.

    >>> from twingkit.imperium.galaxy.starts import new_game
    >>> table = known_table(new_game(4, seed=1).table, 2)
    >>> [len(player.secret_objectives) for player in table.players], table.secret_deck.shuffled_count
    ([0, 0, 1, 0], 0)
    """
    twin = table.trial_copy()
    for player in twin.players:
        if player.seat != seat:
            player.action_cards = player.secret_objectives = player.promissory_notes = ()
            player.known_pieces = []
    twin.objective_decks = (NO_CARDS, NO_CARDS)
    twin.secret_deck = twin.action_deck = twin.agenda_deck = NO_CARDS
    return twin
