"""The answers that some hand allows at a real table of Imperial Twing, and the words they consist of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import singledispatch

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.record import UNKNOWN
from twingkit.referee.answer_templates import OPEN_FORM_SUFFIX
from twingkit.twing.rules.battle_acts import PASS, Pass, Support
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell
from twingkit.twing.rules.draws import NextPlayingCardDraw, RandomSpellPick
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell
from twingkit.twing.rules.lay import MAX_LAY_SPELLS
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, ResponseCards
from twingkit.twing.rules.responses import Respond
from twingkit.twing.rules.support import SupportWithCard
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns.actions import ChooseAction
from twingkit.twing.rules.turns.acts import RETIRE_FROM_GAME

_MANY_COPIES = 9
"""A number of response cards that is larger than any answer needs."""

_REFILL_CASES = frozenset({"no_spell", "set_aside", "creature_set_aside"})
"""The cases of the rulings by which a player without a spell draws the next card."""

_EMPTY = frozenset({"no_spell", "nothing_to_pass"})
"""The cases of the rulings by which an event finds no spell in a hand."""


_TEMPLATES: Mapping[type[Question], tuple[str, ...]] = {
    RandomSpellPick: (f"spell {OPEN_FORM_SUFFIX}",),
    DiscardElement: tuple(f"discard {element}" for element in ELEMENTS),
    DiscardSpell: (f"discard spell {UNKNOWN}",),
}


@singledispatch
def answer_templates(question: Question, game: Game, possible_cards: frozenset[str]) -> Iterable[str] | None:
    """Return patterns of the answers that some possible hand allows, with `?` for a card; None for kinds of
    questions without patterns.

    `?` stands for a card to be named, `…` for further words. For other kinds of questions, the answers are
    those of some possible hands.
    """
    return _TEMPLATES.get(type(question))


def is_hand_refill_draw(game: Game) -> bool:
    """Return whether the pending draw refills a hand without a spell (TW-SET-3, TW-TURN-2)."""
    drawing = any(ruling.case in _REFILL_CASES for ruling in game.latest_rulings)
    return isinstance(game.question, NextPlayingCardDraw) and drawing


@answer_templates.register(NextPlayingCardDraw)
def _draws(question: Question, game: Game, *_: object) -> Iterator[str]:
    yield f"draw creature {OPEN_FORM_SUFFIX}"
    if is_hand_refill_draw(game):
        yield from (f"draw {kind}" for kind in RESPONSE_CARD_KINDS)


@answer_templates.register(LayCards)
def _lays(question: LayCards, *_: object) -> Iterator[str]:
    player = question.side.player
    if player.hand_size:
        yield f"lay {OPEN_FORM_SUFFIX}"
    if question.side.role != "attacker":
        if player.entourage:
            yield f"lay shield {OPEN_FORM_SUFFIX}"
        yield "lay nothing"
    if question.can_retire:
        yield str(RETIRE_FROM_GAME)


@answer_templates.register(SupportWithCard)
def _supports(question: SupportWithCard, *_: object) -> Iterator[str]:
    for side in question.sides():
        if question.owner.hand_size:
            yield f"support {question.fight.side_tag(side)} spell {UNKNOWN}"
    for answer in question.options():
        if isinstance(answer, Support) and any(isinstance(card, Creature) for card in answer.cards):
            yield str(answer)


@answer_templates.register(ChooseAction)
@answer_templates.register(Respond)
def _answers_with_any_hand(
    question: Respond | ChooseAction, game: Game, possible_cards: frozenset[str], size: int | None = None
) -> list[str]:
    """Return the answers possible if the hand may hold any of `possible_cards`; passing a response is left
    out.
    """
    player: Player = game.table.players[question.player]
    held, hand = player.response_cards, player.hand
    if player.hand_size if size is None else size:
        player.response_cards = ResponseCards.from_counts(
            {kind: _MANY_COPIES for kind in RESPONSE_CARD_KINDS if kind in possible_cards}
        )
        player.hand = hand or [Spell("F", 1)]
    try:
        options = list(question.options())
    finally:
        player.response_cards, player.hand = held, hand
    return [str(option) for option in options if not isinstance(option, Pass)]


def answers_with_other_hands(game: Game) -> Iterator[tuple[int, str]]:
    """Yield (seat, answer pattern) for draws, discards and event results that would be possible if hands
    differed from those assumed.

    A hand without a spell draws, one with four elements discards one (TW-TURN-2, TW-TURN-4), and an event
    takes no spell from a hand without one (TW-BAT-8).
    """
    table: TwingTable = game.table
    picks = isinstance(game.question, RandomSpellPick) or any(
        ruling.case in _EMPTY for ruling in game.latest_rulings
    )
    for player in table.players:
        if player.has_left or not player.name or not (player.hand_size or player.entourage):
            continue
        yield player.seat, f"draw {UNKNOWN}"
        yield player.seat, f"draw {OPEN_FORM_SUFFIX}"
        if player.hand_size > len(ELEMENTS) - 1:
            yield player.seat, f"discard {OPEN_FORM_SUFFIX}"
        if picks and player.hand_size:
            yield player.seat, f"spell {UNKNOWN}"
            yield player.seat, f"spell {OPEN_FORM_SUFFIX}"
    if isinstance(game.question, RandomSpellPick):
        yield from _without_spells(game)


def _without_spells(game: Game) -> Iterator[tuple[int, str]]:
    """Yield (seat, answer pattern) for the responses that would come next if the pending event took no
    spell.
    """
    later, sizes = game.copy(), [player.hand_size for player in game.table.players]
    while isinstance(later.question, RandomSpellPick):
        later.answer(next(iter(later.question.options())))
    while isinstance(question := later.question, Respond):
        seat = question.player
        yield from (
            (seat, form)
            for form in _answers_with_any_hand(question, later, frozenset(RESPONSE_CARD_KINDS), sizes[seat])
        )
        later.answer(PASS)


def next_words(
    game: Game, seat: int, previous_words: tuple[str, ...], possible_cards: frozenset[str]
) -> Iterable[str]:
    """Return the words that can follow `previous_words` in an answer, such as hand cards, creatures or
    elements; "" if it may end there.
    """
    match previous_words:
        case ["draw"]:
            return ("creature", *RESPONSE_CARD_KINDS)
        case ["draw", "creature"]:
            return sorted({card.token for card in game.table.stack if isinstance(card, Creature)})
        case ["discard"]:
            return ELEMENTS
        case ["spell"]:
            return sorted(possible_cards - set(RESPONSE_CARD_KINDS))
        case ["lay", *rest]:
            return _lay_words(game.table.players[seat], rest, possible_cards)
    return ("",)


def _lay_words(player: Player, rest: list[str], cards: frozenset[str]) -> Iterator[str]:
    """Yield the next words of a lay: one to three spells, then units, a rider after its mount."""
    shield = rest[:1] == ["shield"]
    first_unit = 1 if shield else next((at for at, word in enumerate(rest) if word[0] == "+"), len(rest))
    spells = [] if shield else rest[:first_unit]
    units = [word.removeprefix("+ ") for word in rest[first_unit:]]
    if spells or units:
        yield ""
    if not shield and not units and len(spells) < MAX_LAY_SPELLS:
        element = spells[0][0] if spells else ""
        yield from sorted(card for card in cards - set(RESPONSE_CARD_KINDS) if card.startswith(element))
    if shield or spells:
        sign = "" if shield or units else "+ "
        yield from (f"{sign}{unit}" for unit in _unit_words(player, units))


def _unit_words(player: Player, taken: list[str]) -> Iterator[str]:
    left = [card.token for card in player.entourage]
    for token in (card for unit in taken for card in unit.split(">")):
        if token in left:
            left.remove(token)
    yield from dict.fromkeys(left)
    for mount in dict.fromkeys(token for token in left if token.endswith("M")):
        riders = left[:]
        riders.remove(mount)
        yield from (f"{mount}>{rider}" for rider in dict.fromkeys(riders))
