"""The parts that the referee of a real table needs of Imajica: where hidden cards lie, how they are named.

Hidden are hands, the order of each Destiny, and Paths until they are read. A Path is laid by `path ? on
slew`; `shows wild-dogs` says which one was turned up. Who passes says nothing (IJ-TIME-3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import attrs

from twingkit.core.play import Game
from twingkit.core.rulebook import ONLOOKER
from twingkit.imajica.players.redeal import hidden_paths
from twingkit.imajica.referee_ways import forms, others, window, words
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.asked import PASS, Respond
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS, ImajicaTable
from twingkit.imajica.rules.windows import has_no_effect
from twingkit.imajica.view import PieceView, View
from twingkit.referee.open_cards import OpenCards
from twingkit.referee.table_rules import Constraint, Demand, Demands, TableRules, Test
from twingkit.referee.typed import UNKNOWN

KEEP, REDRAW = "hand keep", "hand redraw"
"""The answers to the question whether a hand without characters is drawn anew (IJ-SET-2)."""

FROM_HAND = ("play", "lay", "call", "path")
"""The first words of answers that name a card of the hand."""


def hand(table: ImajicaTable, seat: int) -> Iterable[str]:
    """The cards of a hand."""
    return table.players[seat].hand


def stack(table: ImajicaTable, seat: int) -> Iterable[str]:
    """The cards of a Destiny."""
    return table.players[seat].destiny.all()


def laid(table: ImajicaTable, seat: int) -> Iterator[str]:
    """The Paths of an Autarch that nobody has read; one that is being read is open."""
    return (path.card.id for path in hidden_paths(table, ONLOOKER) if path.owner == seat)


def needs(answer: str) -> tuple[str, ...]:
    """The card of the hand that an answer names."""
    word, *rest = answer.split() or [""]
    return (rest[0],) if word in FROM_HAND and rest and rest[0] != UNKNOWN else ()


def drops(answer: str) -> Test | None:
    """A hand without characters goes back as a whole (IJ-SET-2)."""
    return bool if answer == REDRAW else None


def passes(game: Game, answer: str) -> Test:
    """The test of the cards that can be laid face down by an answer."""
    return paths_for(game.table, answer).__contains__


def paths_for(table: ImajicaTable, answer: str) -> frozenset[str]:
    """The Paths that can be laid on the Site of an answer: those of its Dominions (IJ-AUT-2) that are not in
    play (IJ-UNIQ-1)."""
    site = table.pieces.get(answer.rpartition(" on ")[2])
    homes = frozenset[int]() if site is None else frozenset(site.card.home)
    paths = (card for card in table.cards.of_kind("path") if not homes.isdisjoint(card.home))
    return frozenset(path.id for path in paths if table.lies(path.id) is None)


@cache
def some_of(cards: frozenset[str]) -> Demand:
    """The demand that the hand holds one of these cards."""

    def demand(hand: Mapping[str, int]) -> int:
        return 1 if cards.isdisjoint(hand) else 0

    return demand


@cache
def none_of(cards: frozenset[str]) -> Demand:
    """The demand that the hand holds none of these cards."""

    def demand(hand: Mapping[str, int]) -> int:
        return sum(count for name, count in hand.items() if name in cards)

    return demand


def shown(game: Game) -> Demands:
    """None: who is asked tells nothing of hands that a search needs."""
    return ()


def wanted(game: Game, seat: int, answer: str) -> Iterator[Constraint]:
    """The demands on hands by which a Path can be laid on a Site, or a hand drawn anew."""
    table: ImajicaTable = game.table
    if answer.startswith(f"path {UNKNOWN} on "):
        yield ((seat, some_of(paths_for(table, answer)), False),)
    elif answer == REDRAW:
        yield ((seat, none_of(table.cards.ids.get("character", frozenset())), False),)


def idle(game: Game, seat: int, answer: str) -> bool:
    """True if a Flash would change nothing as things stand: it was played in a later window (IJ-TIME-2)."""
    question, table = game.question, game.table
    if not isinstance(question, Respond) or question.player != seat or not acts.is_act(answer):
        return False
    return has_no_effect(table, acts.read_act(table, seat, answer, question.moment))


def seen(known: OpenCards) -> View:
    """The table as an onlooker sees it: no hand, no Path that nobody named, even if it seems to be read."""
    game = known.game
    table: ImajicaTable = game.table
    unnamed = {name for name, card in table.cards.items() if card.kind == "path"} - set(known.named)
    pieces = []
    for number, piece in enumerate(table.pieces.values()):
        shown = PieceView.of(table, piece, ONLOOKER, number)
        if piece.card.id in unnamed:
            shown = attrs.evolve(shown, token=f"path {number}", card="")
        pieces.append(shown)
    view = View.of(game, 0)
    seats = (
        attrs.evolve(seat, ovo=tuple(card for card in seat.ovo if card not in unnamed)) for seat in view.seats
    )
    waiting = tuple(name for name in view.waiting if name not in unnamed)
    return attrs.evolve(
        view, player=ONLOOKER, hand=(), pieces=tuple(pieces), seats=tuple(seats), waiting=waiting
    )


TABLE_RULES = TableRules(
    hand=hand,
    stack=stack,
    laid=laid,
    draws=("card",),
    one_deck=False,
    passes=passes,
    needs=needs,
    drops=drops,
    shown=shown,
    wanted=wanted,
    silences=(PASS, KEEP),
    spoken=("contest", "defend", "advance", "influence"),
    idle=idle,
    forms=forms,
    others=others,
    words=words,
    window=window,
    seen=seen,
    players=tuple(range(FEWEST_SEATS, len(SEATS) + 1)),
    variants=("box", "short"),
)
"""The parts that the referee of a real table needs of Imajica."""
