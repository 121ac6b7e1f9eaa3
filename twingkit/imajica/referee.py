"""What the referee for a game with real cards needs to know about Imajica.

That is where hidden cards are, and how to name them.

Hidden are hands, the order of each Destiny, and Paths until they are read. `path ? on slew` lays a Path face
down, and `shows wild-dogs` names the one that was turned up. A player who passes reveals nothing (IJ-TIME-3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import attrs

from twingkit.core.play import Game
from twingkit.core.rulebook import SPECTATOR
from twingkit.imajica.players.redeal import hidden_paths
from twingkit.imajica.referee_answers import answer_forms, next_words, possible_interjections, window
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.questions import PASS, Respond
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS, ImajicaTable
from twingkit.imajica.rules.windows import has_no_effect
from twingkit.imajica.view import PieceView, View
from twingkit.referee.open_cards import OpenCards
from twingkit.referee.table_rules import Constraint, Demand, Demands, TableRules, Test
from twingkit.referee.typed import UNKNOWN

KEEP, REDRAW = "hand keep", "hand redraw"
"""The answers to the question whether a hand without characters is drawn anew (IJ-SET-2)."""

FROM_HAND = ("play", "lay", "call", "path")
"""First words of answers that name a card from the hand."""


def hand(table: ImajicaTable, seat: int) -> Iterable[str]:
    """Return the cards in a hand."""
    return table.players[seat].hand


def destiny_cards(table: ImajicaTable, seat: int) -> Iterable[str]:
    """Return the cards in a Destiny."""
    return table.players[seat].destiny.cards()


def unread_paths(table: ImajicaTable, seat: int) -> Iterator[str]:
    """Yield the unread Paths of an Autarch. One that is being read is open."""
    return (path.card.id for path in hidden_paths(table, SPECTATOR) if path.owner == seat)


def named_card(answer: str) -> tuple[str, ...]:
    """Return the card from the hand that an answer names."""
    word, *rest = answer.split() or [""]
    return (rest[0],) if word in FROM_HAND and rest and rest[0] != UNKNOWN else ()


def discard_test(answer: str) -> Test | None:
    """Return the test that a discarded hand has no characters (IJ-SET-2), or None for other answers."""
    return bool if answer == REDRAW else None


def path_test(game: Game, answer: str) -> Test:
    """Return the test of which cards an answer can lay face down."""
    return paths_for(game.table, answer).__contains__


def paths_for(table: ImajicaTable, answer: str) -> frozenset[str]:
    """Return the Paths that can be laid on the Site in an answer.

    Those are the Paths of its Dominions (IJ-AUT-2) that are not in play (IJ-UNIQ-1).
    """
    site = table.pieces.get(answer.rpartition(" on ")[2])
    homes = frozenset[int]() if site is None else frozenset(site.card.home)
    paths = (card for card in table.cards.of_kind("path") if not homes.isdisjoint(card.home))
    return frozenset(path.id for path in paths if table.open_copy(path.id) is None)


@cache
def requires_any(cards: frozenset[str]) -> Demand:
    """Return the constraint that the hand holds at least one of these cards."""

    def demand(hand: Mapping[str, int]) -> int:
        return 1 if cards.isdisjoint(hand) else 0

    return demand


@cache
def requires_none(cards: frozenset[str]) -> Demand:
    """Return the constraint that the hand holds none of these cards."""

    def demand(hand: Mapping[str, int]) -> int:
        return sum(count for name, count in hand.items() if name in cards)

    return demand


def shown_constraints(game: Game) -> Demands:
    """Return no constraints: being asked reveals nothing about a hand."""
    return ()


def answer_constraints(game: Game, seat: int, answer: str) -> Iterator[Constraint]:
    """Yield the constraints on a hand that an answer reveals: a Path for a Site, or a hand without
    characters.
    """
    table: ImajicaTable = game.table
    if answer.startswith(f"path {UNKNOWN} on "):
        yield ((seat, requires_any(paths_for(table, answer)), False),)
    elif answer == REDRAW:
        yield ((seat, requires_none(table.cards.ids.get("character", frozenset())), False),)


def is_idle_use(game: Game, seat: int, answer: str) -> bool:
    """Return whether a Flash would change nothing now, so that it belongs to a later window (IJ-TIME-2)."""
    question, table = game.question, game.table
    if not isinstance(question, Respond) or question.player != seat or not acts.is_act(answer):
        return False
    return has_no_effect(table, acts.parse_act(table, seat, answer, question.moment))


def onlooker_view(known: OpenCards) -> View:
    """Return the table as a spectator sees it: without hands and without Paths that nobody has named."""
    game = known.game
    table: ImajicaTable = game.table
    unnamed = {name for name, card in table.cards.items() if card.kind == "path"} - set(known.named)
    pieces = []
    for number, piece in enumerate(table.pieces.values()):
        shown = PieceView.of(table, piece, SPECTATOR, number)
        if piece.card.id in unnamed:
            shown = attrs.evolve(shown, token=f"path {number}", card="")
        pieces.append(shown)
    view = View.of(game, 0)
    seats = (
        attrs.evolve(seat, ovo=tuple(card for card in seat.ovo if card not in unnamed)) for seat in view.seats
    )
    waiting = tuple(name for name in view.waiting if name not in unnamed)
    return attrs.evolve(
        view, player=SPECTATOR, hand=(), pieces=tuple(pieces), seats=tuple(seats), waiting=waiting
    )


TABLE_RULES = TableRules(
    hand=hand,
    stack=destiny_cards,
    laid=unread_paths,
    draws=("card",),
    one_deck=False,
    passes=path_test,
    needs=named_card,
    drops=discard_test,
    shown=shown_constraints,
    wanted=answer_constraints,
    silences=(PASS, KEEP),
    spoken=("contest", "defend", "advance", "influence"),
    idle=is_idle_use,
    forms=answer_forms,
    others=possible_interjections,
    words=next_words,
    window=window,
    seen=onlooker_view,
    players=tuple(range(FEWEST_SEATS, len(SEATS) + 1)),
    variants=("box", "short"),
)
"""What the referee needs to know about Imajica."""
