"""Dealing again everything that a player cannot know: other players' action cards, secret objectives and
notes, and agendas whose place somebody else has chosen (IM-VIEW-1).

Everything that the player has seen stays: cards that went through their hand, hands they looked at, agendas
they put back. The order of decks is decided when a card is drawn, so it needs no dealing.
"""

from __future__ import annotations

import random

from twingkit.core.messages import Fault
from twingkit.core.play import Game, Table
from twingkit.core.zones import deals
from twingkit.imperium.battle.rules.questions import Retreat
from twingkit.imperium.galaxy.strategy_cards.politics import LOOKING
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.embedded_battle import FIGHTING
from twingkit.imperium.texts.rulebook import rulebook


def redeal(table: Table, seat: int, rng: random.Random) -> None:
    """Deal again, in place, everything that this seat cannot know. A single battle has nothing hidden."""
    if isinstance(table, GameTable):
        table.agenda_deck.shuffle_unknown(seat)  # where others have put agendas is equally secret
        deals.redeal(table, seat, rng)


def unrated_reason(game: Game) -> Fault | None:
    """Return why the answers to the pending question cannot be rated; None if they can.

    Cards cannot be dealt again during a battle, which has already taken up both hands, or while a player
    looks at agendas, which are in no deck. In a single battle a retreat is not rated, because odds count wins
    and not the ships that are saved.
    """
    table = game.table
    if isinstance(game.question, Retreat):
        return Fault("deal_retreat", rulebook())
    if not isinstance(table, GameTable) or game.question is None:
        return None
    if table.has_effect(FIGHTING):
        return Fault("deal_battle", rulebook())
    looking = [effect.seat for effect in table.lasting_effects if effect.ability == LOOKING]
    if looking and game.question.player not in looking:
        return Fault("deal_shown", rulebook(), side=SEATS[looking[0]])
    return None
