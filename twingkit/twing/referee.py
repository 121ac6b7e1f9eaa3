"""What the referee of a real table needs for Twing: where hidden cards are, how they are named, what
questions reveal.

Questions reveal that hands keep to their limits and are refilled (TW-TURN-2, TW-TURN-4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import SPECTATOR
from twingkit.referee.open_cards import OpenCards
from twingkit.referee.table_rules import Constraint, Demand, Demands, TableRules, Test
from twingkit.twing.notation.setup_lines import PLAYERS
from twingkit.twing.referee_ways import forms, others, refills, words
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.draws import Draw, PickSpell
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell
from twingkit.twing.rules.lay_questions import RETIRE
from twingkit.twing.rules.player import ELEMENT_LIMIT, SPELL_LIMIT, Player
from twingkit.twing.rules.response_cards import SPECIALS
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns.actions import RITUAL_CATS
from twingkit.twing.view import Hand, View

_SPOILS = frozenset({"take_object", "switch"})
"""The kinds of questions between the end of a battle and the refill after it."""

_SPELL = re.compile(r"[FWLA][1-9][0-9]?")


def hand(table: TwingTable, seat: int) -> Iterator[str]:
    """Yield the spells and the response cards of a hand."""
    player = table.players[seat]
    yield from (spell.token for spell in player.hand)
    yield from player.held.cards


def stack(table: TwingTable, seat: int) -> Iterator[str]:
    """Yield the cards of the stack that would go into a hand."""
    yield from (str(card).split()[-1] for card in table.stack.cards() if not isinstance(card, Creature))


def needs(answer: str) -> tuple[str, ...]:
    """Return the cards of the hand that an answer names or takes."""
    word, *rest = answer.split() or [""]
    if word in SPECIALS:
        return (word,)
    if word == "ritual":
        return ("miromon", *["cat"] * (RITUAL_CATS - 1)) if rest else ("cat",) * RITUAL_CATS
    if word == "capture":
        return ("trap",)
    if word == "support":
        return tuple(card for kind, card in pairwise(rest) if kind == "spell")
    if rest[:1] == ["shield"] or word not in ("lay", "discard", "spell"):
        return ()
    if rest[:1] == ["creature"]:
        return ()
    return tuple(token for token in answer.partition("+")[0].split()[1:] if _SPELL.fullmatch(token))


def passes(game: Game, answer: str) -> Test:
    """Return the test for spells: events pass on no other hidden cards of a hand."""
    return _is_spell


def _is_spell(token: str) -> bool:
    return token not in SPECIALS


def hides(text: str) -> bool:
    """Return whether a drawn card is hidden; a creature is laid face up (TW-TURN-1)."""
    return not text.startswith("draw creature ")


def drops(answer: str) -> Test | None:
    """Return a test for the cards that leave the hand with an element (TW-TURN-4) or with their player
    (TW-LEAVE-1).
    """
    word, _, element = answer.partition(" ")
    if answer == RETIRE:
        return bool
    if word == "discard" and len(element) == 1:
        return _of_element(element)
    return None


@cache
def _of_element(element: str) -> Test:
    def test(token: str) -> bool:
        return _SPELL.fullmatch(token) is not None and token[0] == element

    return test


# -- what questions reveal about a hand


def _count_spells(hand: Mapping[str, int]) -> dict[str, int]:
    """Return the number of spells of each element in a hand."""
    spells: dict[str, int] = {}
    for token, count in hand.items():
        if _is_spell(token):
            spells[token[0]] = spells.get(token[0], 0) + count
    return spells


def holds_spell(hand: Mapping[str, int]) -> int:
    """Return how many cards a hand is away from holding a spell: 0 if it holds one."""
    return 0 if _count_spells(hand) else 1


def holds_no_spell(hand: Mapping[str, int]) -> int:
    """Return how many cards a hand is away from holding no spell, which makes it refill (TW-TURN-2)."""
    return sum(_count_spells(hand).values())


def is_within_hand_limits(hand: Mapping[str, int]) -> int:
    """Return how many cards a hand is away from its limits; at 0 nothing is discarded (TW-TURN-4)."""
    numbers = _count_spells(hand).values()
    too_many = max(0, sum(numbers) - SPELL_LIMIT)
    return too_many + (min(numbers) if len(numbers) > ELEMENT_LIMIT else 0)


@cache
def four_elements_with(element: str) -> Demand:
    """Return the demand that a hand holds one element too many, with this one among them if given (TW-
    TURN-4).
    """

    def demand(hand: Mapping[str, int]) -> int:
        spells = _count_spells(hand)
        return ELEMENT_LIMIT + 1 - len(spells) + (0 if not element or element in spells else 1)

    return demand


def exceeds_spell_limit(hand: Mapping[str, int]) -> int:
    """Return how many cards a hand is away from one spell too many (TW-TURN-4)."""
    return max(0, SPELL_LIMIT + 1 - holds_no_spell(hand))


def shown(game: Game) -> Demands:
    """Return what the pending question reveals about hands: outside of battles a hand without a spell is
    refilled at once, and nobody holds more than is allowed.
    """
    table: TwingTable = game.table
    asked, filling = game.question, refills(game)
    draws = asked.player if isinstance(asked, Draw) else None
    waits = filling or table.is_in_battle or (asked is not None and asked.kind in _SPOILS)
    demands: list[tuple[int, Demand]] = []
    for player in table.players:
        if player.out or not player.hand_size:
            continue
        spells = player.hand
        if filling and draws == player.seat:
            demands.append((player.seat, holds_no_spell))
        elif spells and not (waits or (draws == player.seat and table.phase == "setup")):
            demands.append((player.seat, holds_spell))
        elements = {spell.element for spell in spells}
        if len(elements) > ELEMENT_LIMIT:
            demands.append((player.seat, four_elements_with("")))
        elif len(spells) > SPELL_LIMIT:
            demands.append((player.seat, exceeds_spell_limit))
        else:
            demands.append((player.seat, is_within_hand_limits))
    return tuple(demands)


def wanted(game: Game, seat: int, answer: str) -> Iterator[Constraint]:
    """Yield the demands on hands under which a seat would now be asked for an answer."""
    asked: Question | None = game.question
    word, _, rest = answer.partition(" ")
    if asked is None:
        return
    other = asked.player
    own = other == seat
    if word == "discard" and len(rest) == 1:
        yield ((seat, four_elements_with(rest), False),)
    elif word == "discard" and rest.startswith("spell"):
        yield ((seat, exceeds_spell_limit, False),)
    elif word == "draw":
        yield ((seat, holds_no_spell, False),)
        yield ((seat, holds_no_spell, True),)
    elif answer == "lay nothing":
        yield ((seat, holds_no_spell, False),)
    elif word in ("spell", "attack", "duel", "endgame"):
        yield ((seat, holds_spell, False),)
    if isinstance(asked, DiscardElement | DiscardSpell) and not (own and word == "discard"):
        yield ((other, is_within_hand_limits, False),)
    elif isinstance(asked, Draw) and not (own and word == "draw"):
        yield ((other, holds_spell, not refills(game)),)
    elif isinstance(asked, PickSpell) and not (own and word == "spell"):
        yield ((other, holds_no_spell, False),)


def usual(game: Game) -> Constraint | None:
    """Return the demand under which no element is given up and no hand is refilled, or None if neither is
    asked for.
    """
    asked = game.question
    if isinstance(asked, DiscardElement | DiscardSpell):
        return ((asked.player, is_within_hand_limits, False),)
    if isinstance(asked, Draw) and refills(game) and game.table.players[asked.player].hand_size:
        return ((asked.player, holds_spell, False),)
    return None


def seen(known: OpenCards) -> View:
    """Return the view of an onlooker, who sees no hand, and no discard pile, because it may hold cards that
    nobody named.
    """
    none = Hand.from_player(Player(SPECTATOR))
    return attrs.evolve(
        View.from_game(known.game, 0), player=SPECTATOR, hand=none, question=None, discard=(), told=()
    )


TABLE_RULES = TableRules(
    hand=hand,
    stack=stack,
    draws=("draw",),
    unseen=("pick_spell",),
    passes=passes,
    needs=needs,
    hides=hides,
    drops=drops,
    shown=shown,
    wanted=wanted,
    usual=usual,
    forms=forms,
    others=others,
    words=words,
    seen=seen,
    silent_kinds=("respond", "before_roll", "interrupt", "support"),
    line="players {players}",
    players=PLAYERS,
    variants=("box", "short", "english", "german"),
)
"""What the referee of a real table needs to know about Imperial Twing."""
