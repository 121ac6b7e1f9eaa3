"""The parts that the referee of a real table needs of Twilight Imperium: where hidden cards lie, how they are
named (IM-VIEW-1).

Hidden are hands of action cards, secret objectives that are not scored, and agendas that somebody has looked
at. Who holds nothing for a moment is not asked, and says nothing: so nobody hears who passes in a window
(IM-ASK-2). An agenda whose place somebody has chosen is named by `shows` when it is revealed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import attrs

from twingkit.core.asking import Question
from twingkit.core.record import Entry
from twingkit.core.rulebook import ONLOOKER
from twingkit.core.variants.house import house_variant
from twingkit.imperium.battle.rules.questions import Play
from twingkit.imperium.box.decks import Decks, whole_decks
from twingkit.imperium.box.units import factions
from twingkit.imperium.galaxy.real_table.ways import UNSEEN, UNSEEN_DRAWS, alike, forms, others
from twingkit.imperium.galaxy.real_table.words import words
from twingkit.imperium.galaxy.starts import SHORT, SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.table.abilities import PASS
from twingkit.imperium.galaxy.table.drawing import CardDraw
from twingkit.imperium.galaxy.table.game_table import FEWEST_SEATS, SEATS, GameTable
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
"""The kinds of questions to which nobody says anything who does nothing."""


@cache
def hidden_cards() -> frozenset[str]:
    """The ids of all cards that go into a hand unseen, or are looked at by one player."""
    decks: Decks = whole_decks()
    return frozenset((*decks.action_cards, *decks.secrets, *decks.agendas))


def hand(table: GameTable, seat: int) -> Iterator[str]:
    """The action cards and secret objectives of a player, and the agendas whose place that player has
    chosen."""
    player = table.players[seat]
    yield from player.action_cards
    yield from player.secrets
    yield from sorted(table.agenda_deck.known_by(seat))


def stack(table: GameTable, seat: int) -> Iterator[str]:
    """The cards that are in the decks still."""
    for deck in (table.action_deck, table.secret_deck, table.agenda_deck):
        yield from deck.all()


def deck(question: Question) -> str:
    """The name of the deck of a draw; agendas that are looked at come from that of agendas."""
    name = question.name if isinstance(question, CardDraw) else ""
    return "agenda" if name == "look" else name


def opens(question: Question) -> bool:
    """True for objectives that are revealed, agendas that are voted on, and tiles."""
    return isinstance(question, CardDraw) and question.name not in UNSEEN_DRAWS


def needs(answer: str) -> tuple[str, ...]:
    """The card of a hand that an answer names."""
    word, *rest = answer.split() or [""]
    return tuple(rest) if word in NAMING and len(rest) == 1 and rest[0] in hidden_cards() else ()


def depends(answer: str) -> bool:
    """True if an answer names a card of a hand or one that is drawn, which somebody may hold or have looked
    at, or has an unknown one: who does so may be asked for it only then. All else follows from what lies
    open."""
    word, *rest = answer.split() or [""]
    drawn = word == DRAW and not hidden_cards().isdisjoint(rest)
    return drawn or UNKNOWN in answer.split() or answer.startswith(SHOWS) or bool(needs(answer))


def said(entry: Entry) -> str:
    """An answer as all hear it: what is played in a battle is named."""
    asked = entry.asked.asked if isinstance(entry.asked, BattleQuestion) else entry.asked
    return (
        f"play {asked.use.effect.id}" if isinstance(asked, Play) and entry.answer == "play" else entry.answer
    )


def seen(known: OpenCards) -> View:
    """The table as an onlooker sees it: no hand."""
    return attrs.evolve(View.of(known.game, 0), player=ONLOOKER, action_cards=(), secrets=(), notes=())


def begins(players: int, game: str, chosen: Sequence[str]) -> str:
    """The set-up lines of the short game, which is for three, or of a whole one with these factions, by the
    rules of the house; each player says which units are lost.

    >>> begins(3, "whole", ("sol", "xxcha", "yin")).splitlines()[1:]
    ['faction sol', 'faction xxcha', 'faction yin', 'variant box losses=ask']
    """
    house = house_variant("imperium")
    asked = attrs.evolve(house if isinstance(house, Variant) else Variant(), losses="ask")
    if game == SHORT:
        return "\n".join(GameStart(SHORT_FACTIONS, True, asked).lines())
    return "\n".join(GameStart(tuple(chosen[:players]), False, asked).lines())


TABLE_RULES = TableRules(
    hand=hand,
    stack=stack,
    draws=(DRAW,),
    deck=deck,
    opens=opens,
    said=said,
    unseen=(*UNSEEN, "card"),
    depends=depends,
    needs=needs,
    shows_gone=True,
    alike=alike,
    silences=(PASS, "score none", "stay"),
    silent_kinds=SILENT,
    spoken=("turn",),
    forms=forms,
    others=others,
    words=words,
    seen=seen,
    players=tuple(range(FEWEST_SEATS, len(SEATS) + 1)),
    variants=(SHORT, "whole"),
    parts=factions(),
    begins=begins,
)
"""The parts that the referee of a real table needs of Twilight Imperium."""
