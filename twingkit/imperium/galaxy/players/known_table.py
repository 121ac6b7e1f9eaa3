"""The table as one player knows it, and redealing all cards that the player cannot know (IM-VIEW-1).

Unknown are other players' action cards, secret objectives and notes, and agendas that another player has put
in the deck. Everything that the player has seen stays: cards that went through their hand, hands they looked
at, agendas they put back. The order of decks is decided when a card is drawn, so it needs no dealing.
"""

from __future__ import annotations

import random

from twingkit.core.messages import Fault
from twingkit.core.play import Game, Table
from twingkit.core.zones import deals
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.imperium.battle.rules.questions import AnnounceRetreat
from twingkit.imperium.galaxy.phases.strategic_action import LOOKING_EFFECT
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.embedded_battle import FIGHTING_EFFECT
from twingkit.imperium.texts.rulebook import rulebook

NO_CARDS: DeckWithKnownEnds[str] = DeckWithKnownEnds()
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


def redeal_hidden_cards(table: Table, seat: int, rng: random.Random) -> None:
    """Redeal in place, at random, all cards of a whole game that a player cannot know; leave a single battle
    unchanged.
    """
    if isinstance(table, GameTable):
        table.agenda_deck.shuffle_unknown(seat)  # where others have put agendas is equally secret
        deals.redeal(table, seat, rng)


def find_rating_fault(game: Game) -> Fault | None:
    """Return the `Fault` that says why the answers to the pending question cannot be rated; None if they can
    be rated.

    Cards cannot be dealt again during a battle, which has already taken up both hands, or while a player
    looks at agendas, which are in no deck. In a single battle a retreat is not rated, because odds count wins
    and not the ships that are saved.
    """
    table = game.table
    if isinstance(game.question, AnnounceRetreat):
        return Fault("deal_retreat", rulebook())
    if not isinstance(table, GameTable) or game.question is None:
        return None
    if table.has_effect(FIGHTING_EFFECT):
        return Fault("deal_battle", rulebook())
    looking = [effect.seat for effect in table.lasting_effects if effect.ability == LOOKING_EFFECT]
    if looking and game.question.player not in looking:
        return Fault("deal_shown", rulebook(), side=SEATS[looking[0]])
    return None
