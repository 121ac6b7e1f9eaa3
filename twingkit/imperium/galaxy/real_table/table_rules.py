"""What the referee of a real table needs to know about Twilight Imperium: hidden cards and their names
(IM-VIEW-1).

Hidden are action cards in hands, secret objectives that are not scored, and agendas that somebody has looked
at. A player who can use nothing at a moment is not asked and says nothing, so nobody hears who passes in a
window (IM-ASK-2). An agenda whose place somebody has chosen is named by `shows` when it is revealed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import attrs

from twingkit.core.questions import Question
from twingkit.core.record import TranscriptEntry
from twingkit.core.rulebook import SPECTATOR
from twingkit.core.variants.house_rules import house_variant
from twingkit.imperium.battle.rules.questions import Play
from twingkit.imperium.box.decks import Decks, full_decks
from twingkit.imperium.box.units import factions
from twingkit.imperium.galaxy.real_table.answer_forms import (
    UNSEEN,
    UNSEEN_DRAWS,
    answer_forms,
    answers_of_hidden_hands,
    players_with_equal_cards,
)
from twingkit.imperium.galaxy.real_table.next_words import next_words
from twingkit.imperium.galaxy.starts import SHORT, SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.table.abilities import PASS
from twingkit.imperium.galaxy.table.drawing import CardDraw
from twingkit.imperium.galaxy.table.game_table import MIN_SEATS, SEATS, GameTable
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.galaxy.view import View
from twingkit.imperium.variants.variant import Variant
from twingkit.referee.open_cards import OpenCards
from twingkit.referee.table_rules import TableRules
from twingkit.referee.typed import SHOWS, UNKNOWN

NAMING = ("play", "score", "discard", "return", "given", "card", "agenda")
"""The first words of answers that name a card of the hand."""

DRAW = "draw"
"""The first word of answers that say which card comes."""

SILENT = ("use", "play", "score", "retreat", "bargain")
"""The kinds of questions to which a player who does nothing gives no answer."""


@cache
def hidden_cards() -> frozenset[str]:
    """The ids of all cards that go into a hand unseen, or are looked at by one player."""
    decks: Decks = full_decks()
    return frozenset((*decks.action_cards, *decks.secrets, *decks.agendas))


def hand_cards(table: GameTable, seat: int) -> Iterator[str]:
    """Yield the action cards and secret objectives of a player, and the agendas whose place that player
    chose.
    """
    player = table.players[seat]
    yield from player.action_cards
    yield from player.secrets
    yield from sorted(table.agenda_deck.known_by(seat))


def deck_cards(table: GameTable, seat: int) -> Iterator[str]:
    """The cards that are in the decks still."""
    for deck in (table.action_deck, table.secret_deck, table.agenda_deck):
        yield from deck.cards()


def deck_name(question: Question) -> str:
    """The name of the deck of a draw; agendas that are looked at come from that of agendas."""
    name = question.name if isinstance(question, CardDraw) else ""
    return "agenda" if name == "look" else name


def draws_openly(question: Question) -> bool:
    """True for objectives that are revealed, agendas that are voted on, and tiles."""
    return isinstance(question, CardDraw) and question.name not in UNSEEN_DRAWS


def cards_named(answer: str) -> tuple[str, ...]:
    """The card of a hand that an answer names."""
    word, *rest = answer.split() or [""]
    return tuple(rest) if word in NAMING and len(rest) == 1 and rest[0] in hidden_cards() else ()


def names_hidden_card(answer: str) -> bool:
    """True if an answer names a card of a hand or a drawn card that somebody may hold or have looked at, or
    an unknown one.

    Only then may a player be asked for it. All else follows from what is open.
    """
    word, *rest = answer.split() or [""]
    drawn = word == DRAW and not hidden_cards().isdisjoint(rest)
    return drawn or UNKNOWN in answer.split() or answer.startswith(SHOWS) or bool(cards_named(answer))


def public_answer(entry: TranscriptEntry) -> str:
    """Return an answer as everybody hears it: cards played in a battle are named."""
    asked = entry.question.asked if isinstance(entry.question, BattleQuestion) else entry.question
    return (
        f"play {asked.use.effect.id}" if isinstance(asked, Play) and entry.answer == "play" else entry.answer
    )


def onlooker_view(known: OpenCards) -> View:
    """The table as an onlooker sees it: no hand."""
    return attrs.evolve(
        View.from_game(known.game, 0), player=SPECTATOR, action_cards=(), secrets=(), notes=()
    )


def set_up_lines(players: int, game: str, chosen: Sequence[str]) -> str:
    """The set-up lines of the short game, which is for three, or of a whole one with these factions, by the
    rules of the house; each player says which units are lost.

    >>> set_up_lines(3, "whole", ("sol", "xxcha", "yin")).splitlines()[1:]
    ['faction sol', 'faction xxcha', 'faction yin', 'variant box losses=ask']
    """
    house = house_variant("imperium")
    asked = attrs.evolve(house if isinstance(house, Variant) else Variant(), losses="ask")
    if game == SHORT:
        return "\n".join(GameStart(SHORT_FACTIONS, True, asked).lines())
    return "\n".join(GameStart(tuple(chosen[:players]), False, asked).lines())


TABLE_RULES = TableRules(
    hand=hand_cards,
    stack=deck_cards,
    draws=(DRAW,),
    deck=deck_name,
    opens=draws_openly,
    said=public_answer,
    unseen=(*UNSEEN, "card"),
    depends=names_hidden_card,
    needs=cards_named,
    shows_gone=True,
    alike=players_with_equal_cards,
    silences=(PASS, "score none", "stay"),
    silent_kinds=SILENT,
    spoken=("turn",),
    forms=answer_forms,
    others=answers_of_hidden_hands,
    words=next_words,
    seen=onlooker_view,
    players=tuple(range(MIN_SEATS, len(SEATS) + 1)),
    variants=(SHORT, "whole"),
    parts=factions(),
    begins=set_up_lines,
)
"""The parts that the referee of a real table needs of Twilight Imperium."""
