"""The parts that the referee of a real table needs of Imajica: where hidden cards lie, how they are named.

Hidden are hands, the order of each Destiny, and Paths until they are read. A Path is laid by `path ? on
slew`; `shows wild-dogs` says which one was turned up. Who passes says nothing (IJ-TIME-3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

import attrs

from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.players.redeal import hidden_paths
from twingkit.imajica.referee_ways import forms, others, window, words
from twingkit.imajica.rules import acts
from twingkit.imajica.rules.asked import PASS, Respond
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS, ImajicaTable
from twingkit.imajica.rules.windows import has_no_effect
from twingkit.imajica.view import ONLOOKER, PieceView, View
from twingkit.play import Game
from twingkit.referee.open_cards import OpenCards
from twingkit.referee.table_rules import Demand, Demands, TableRules, Wish
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


def drops(answer: str) -> Callable[[str], bool] | None:
    """A hand without characters goes back as a whole (IJ-SET-2)."""
    return bool if answer == REDRAW else None


def passes(token: str) -> bool:
    """True if a card can be laid face down: only Paths can."""
    card = load_cards().get(token)
    return card is None or card.kind == "path"


def no_character(hand: Mapping[str, int]) -> int:
    """The hand holds no character, so that it may be drawn anew (IJ-SET-2)."""
    cards = load_cards()
    return sum(count for name, count in hand.items() if name in cards and cards[name].kind == "character")


@cache
def path_for(homes: frozenset[int], but: frozenset[str] = frozenset()) -> Demand:
    """The demand that the hand holds a Path of one of these Dominions (IJ-AUT-2), none of those that may not
    be laid (IJ-UNIQ-1)."""
    cards = load_cards()

    def demand(hand: Mapping[str, int]) -> int:
        left = (name for name in hand if name in cards and name not in but)
        return 0 if any(_is_path(name, homes) for name in left) else 1

    return demand


def _is_path(name: str, homes: frozenset[int]) -> bool:
    card = load_cards()[name]
    return card.kind == "path" and not homes.isdisjoint(card.home)


def shown(game: Game) -> Demands:
    """None: who is asked tells nothing of hands that a search needs."""
    return ()


def wanted(game: Game, seat: int, answer: str) -> Iterator[Wish]:
    """The demands on hands by which a Path can be laid on a Site, or a hand drawn anew."""
    table: ImajicaTable = game.table
    site = table.pieces.get(answer.rpartition(" on ")[2])
    if answer.startswith(f"path {UNKNOWN} on ") and site is not None:
        lying = frozenset(name for name in load_cards() if table.lies(name) is not None)
        yield ((seat, path_for(frozenset(site.card.home), lying), False),)
    elif answer == REDRAW:
        yield ((seat, no_character, False),)


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
