"""Everything that a player cannot know of a table, dealt anew: the action cards, secret objectives and notes
of others, and the agendas whose place somebody else has chosen (IM-VIEW-1).

What the player has seen stays: cards that went through the own hand, hands that were
looked at, agendas that it has laid. The order of decks is drawn when a card is, so it needs no dealing.
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
    """Deal anew, in place, all that this seat cannot know; in a battle by itself nothing is hidden."""
    if isinstance(table, GameTable):
        table.agenda_deck.shuffle_unknown(seat)  # how many others have laid where is as secret
        deals.redeal(table, seat, rng)


def unrated_reason(game: Game) -> Fault | None:
    """The reason why the answers to the pending question are not rated; None where they are.

    Nothing can be dealt anew in a battle under way, which has taken up what both sides hold, and where
    somebody looks at agendas, which are in no deck. In a battle by itself a retreat is not weighed: odds
    count who wins, not the ships that are saved.
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
