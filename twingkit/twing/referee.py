"""The parts that the referee of a real table needs: where Twing's hidden cards lie, how they are named, and
what questions tell about hands (TW-TURN-2, TW-TURN-4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise

import attrs

from twingkit.core.asking import Question
from twingkit.core.play import Game
from twingkit.core.rulebook import ONLOOKER
from twingkit.referee.open_cards import OpenCards
from twingkit.referee.table_rules import Constraint, Demand, Demands, TableRules, Test
from twingkit.twing.notation.setup_lines import PLAYERS
from twingkit.twing.referee_ways import forms, others, refills, words
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.commit import RETIRE
from twingkit.twing.rules.draws import Draw, PickSpell
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell
from twingkit.twing.rules.held import SPECIALS
from twingkit.twing.rules.player import ELEMENT_LIMIT, SPELL_LIMIT, Player
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns.actions import RITUAL_CATS
from twingkit.twing.view import Hand, View

_SPOILS = frozenset({"take_object", "switch"})
"""The kinds of questions between the end of a battle and the refill after it."""

_SPELL = re.compile(r"[FWLA][1-9][0-9]?")


def hand(table: TwingTable, seat: int) -> Iterator[str]:
    """The spells of a hand, and its response cards."""
    player = table.players[seat]
    yield from (spell.token for spell in player.hand)
    yield from player.held.cards


def stack(table: TwingTable, seat: int) -> Iterator[str]:
    """The cards of the stack that go into a hand."""
    yield from (str(card).split()[-1] for card in table.stack.all() if not isinstance(card, Creature))


def needs(answer: str) -> tuple[str, ...]:
    """The cards of the hand that an answer names or takes."""
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
    """The test of the spells: events pass on nothing else of a hand unseen."""
    return _is_spell


def _is_spell(token: str) -> bool:
    return token not in SPECIALS


def hides(text: str) -> bool:
    """True unless the card of a draw is a creature, which is laid open (TW-TURN-1)."""
    return not text.startswith("draw creature ")


def drops(answer: str) -> Test | None:
    """The cards that leave the hand with an element (TW-TURN-4), or with their player (TW-LEAVE-1)."""
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


# -- what questions tell about a hand


def _spells(hand: Mapping[str, int]) -> dict[str, int]:
    """The numbers of spells of a hand, by their elements."""
    spells: dict[str, int] = {}
    for token, count in hand.items():
        if _is_spell(token):
            spells[token[0]] = spells.get(token[0], 0) + count
    return spells


def some_spell(hand: Mapping[str, int]) -> int:
    """The hand holds a spell."""
    return 0 if _spells(hand) else 1


def no_spell(hand: Mapping[str, int]) -> int:
    """The hand holds no spell: it is refilled (TW-TURN-2)."""
    return sum(_spells(hand).values())


def few(hand: Mapping[str, int]) -> int:
    """The hand is within the limits, so that nothing is given up (TW-TURN-4)."""
    numbers = _spells(hand).values()
    too_many = max(0, sum(numbers) - SPELL_LIMIT)
    return too_many + (min(numbers) if len(numbers) > ELEMENT_LIMIT else 0)


@cache
def four_with(element: str) -> Demand:
    """The demand that the hand holds one element too many, this one among them (TW-TURN-4)."""

    def demand(hand: Mapping[str, int]) -> int:
        spells = _spells(hand)
        return ELEMENT_LIMIT + 1 - len(spells) + (0 if not element or element in spells else 1)

    return demand


def over(hand: Mapping[str, int]) -> int:
    """The hand holds a spell too many (TW-TURN-4)."""
    return max(0, SPELL_LIMIT + 1 - no_spell(hand))


def shown(game: Game) -> Demands:
    """The state of hands, by who is asked: outside of battles who has no spell is refilled at once, and
    nobody holds more than is allowed."""
    table: TwingTable = game.table
    asked, filling = game.question, refills(game)
    draws = asked.player if isinstance(asked, Draw) else None
    waits = filling or table.fighting or (asked is not None and asked.kind in _SPOILS)
    demands: list[tuple[int, Demand]] = []
    for player in table.players:
        if player.out or not player.hand_size:
            continue
        spells = player.hand
        if filling and draws == player.seat:
            demands.append((player.seat, no_spell))
        elif spells and not (waits or (draws == player.seat and table.phase == "setup")):
            demands.append((player.seat, some_spell))
        elements = {spell.element for spell in spells}
        if len(elements) > ELEMENT_LIMIT:
            demands.append((player.seat, four_with("")))
        elif len(spells) > SPELL_LIMIT:
            demands.append((player.seat, over))
        else:
            demands.append((player.seat, few))
    return tuple(demands)


def wanted(game: Game, seat: int, answer: str) -> Iterator[Constraint]:
    """The demands on hands by which a seat is asked for an answer now."""
    asked: Question | None = game.question
    word, _, rest = answer.partition(" ")
    if asked is None:
        return
    other = asked.player
    own = other == seat
    if word == "discard" and len(rest) == 1:
        yield ((seat, four_with(rest), False),)
    elif word == "discard" and rest.startswith("spell"):
        yield ((seat, over, False),)
    elif word == "draw":
        yield ((seat, no_spell, False),)
        yield ((seat, no_spell, True),)
    elif answer == "lay nothing":
        yield ((seat, no_spell, False),)
    elif word in ("spell", "attack", "duel", "endgame"):
        yield ((seat, some_spell, False),)
    if isinstance(asked, DiscardElement | DiscardSpell) and not (own and word == "discard"):
        yield ((other, few, False),)
    elif isinstance(asked, Draw) and not (own and word == "draw"):
        yield ((other, some_spell, not refills(game)),)
    elif isinstance(asked, PickSpell) and not (own and word == "spell"):
        yield ((other, no_spell, False),)


def usual(game: Game) -> Constraint | None:
    """The demand by which no element is given up and no hand refilled; None where neither is asked."""
    asked = game.question
    if isinstance(asked, DiscardElement | DiscardSpell):
        return ((asked.player, few, False),)
    if isinstance(asked, Draw) and refills(game) and game.table.players[asked.player].hand_size:
        return ((asked.player, some_spell, False),)
    return None


def seen(known: OpenCards) -> View:
    """The table as an onlooker sees it: no hand, and no discard pile, since cards may lie there that nobody
    named."""
    none = Hand.of(Player(ONLOOKER))
    return attrs.evolve(
        View.of(known.game, 0), player=ONLOOKER, hand=none, question=None, discard=(), told=()
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
"""The parts that the referee of a real table needs of Imperial Twing."""
