"""The hooks of Imperial Twing for the referee of a real table: hidden cards, and demands on hands.

The pending question reveals whether hands keep to their limits and hold a spell (TW-TURN-2, TW-TURN-4).
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
from twingkit.referee import referee_rules
from twingkit.twing import referee_answers
from twingkit.twing.notation.setup_lines import PLAYER_COUNTS
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.draws import NextPlayingCardDraw, RandomSpellPick, UnseenCardDeal
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS, MAX_HAND_SPELLS, Player
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns.actions import RITUAL_CATS
from twingkit.twing.rules.turns.acts import Retire
from twingkit.twing.view import GameView, Hand

_SPOILS = frozenset({"take_object", "switch"})
"""The kinds of questions between the end of a battle and the refill after it."""

_SPELL = re.compile(r"[FWLA][1-9][0-9]?")


def _hidden_hand_cards(table: TwingTable, seat: int) -> Iterator[str]:
    """Yield the spells and response cards in a player's hand, in notation."""
    player = table.players[seat]
    yield from (spell.token for spell in player.hand)
    yield from player.response_cards.cards


def _drawable_hand_cards(table: TwingTable, seat: int) -> Iterator[str]:
    """Yield the spells and response cards in the stack: the cards that go into a hand when drawn."""
    yield from (
        str(card).split()[-1] for card in table.stack.shuffled_cards() if not isinstance(card, Creature)
    )


def _cards_needed(answer: str) -> tuple[str, ...]:
    """Return the hand cards that an answer names or takes."""
    match answer.partition("+")[0].split():
        case [kind, *_] if kind in RESPONSE_CARD_KINDS:
            return (kind,)
        case ["ritual"]:
            return ("cat",) * RITUAL_CATS
        case ["ritual", *_]:
            return ("miromon", *["cat"] * (RITUAL_CATS - 1))
        case ["capture", *_]:
            return ("trap",)
        case ["support", *_]:
            return tuple(card for kind, card in pairwise(answer.split()) if kind == "spell")
        case ["lay" | "discard" | "spell", first, *rest] if first not in ("shield", "creature"):
            return tuple(filter(_SPELL.fullmatch, (first, *rest)))
    return ()


def _passed_spell_test(game: Game, answer: str) -> referee_rules.CardTest:
    """Return a test that accepts only spells, since events pass on no other hidden hand cards."""
    return _is_spell


def _is_spell(token: str) -> bool:
    return token not in RESPONSE_CARD_KINDS


def _is_hidden_card(answer: str) -> bool:
    """Return whether the card of a draw answer stays hidden: all but creatures (TW-TURN-1)."""
    return not answer.startswith("draw creature ")


def _discarded_cards_test(answer: str) -> referee_rules.CardTest | None:
    """Return a test for the hand cards that an answer discards, or None if it discards none."""
    match answer.split():
        case [Retire.word]:
            return bool
        case ["discard", element] if len(element) == 1:
            return _of_element(element)
    return None


@cache
def _of_element(element: str) -> referee_rules.CardTest:
    def test(token: str) -> bool:
        return _SPELL.fullmatch(token) is not None and token[0] == element

    return test


# -- what questions reveal about a hand


def _count_spells(hand: Mapping[str, int]) -> dict[str, int]:
    spells: dict[str, int] = {}
    for token, count in hand.items():
        if _is_spell(token):
            spells[token[0]] = spells.get(token[0], 0) + count
    return spells


def _distance_to_spell(hand: Mapping[str, int]) -> int:
    """Return how many cards a hand is away from holding a spell: 0 if it holds one."""
    return 0 if _count_spells(hand) else 1


def _distance_to_no_spell(hand: Mapping[str, int]) -> int:
    """Return how many cards a hand is away from holding no spell; at 0 it is refilled (TW-TURN-2)."""
    return sum(_count_spells(hand).values())


def _distance_to_hand_limits(hand: Mapping[str, int]) -> int:
    """Return how many cards a hand holds beyond the hand limits; at 0 nothing has to be discarded
    (TW-TURN-4).
    """
    numbers = _count_spells(hand).values()
    too_many = max(0, sum(numbers) - MAX_HAND_SPELLS)
    return too_many + (min(numbers) if len(numbers) > MAX_HAND_ELEMENTS else 0)


@cache
def four_elements_demand(required_element: str) -> referee_rules.HandDemand:
    """Return a function that counts how many cards a hand lacks to hold four elements, `required_element`
    among them if given (TW-TURN-4).
    """

    def demand(hand: Mapping[str, int]) -> int:
        spells = _count_spells(hand)
        return (
            MAX_HAND_ELEMENTS
            + 1
            - len(spells)
            + (0 if not required_element or required_element in spells else 1)
        )

    return demand


def _distance_to_spell_excess(hand: Mapping[str, int]) -> int:
    """Return how many cards a hand is away from holding one spell too many (TW-TURN-4)."""
    return max(0, MAX_HAND_SPELLS + 1 - _distance_to_no_spell(hand))


def _revealed_demands(game: Game) -> referee_rules.SeatDemands:
    """Return what the pending question reveals about hands, as pairs of a seat and a demand that its hand
    meets.
    """
    table: TwingTable = game.table
    question, filling = game.question, referee_answers.is_hand_refill_draw(game)
    draws = question.player if isinstance(question, NextPlayingCardDraw) else None
    waits = filling or table.is_in_battle or (question is not None and question.kind in _SPOILS)
    demands: list[tuple[int, referee_rules.HandDemand]] = []
    for player in table.players:
        if player.has_left or not player.hand_size:
            continue
        spells = player.hand
        if filling and draws == player.seat:
            demands.append((player.seat, _distance_to_no_spell))
        elif spells and not (waits or (draws == player.seat and table.phase == "setup")):
            demands.append((player.seat, _distance_to_spell))
        elements = {spell.element for spell in spells}
        if len(elements) > MAX_HAND_ELEMENTS:
            demands.append((player.seat, four_elements_demand("")))
        elif len(spells) > MAX_HAND_SPELLS:
            demands.append((player.seat, _distance_to_spell_excess))
        else:
            demands.append((player.seat, _distance_to_hand_limits))
    return tuple(demands)


_DEMANDS_BY_QUESTION: Mapping[type, tuple[str, referee_rules.HandDemand]] = {
    DiscardElement: ("discard", _distance_to_hand_limits),
    DiscardSpell: ("discard", _distance_to_hand_limits),
    NextPlayingCardDraw: ("draw", _distance_to_spell),
    UnseenCardDeal: ("draw", _distance_to_spell),
    RandomSpellPick: ("spell", _distance_to_no_spell),
}
"""The first word of the answer, and the demand on a hand under which the question is not asked."""


def _demands_for_answer(game: Game, seat: int, answer: str) -> Iterator[referee_rules.Constraint]:
    """Yield the constraints on hands that must hold if this seat has to give this answer now."""
    question: Question | None = game.question
    if question is None:
        return
    words = answer.split()
    match words:
        case ["discard", element] if len(element) == 1:
            yield ((seat, four_elements_demand(element), False),)
        case ["discard", "spell", *_]:
            yield ((seat, _distance_to_spell_excess, False),)
        case ["draw", *_]:
            yield ((seat, _distance_to_no_spell, False),)
            yield ((seat, _distance_to_no_spell, True),)
        case ["lay", "nothing"]:
            yield ((seat, _distance_to_no_spell, False),)
        case ["spell" | "attack" | "duel" | "endgame", *_]:
            yield ((seat, _distance_to_spell, False),)
    if type(question) in _DEMANDS_BY_QUESTION:
        word, demand = _DEMANDS_BY_QUESTION[type(question)]
        if not (question.player == seat and words[:1] == [word]):
            yield (
                (question.player, demand, word == "draw" and not referee_answers.is_hand_refill_draw(game)),
            )


def _no_discard_demand(game: Game) -> referee_rules.Constraint | None:
    """Return the constraint that avoids the pending discard or refill; None for other questions."""
    match game.question:
        case DiscardElement(player=seat) | DiscardSpell(player=seat):
            return ((seat, _distance_to_hand_limits, False),)
        case NextPlayingCardDraw(player=seat) if referee_answers.is_hand_refill_draw(game):
            return ((seat, _distance_to_spell, False),) if game.table.players[seat].hand_size else None
    return None


def onlooker_view(known: referee_rules.KnownCards) -> GameView:
    """Return what an onlooker sees of a game that is typed into the referee: no hand, question or discard
    pile.
    """
    none = Hand.from_player(Player(SPECTATOR))
    return attrs.evolve(
        GameView.from_game(known.game, 0),
        player=SPECTATOR,
        hand=none,
        question=None,
        discard_pile=(),
        new_rulings=(),
    )


REFEREE_RULES = referee_rules.RefereeRules(
    hand_tokens=_hidden_hand_cards,
    drawable_tokens=_drawable_hand_cards,
    hidden_draw_kinds=("draw",),
    hidden_question_kinds=("pick_spell",),
    unknown_card_test=_passed_spell_test,
    named_hand_cards=_cards_needed,
    is_hidden_draw=_is_hidden_card,
    dropped_card_test=_discarded_cards_test,
    question_demands=_revealed_demands,
    answer_constraints=_demands_for_answer,
    usual_constraint=_no_discard_demand,
    answer_templates=lambda game, question, cards: referee_answers.answer_templates(question, game, cards),
    other_hands_answers=referee_answers.answers_with_other_hands,
    next_words=referee_answers.next_words,
    onlooker_view=onlooker_view,
    silent_question_kinds=("respond", "before_roll", "interrupt", "support"),
    setup_line_format="players {players}",
    player_counts=PLAYER_COUNTS,
    preset_names=("box", "short", "english", "german"),
)
"""The hooks of Imperial Twing for the referee of a real table."""
