"""Questions about the turn: its action, the next player, hand limits, and hands without a spell."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require, require_value
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import mistakes_by_forgetting, pending
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.explanations import explanation_ruling
from twingkit.twing.quiz.games.game_wording import (
    names_option_key,
    player_names_in_option,
    seat_option_key,
    seating_texts,
)
from twingkit.twing.quiz.games.offers import may_do_action_item, which_action_item
from twingkit.twing.quiz.games.plans import PlayedTable, QuizTable, lay_plan_lines, play_plan
from twingkit.twing.quiz.options import answer_options
from twingkit.twing.quiz.phrases import CardPhrase, Phrases, card_phrases, fact_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.cards import Card, Spell
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell

PHRASES = Phrases("turns")

ACTION_WORDS = ("attack", "capture", "buy", "ritual", "pass")
"""The actions that the learner knows when the turn is the topic."""

_DRAW_OUTCOMES = ("choose_element", "choose_spell", "newest", "nothing")
"""The possible consequences of drawing a card into a hand (TW-TURN-4)."""


def _deal_turn_table(rng: random.Random, player_count: int = 3, traps: int = 1) -> QuizTable:
    """Deal a table before the learner's action, with creatures to catch.

    The learner has almost enough cats and Ornicles; of four players one has left the game.
    """
    supply = CardSupply(rng)
    characters = rng.sample(ALL_ELEMENTS, player_count)
    cats = rng.choice((0, 2, 2, 3))
    spells = supply.take_spells(rng.randint(1, 3), "".join(rng.sample(ALL_ELEMENTS, 2)))
    holding = Holding(
        hand=[*spells, *supply.take_response_cards("cat", cats), *supply.take_response_cards("trap", traps)],
        entourage=supply.take_creatures(rng.randint(0, 2)),
        ornicles=rng.choice((0, 2, 3, 4, 4, 5, 6)),
    )
    others = [_other(rng, supply, characters[0], rng.random() < 0.25) for _ in range(player_count - 1)]
    table = QuizTable.deal(
        rng, [holding, *others], characters, display=supply.take_objects(2, but=("boots",))
    )
    return table.without_player(player_count - 1) if player_count == 4 else table


def _other(rng: random.Random, supply: CardSupply, kind: str, boots: bool) -> Holding:
    strangers = ALL_ELEMENTS.replace(kind, "")
    return Holding(
        hand=[
            *supply.take_spells(rng.randint(1, 3), rng.choice(ALL_ELEMENTS)),
            *supply.take_response_cards("cat", rng.randint(0, 1)),
        ],
        entourage=[
            *supply.take_creatures(1, kind, mounts=None),
            *supply.take_creatures(rng.randint(0, 2), strangers),
        ],
        objects=supply.take_objects(1, ("boots",))
        if boots
        else supply.take_objects(rng.randint(0, 1), but=("boots",)),
        ornicles=rng.randint(0, 3),
    )


@question_kind("action")
def allowed_action_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “Which of these actions may you take?” in an ordinary turn."""
    return which_action_item(
        rng, _deal_turn_table(rng, rng.choice((2, 3, 3, 4)), rng.choice((0, 1, 1))), ACTION_WORDS
    )


@question_kind("may")
def may_act_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “May you take this action?” about a capture, an attack or a pass."""
    words = ["capture"] + ["attack"] * (rng.random() < 0.4) + ["pass"] * (rng.random() < 0.3)
    return may_do_action_item(
        rng, lambda: _deal_turn_table(rng, rng.choice((2, 3, 4)), rng.choice((0, 1, 1, 1))), words
    )


# -- whose turn is next


@question_kind("next")
def _next_turn_item(rng: random.Random) -> QuizItem | None:
    count = rng.choice((3, 4, 4))
    supply = CardSupply(rng)
    holdings = [
        Holding(hand=supply.take_spells(2, rng.choice(ALL_ELEMENTS)), ornicles=rng.randint(0, 3))
        for _ in range(count)
    ]
    full_table = QuizTable.deal(rng, holdings, direction=rng.choice((1, -1)))
    leavers = rng.choice((0, 1, 3)) if count == 4 else 0
    table = full_table.without_player(leavers) if leavers else full_table
    drawn = supply.take_spells(2, holdings[0].spells[0].element)
    plan = ["p1: pass", *(f"p1: draw {card}" for card in drawn)]
    play = require_value(play_plan(table, *plan))
    require(play.game.question is not None)
    forgotten = [
        (play_plan(table.with_reversed_direction(), *plan), "TW-SET-5/turned"),
        (play_plan(full_table, *plan), "TW-LEAVE-1"),
    ]
    mistakes = [Mistake(0, "TW-TURN-3/again"), *mistakes_by_forgetting(_next, forgotten)]
    mistakes += [Mistake(seat) for seat in range(1, count) if seat != leavers]
    left = [PHRASES("next.gone", side=table.character_name_keys[leavers])] if leavers else []
    options = answer_options(
        _next(play), mistakes, lambda seat: player_names_in_option(table, seat), key=seat_option_key
    )
    why = [*play.game.latest_rulings[-1:], *play.cited_rulings("TW-TURN-3 passed")]
    return play.make_item(
        0, join_texts(seating_texts(table), *left, PHRASES("next.ask")), options, why, ["TW-SET-5"]
    )


def _next(play: PlayedTable) -> int:
    question = play.game.question
    assert question is not None
    return question.player


# -- how much a hand may hold


@question_kind("limit")
def _hand_limit_item(rng: random.Random) -> QuizItem | None:
    """Make the question “What follows when this card is drawn?”"""
    supply = CardSupply(rng)
    elements = "".join(rng.sample(ALL_ELEMENTS, 3))
    fourth = next(element for element in ALL_ELEMENTS if element not in elements)
    full = rng.random() < 0.35
    spells = [spell for element in elements for spell in supply.take_spells(1, element)]
    spells += supply.take_spells(12 if full else rng.randint(0, 3), elements)
    specials = [
        *supply.take_response_cards("cat", rng.randint(0, 2)),
        *supply.take_response_cards("trap", rng.randint(0, 1)),
    ]
    others = [
        Holding(hand=supply.take_spells(2, rng.choice(ALL_ELEMENTS))) for _ in range(rng.choice((1, 2)))
    ]
    table = QuizTable.deal(rng, [Holding(hand=[*spells, *specials]), *others], phase="turn")
    counts = rng.random() < 0.6
    drawn, other = _take_limit_cards(supply, elements if full or rng.random() < 0.2 else fourth, full, counts)
    play = require_value(_play_draw_and_discard(rng, table, drawn))
    mistakes = []
    for changed, card in (
        (table, other),
        (table.with_variant(fourth_element="newest"), drawn),
        (table.with_variant(hand_limit="stop"), drawn),
    ):
        if forgotten := _play_draw_and_discard(rng, changed, card):
            mistakes.append(Mistake(_outcome(forgotten, card), "TW-TURN-4/other"))
    mistakes = [Mistake("nothing", "TW-TURN-4"), *mistakes]
    mistakes += [Mistake(outcome) for outcome in rng.sample(_DRAW_OUTCOMES, len(_DRAW_OUTCOMES))]
    options = answer_options(_outcome(play, drawn), mistakes, lambda outcome: PHRASES(f"limit.{outcome}"))
    held = [card for card in (*spells, drawn) if isinstance(card, Spell)]
    kinds = tuple(dict.fromkeys(card.element for card in held))
    limits = explanation_ruling("TW-TURN-4", "limits", n=len(held), k=len(kinds), elements=kinds)
    why = [limits, *play.cited_rulings("TW-TURN-4")]
    return play.make_item(0, PHRASES("limit.ask", card=CardPhrase(drawn)), options, why, ["TW-TURN-4"])


def _take_limit_cards(supply: CardSupply, elements: str, full: bool, counts: bool) -> tuple[Card, Card]:
    """Take a card that counts for the limit of spells and one that does not; the counting card is first if
    `counts`.
    """
    spell = supply.take_spells(1, elements)[0]
    free: Card = supply.take_response_cards("cat")[0] if full else supply.take_creatures(1, elements)[0]
    return (spell, free) if counts else (free, spell)


def _play_draw_and_discard(rng: random.Random, table: QuizTable, card: Card) -> PlayedTable | None:
    plan = [f"p1: draw {card}"]
    play = play_plan(table, *plan)
    if play and (question := pending(play.game, (DiscardElement, DiscardSpell))):
        return play_plan(table, *plan, f"p1: {question.format_answer(rng.choice(list(question.options())))}")
    return play


def _outcome(play: PlayedTable, card: Card) -> str:
    """Return the consequence of a draw, one of `_DRAW_OUTCOMES`."""
    if "discard_element" in play.question_kinds:
        return "choose_element"
    if "discard_spell" in play.question_kinds:
        return "choose_spell"
    return "newest" if card in play.game.table.discard_pile else "nothing"


# -- never without a spell


@question_kind("refill")
def _refill_kept_cards_item(rng: random.Random) -> QuizItem | None:
    """Make the question “Which cards do you keep after drawing until you have a spell?”"""
    return _refill_at_first(rng) if rng.random() < 0.5 else _refill_after_battle(rng)


def _no_spells(rng: random.Random, supply: CardSupply, count: int) -> list[Card]:
    others: list[Card] = [
        *supply.take_creatures(5),
        *supply.take_response_cards("cat"),
        *supply.take_response_cards("trap"),
    ]
    return rng.sample(list(dict.fromkeys(others)), count)


def _refill_at_first(rng: random.Random) -> QuizItem | None:
    """Make the question “Which cards do you have when play starts?” about a first hand without a spell
    (TW-SET-3).
    """
    supply = CardSupply(rng)
    drawn = [*_no_spells(rng, supply, rng.choice((4, 5))), *supply.take_spells(1)]
    first = drawn[:3]
    table = QuizTable(characters=tuple(rng.sample(ALL_ELEMENTS, rng.choice((2, 3)))))
    plan = [f"p1: draw {card}" for card in drawn]
    play = require_value(play_plan(table, *plan))
    without = require_value(play_plan(table.with_variant(setup_refill="none"), *plan[:3]))
    mistakes = [Mistake(tuple(drawn), "TW-SET-3/kept"), Mistake(without.kept_cards(drawn), "TW-SET-3")]
    mistakes += [Mistake(tuple(drawn[3:])), Mistake(tuple(drawn[-1:]))]
    options = answer_options(play.kept_cards(drawn), mistakes, _listed, key=_cards_key)
    texts = PHRASES("refill.first", cards=card_phrases(first), more=card_phrases(drawn[3:]))
    kept = explanation_ruling("TW-SET-3", "kept", cards=card_phrases(play.kept_cards(drawn)))
    why = [kept, *play.cited_rulings("TW-SET-3", answer_count=2)]
    return play.make_item(3, texts, options, why, ["TW-SET-1"])


def _refill_after_battle(rng: random.Random) -> QuizItem | None:
    """Make the question “Which of these cards do you get?” for a learner who has laid the only spell
    (TW-TURN-2).
    """
    supply = CardSupply(rng)
    spells = supply.take_spells(1, min_power=2)
    holding = Holding(
        hand=[
            *spells,
            *supply.take_response_cards("cat", rng.randint(0, 1)),
            *supply.take_response_cards("trap", rng.randint(0, 1)),
        ],
        entourage=supply.take_creatures(rng.randint(0, 2)),
    )
    enemy = Holding(hand=supply.take_spells(4, rng.choice(ALL_ELEMENTS)), entourage=supply.take_creatures(1))
    table = QuizTable.deal(rng, [holding, enemy])
    drawn = [*_no_spells(rng, supply, rng.choice((1, 2))), *supply.take_spells(1)]
    battle = (
        *lay_plan_lines(0, spells[0].token, rng.randint(-4, 4)),
        *lay_plan_lines(1, enemy.spells[-1].token, rng.randint(-4, 4)),
    )
    plan = ["p1: attack p2", *battle, *(f"p1: draw {card}" for card in drawn)]
    play = require_value(play_plan(table, *plan))
    cut = play.answer_index("draw")
    later = mistakes_by_forgetting(
        lambda later: later.kept_cards(drawn, cut), play.plays_without_rules("TW-TURN-2")
    )
    mistakes = [Mistake(tuple(drawn), "TW-SET-3/kept"), *later, Mistake(tuple(drawn[:1]))]
    options = answer_options(play.kept_cards(drawn, cut), mistakes, _listed, key=_cards_key)
    texts = PHRASES("refill.battle", cards=card_phrases(drawn))
    return play.make_item(cut, texts, options, play.cited_rulings("TW-TURN-2", "TW-SET-3"))


def _listed(cards: Sequence[Card]) -> TextByLanguage:
    return fact_texts(card_phrases(cards)) if cards else PHRASES("refill.none")


def _cards_key(cards: Sequence[Card]) -> str:
    return names_option_key([str(card).replace(" ", "-") for card in cards])
