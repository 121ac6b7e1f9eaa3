"""Redealing all cards that a player cannot know: other players' action cards, secret objectives and notes,
and agendas that another player has placed in the deck (IM-VIEW-1).

Everything that the player has seen stays: cards that went through their hand, hands they looked at, agendas
they put back. The order of decks is decided when a card is drawn, so it needs no dealing.
"""

from __future__ import annotations

import random

from twingkit.core.messages import Fault
from twingkit.core.play import Game, Table
from twingkit.core.zones import deals
from twingkit.imperium.battle.rules.questions import AnnounceRetreat
from twingkit.imperium.galaxy.strategy_cards.politics import LOOKING_EFFECT
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.embedded_battle import FIGHTING_EFFECT
from twingkit.imperium.texts.rulebook import rulebook


def redeal_hidden_cards(table: Table, seat: int, rng: random.Random) -> None:
    """Redeal, in place, all cards that this seat cannot know. A single battle has nothing hidden."""
    if isinstance(table, GameTable):
        table.agenda_deck.shuffle_unknown(seat)  # where others have put agendas is equally secret
        deals.redeal(table, seat, rng)


def find_rating_fault(game: Game) -> Fault | None:
    """Return why the answers to the pending question cannot be rated; None if they can.

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
