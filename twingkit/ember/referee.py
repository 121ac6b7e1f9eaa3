"""What the referee of a real table needs of Ember: where hidden cards lie, and how answers name them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import SPECTATOR
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import ARCHMAGE
from twingkit.ember.rules.choices import Discard, Pick, Redraw
from twingkit.ember.rules.questions import PASS, TURN, Conjure, Draw, LastUse, Moment, Respond
from twingkit.ember.rules.table import FEWEST_SEATS, SEATS, EmberTable
from twingkit.ember.view import View
from twingkit.referee.open_cards import OpenCards
from twingkit.referee.table_rules import Demands, TableRules
from twingkit.referee.typed import UNKNOWN

_CARD = re.compile(r"[AEFW](?:[1-9]|1[0-3])|\*")


def hand(table: EmberTable, seat: int) -> Iterable[str]:
    """Return the cards in a hand."""
    return table.players[seat].hand


def deck_cards(table: EmberTable, seat: int) -> Iterable[str]:
    """Return the cards that may be drawn next; known cards on top of the deck are not among them."""
    return table.deck.all_cards()


def named_cards(answer: str) -> tuple[str, ...]:
    """Return the cards that an answer names, including an Archmage that it uses."""
    words = answer.split()
    if words[:1] == ["archmage"]:
        return (ARCHMAGE,)
    return tuple(word for word in words[1:] if _CARD.fullmatch(word))


def shown_constraints(game: Game) -> Demands:
    """Return no constraints: a question reveals nothing about a hand, since cards that were shown settle the
    hands.
    """
    return ()


def answer_forms(game: Game, question: Question, cards: frozenset[str]) -> Iterator[str] | None:
    """Return the answers that some hand would allow, with `?` for each card of the hand; None for other
    questions.
    """
    if isinstance(question, Moment):
        return _moment(game.table, question, cards)
    if isinstance(question, Discard | Pick):
        most = question.count
        sizes = range(1, most + 1) if isinstance(question, Redraw) else (most,)
        return (" ".join([question.word, *[UNKNOWN] * size]) for size in sizes)
    return None


def _moment(table: EmberTable, question: Moment, cards: frozenset[str]) -> Iterator[str]:
    player = table.players[question.player]
    if isinstance(question, Draw):
        full = len(player.hand) >= player.hand_size
        for source in ("", " pile"):
            if not source or (player.has("source") and table.pile):
                yield f"draw {UNKNOWN}{source}" if full else f"draw{source}"
        yield "stay"
        if player.hand:
            yield "refresh"
    elif isinstance(question, Conjure):
        yield "done"
        if not table.refreshed and not table.conjured:
            for name in table.pool:
                cost = table.creatures[name].cost
                if len(player.hand) >= cost.size:
                    yield " ".join(["conjure", name, *[UNKNOWN] * cost.size])
    else:
        yield from (PASS,) if isinstance(question, LastUse) else (PASS, TURN)
    yield from map(str, uses.allowed_uses(table, question.player))
    if ARCHMAGE in cards and ARCHMAGE not in player.hand and player.hand:
        yield from _by_archmage(table, question.player)
    if uses.broken_act_rule(table, question.player, uses.CALL) is None:
        yield uses.CALL


def _by_archmage(table: EmberTable, seat: int) -> Iterator[str]:
    """Yield the uses of an Archmage, whoever holds one."""
    for other in table.seats_from(seat):
        for owned in table.players[other].owned:
            yield f"archmage {'flip' if owned.up else 'revive'} {owned.id}"


def possible_interjections(game: Game) -> Iterator[tuple[int, str]]:
    """Yield uses of an Archmage by players who may hold one at the real table though not in this game.

    They are possible before an announced use (EM-WIN-4) and before the end of the game.
    """
    if game.over or any(ruling.case == "announced" for ruling in game.rulings):
        before = game.copy()
        before.undo()  # back to before the creature was used
        for player in game.table.players:
            if player.hand:
                yield from ((player.seat, form) for form in _by_archmage(before.table, player.seat))


def named_hand_seat(question: Question) -> int:
    """Return the seat whose cards an answer names: that of a hand looked at, otherwise the answering seat."""
    return question.holder if isinstance(question, Pick) else question.player


def window(table: EmberTable, seat: int) -> Respond:
    """Return the question to a seat that may act though the game does not ask it.

    After a call it is the question of the last round.
    """
    return LastUse(table, seat) if table.step == "call" else Respond(table, seat)


def onlooker_view(known: OpenCards) -> View:
    """Return the table as an onlooker sees it, without hands. Of the Charred Pile it shows only the size,
    since cards may have gone there that nobody named.
    """
    return attrs.evolve(View.of(known.game, 0), player=SPECTATOR, hand=(), pile=(), declared="")


TABLE_RULES = TableRules(
    hand=hand,
    stack=deck_cards,
    draws=("card",),
    unseen=("give", "stolen", "order"),
    needs=named_cards,
    holder=named_hand_seat,
    shown=shown_constraints,
    silences=(PASS, "done", TURN),
    seldom=("archmage",),
    forms=answer_forms,
    others=possible_interjections,
    window=window,
    seen=onlooker_view,
    players=tuple(range(FEWEST_SEATS, len(SEATS) + 1)),
    variants=("box", "quick"),
)
"""Ember's part in the referee of a real table."""
