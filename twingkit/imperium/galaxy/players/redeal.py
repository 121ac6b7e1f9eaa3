"""Everything that a player cannot know of a table, dealt anew: the action cards, secret objectives and notes
of others, and the agendas whose place somebody else has chosen (IM-VIEW-1).

What the player has seen stays: cards that went through the own hand, hands that were
looked at, agendas that it has laid. The order of decks is drawn when a card is, so it needs no dealing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from twingkit.core.messages import Fault
from twingkit.core.play import Game, Table
from twingkit.imperium.battle.rules.questions import Retreat
from twingkit.imperium.galaxy.strategy_cards.politics import LOOKING
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.embedded_battle import FIGHTING
from twingkit.imperium.texts.rulebook import rulebook


def redeal(table: Table, seat: int, rng: random.Random) -> None:
    """Deal anew, in place, all that this seat cannot know; in a battle by itself nothing is hidden."""
    if isinstance(table, GameTable):
        _action_cards(table, seat, rng)
        _secrets(table, seat, rng)
        _notes(table, seat, rng)
        _agendas(table, seat, rng)


def not_dealt(game: Game) -> Fault | None:
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
    if table.lasts(FIGHTING):
        return Fault("deal_battle", rulebook())
    looking = [effect.seat for effect in table.lasting if effect.ability == LOOKING]
    if looking and game.question.player not in looking:
        return Fault("deal_shown", rulebook(), side=SEATS[looking[0]])
    return None


def _shuffled(cards: Sequence[str], rng: random.Random) -> list[str]:
    """The cards in an order that depends on nothing but which they are."""
    unseen = sorted(cards)
    rng.shuffle(unseen)
    return unseen


def _action_cards(table: GameTable, seat: int, rng: random.Random) -> None:
    """Hands of action cards, from the deck and all hands that are not known."""
    others = [player for player in table.players if player.seat != seat]
    known = [player.known_by(seat, "action_cards") for player in others]
    held = Counter(card for player in others for card in player.action_cards)
    held.subtract(card for cards in known for card in cards)
    unseen = _shuffled([*table.action_deck.all(), *held.elements()], rng)
    for player, cards in zip(others, known, strict=True):
        dealt = [unseen.pop() for _ in range(len(player.action_cards) - len(cards))]
        player.action_cards = tuple(sorted([*cards, *dealt]))
    table.action_deck.fill(unseen)


def _secrets(table: GameTable, seat: int, rng: random.Random) -> None:
    """Secret objectives that are not scored, from the deck and the hands of the others."""
    others = [player for player in table.players if player.seat != seat]
    held = [card for player in others for card in player.secrets]
    unseen = _shuffled([*table.secret_deck.all(), *held], rng)
    for player in others:
        player.secrets = tuple(unseen.pop() for _ in player.secrets)
    table.secret_deck.fill(unseen)


def _notes(table: GameTable, seat: int, rng: random.Random) -> None:
    """Notes of which the seat cannot tell who of the others holds them."""
    known = {note for player in table.players for note in player.known_by(seat, "notes")}
    astray = {note for player in table.players if player.seat != seat for note in player.notes} - known
    others = [
        player for player in table.players if player.seat != seat and not astray.isdisjoint(player.notes)
    ]
    unseen = _shuffled([note for player in others for note in player.notes if note in astray], rng)
    for player in others:
        player.notes = tuple(sorted(unseen.pop() if note in astray else note for note in player.notes))


def _agendas(table: GameTable, seat: int, rng: random.Random) -> None:
    """Agendas on top and at the bottom of their deck, but for those that the seat has laid there: how many
    others have laid where is as secret, so that theirs are cards of the deck like all."""
    table.agenda_deck.shuffle_unknown(seat)
    table.agenda_deck.fill(_shuffled(table.agenda_deck.all(), rng))
