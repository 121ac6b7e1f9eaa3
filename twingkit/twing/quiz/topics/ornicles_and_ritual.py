"""Questions about Ornicles, buying and the Ritual of the Ornly Cat: legal actions, costs, the display."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import prefer_forgotten_rule_options, question_kind, require, require_value
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import mistakes_by_forgetting, pending
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.games.game_wording import PHRASES as TELLING
from twingkit.twing.quiz.games.game_wording import (
    card_points_texts,
    dice_texts,
    names_option_key,
    who_attacks_whom_texts,
)
from twingkit.twing.quiz.games.offers import may_do_action_item, which_action_item
from twingkit.twing.quiz.games.plans import Forgotten, PlayedTable, QuizTable, lay_plan_lines, play_plan
from twingkit.twing.quiz.options import answer_options, drop_no_ornicles_rulings, refused_option
from twingkit.twing.quiz.phrases import Phrases, fact_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, CardSupply
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS
from twingkit.twing.rules.table import ORNICLE_COUNT

PHRASES = Phrases("buying")


def _deal_shopping_table(
    rng: random.Random, rich: bool = False, cats: int | None = None
) -> tuple[QuizTable, CardSupply]:
    """Deal a table with objects to buy or win, and the rest of the box; `rich`: the learner can pay."""
    supply = CardSupply(rng)
    cat_count = rng.choice((0, 2, 2, 3)) if cats is None else cats
    miromon = supply.take_response_cards("miromon", cat_count == 2 and rng.random() < 0.5)
    spells = supply.take_spells(rng.randint(1, 3), rng.choice(ALL_ELEMENTS))
    owned = supply.take_objects(rng.randint(0, 2))
    first = Holding(
        hand=[
            *spells,
            *supply.take_response_cards("cat", cat_count),
            *miromon,
            *supply.take_response_cards("trap", rng.randint(0, 1)),
        ],
        entourage=supply.take_creatures(rng.randint(0, 2)),
        objects=owned,
        ornicles=rng.randint(5, 8) if rich else rng.choice((2, 3, 4, 4, 5, 6)),
    )
    others = [
        Holding(
            hand=supply.take_spells(rng.randint(2, 4), rng.choice(ALL_ELEMENTS)),
            entourage=supply.take_creatures(rng.randint(0, 2)),
            objects=supply.take_objects(rng.randint(0, 2)),
            ornicles=rng.randint(0, 4),
        )
        for _ in range(rng.choice((1, 2)))
    ]
    return QuizTable.deal(rng, [first, *others], display=supply.take_objects(2)), supply


def _with_empty_object_stack(table: QuizTable, supply: CardSupply) -> QuizTable:
    """Return the same table with an empty object stack; other players own its objects."""
    left = supply.take_objects(9)
    seat = len(table.holdings) - 1
    owned = (*table.holdings[seat].objects, *left)
    return table.with_holding(seat, objects=owned[:MAX_ACTIVE_OBJECTS], aside=owned[MAX_ACTIVE_OBJECTS:])


@question_kind("action")
def allowed_action_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “Which of these actions may you take?” about purchases, the Ritual, captures and
    other actions.
    """
    table, supply = _deal_shopping_table(rng)
    words = ("buy", "ritual", "capture") if rng.random() < 0.7 else ("buy", "ritual", "attack", "pass")
    return which_action_item(
        rng, _with_empty_object_stack(table, supply) if rng.random() < 0.15 else table, words
    )


@question_kind("may")
def may_act_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “May you take this action?” about a purchase or the Ritual."""

    def table() -> QuizTable:
        dealt, supply = _deal_shopping_table(rng)
        return _with_empty_object_stack(dealt, supply) if rng.random() < 0.15 else dealt

    return may_do_action_item(rng, table, rng.choice((("buy",), ("ritual",))))


# -- the results of buying and the Ritual


def _buying_and_ritual(rng: random.Random) -> tuple[QuizTable, CardSupply, dict[str, list[str]], str]:
    """Deal a table for buying and the Ritual; return also a plan for each, and the top object."""
    table, supply = _deal_shopping_table(rng, rich=True, cats=3)
    top = supply.take_objects(1)[0]
    acts = {"buy": f"p1: buy {table.display[0]}", "ritual": "p1: ritual"}
    return table, supply, {way: [act, f"p1: object {top}"] for way, act in acts.items()}, top


@question_kind("count")
@prefer_forgotten_rule_options()
def ornicle_count_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “How many Ornicles do you have afterwards?”, after a payment or a battle."""
    return rng.choice((_count_paid, _count_paid, _count_won, _count_won, _count_shield))(rng)


def _count_paid(rng: random.Random) -> QuizItem | None:
    """Make the question of `ornicle_count_item` about buying or the Ritual, which costs no Ornicle."""
    way = rng.choice(("buy", "buy", "ritual"))
    table, _, plans, _ = _buying_and_ritual(rng)
    play = require_value(play_plan(table, *plans[way]))
    forgotten = [
        (play_plan(table.with_variant(price=3), *plans["buy"]), "TW-OBJ-1/price"),
        (play_plan(table.with_variant(price=4), *plans["buy"]), "TW-OBJ-1/price"),
        (play_plan(table, *plans["buy"]), "TW-OBJ-3/bought"),
        (play_plan(table, *plans["ritual"]), "TW-OBJ-1/ritual"),
    ]
    texts = join_texts(PHRASES(f"way.{way}", object=table.display[0]), TELLING("ask.ornicles"))
    why: list[Reason] = [*play.cited_rulings("TW-OBJ-1 bought", "TW-OBJ-3")]
    if way == "ritual":  # the ruling about a purchase names the sum
        why = play.with_count(why, 0)
    return play.make_item(0, texts, play.final_count_options(rng, forgotten), why)


@question_kind("display")
def _display_item(rng: random.Random) -> QuizItem | None:
    """Make the question “Which objects are open in the display afterwards?”"""
    way, other = rng.sample(("buy", "ritual"), 2)
    table, supply, plans, top = _buying_and_ritual(rng)
    play = require_value(play_plan(table, *plans[way]))
    dry = play_plan(_with_empty_object_stack(table, supply).with_holding(0, objects=(top,)), plans["buy"][0])
    forgotten = [
        (play_plan(table, *plans[other]), "TW-OBJ-3/bought" if way == "ritual" else "TW-OBJ-1/ritual"),
        (dry, "TW-OBJ-1"),
    ]
    mistakes = [
        *mistakes_by_forgetting(_open, forgotten),
        Mistake(tuple(sorted((table.display[0], top)))),
        Mistake((top,)),
    ]
    done = PHRASES(f"way.{way}", object=table.display[0])
    texts = join_texts(PHRASES("display.top", top=top), done, PHRASES("display.ask"))
    options = answer_options(_open(play), mistakes, fact_texts, key=names_option_key)
    why = play.cited_rulings("TW-OBJ-1 displayed", "TW-OBJ-3 gained", "TW-OBJ-1 bought", "TW-OBJ-3 sacrifice")
    return play.make_item(0, texts, options, why)


def _open(play: PlayedTable) -> tuple[str, ...]:
    return tuple(sorted(play.game.table.object_display))


@question_kind("active")
def _active_objects_item(rng: random.Random) -> QuizItem | None:
    way = rng.choice(("buy", "ritual"))
    table, supply, plans, top = _buying_and_ritual(rng)
    owned = table.holdings[0].objects
    owned += supply.take_objects(MAX_ACTIVE_OBJECTS - len(owned))
    table = table.with_holding(0, objects=owned)
    play = play_plan(table, *plans[way])
    cut = play.answer_index("switch") if play else 0
    question = pending(play.game_at(cut), ChooseActiveObjects) if play else None
    if play is None or len(owned) < MAX_ACTIVE_OBJECTS or question is None:
        return None
    new = table.display[0] if way == "buy" else top
    mine = question.owner.owned_objects
    strange = [name for name in (*table.display, *table.holdings[1].objects) if name not in mine]
    tries = [mine, *(tuple(sorted((*rng.sample(mine, 2), name))) for name in strange)]
    wrong = [
        refused_option(answer, refusal, answer == mine)
        for answer in tries
        if (refusal := question.refusal(answer))
    ]
    right = tuple(sorted((*rng.sample([name for name in mine if name != new], 2), new)))
    after = require_value(play_plan(table, *plans[way], f"p1: active {','.join(right)}"))
    texts = join_texts(PHRASES(f"active.{way}", object=new), PHRASES("active.ask"))
    options = answer_options(right, wrong, fact_texts, key=names_option_key)
    return after.make_item(cut, texts, options, after.cited_rulings("TW-OBJ-2", answer_count=cut))


# -- what a battle pays


def _play_battle(
    table: QuizTable, attacks: bool, mine: str, theirs: str, face: int, other: int
) -> PlayedTable | None:
    """Play a battle between the learner and the next seat; `mine` can be a shield."""
    start = "p1: attack p2" if attacks else "p2: attack p1"
    return play_plan(table, start, *lay_plan_lines(0, mine, face), *lay_plan_lines(1, theirs, other))


def _ornicles_after_battle_item(
    rng: random.Random,
    play: PlayedTable,
    attacks: bool,
    forgotten: Sequence[Forgotten],
    *note: TextByLanguage,
) -> QuizItem | None:
    sides = (0, 1) if attacks else (1, 0)
    fought = who_attacks_whom_texts(play.table, *sides), card_points_texts(play, *sides), dice_texts(play)
    why = play.cited_rulings("TW-TURN-6", "TW-BAT-18", "TW-BAT-17", "TW-BAT-15 own_element")
    texts = join_texts(*fought, *note, TELLING("ask.ornicles"))
    mine = drop_no_ornicles_rulings(why, play.table.character_name_keys[0])
    return play.make_item(
        "roll", texts, play.final_count_options(rng, forgotten), play.with_count(mine, "roll")
    )


def _count_won(rng: random.Random) -> QuizItem | None:
    """Make the question of `ornicle_count_item` about a won battle, in some cases with an empty middle."""
    table, _ = _deal_shopping_table(rng)
    mine, theirs = table.holdings[0].spells[0].token, table.holdings[1].spells[0].token
    attacks, empty = rng.random() < 0.5, rng.random() < 0.25
    if not attacks:
        table = table.with_position_parts(to_move=1)
    if empty:
        last = len(table.holdings) - 1
        total = sum(holding.ornicles for holding in table.holdings[:last])
        table = table.with_holding(last, ornicles=ORNICLE_COUNT - total)
    faces = rng.randint(-4, 4), rng.randint(-4, 4)
    play = require_value(_play_battle(table, attacks, mine, theirs, *faces))
    require(play.cited_rulings("TW-BAT-17"))
    forgotten = play.plays_without_rules("TW-TURN-6", "TW-BAT-17/ties")
    return _ornicles_after_battle_item(
        rng, play, attacks, forgotten, *([PHRASES("bank.empty")] if empty else [])
    )


def _count_shield(rng: random.Random) -> QuizItem | None:
    """Make the question of `ornicle_count_item` about a shield, which wins no Ornicle."""
    table, supply = _deal_shopping_table(rng)
    wall = supply.take_creatures(rng.choice((1, 2)), rng.choice(ALL_ELEMENTS), min_power=2)
    theirs = table.holdings[1].spells[-1].token
    strong = [spell for spell in table.holdings[0].spells if spell.power > 1]
    require(wall and strong)
    table = table.with_holding(0, entourage=[*table.holdings[0].entourage, *wall]).with_position_parts(
        to_move=1
    )
    shield = "shield " + " ".join(card.token for card in wall)
    play = require_value(_play_battle(table, False, shield, theirs, 0, rng.randint(-4, 4)))
    require(play.cited_rulings("TW-BAT-18 shield"))
    magic = _play_battle(table, False, strong[0].token, theirs, 4, -4)
    return _ornicles_after_battle_item(rng, play, False, [(magic, "TW-BAT-18/shield")])
