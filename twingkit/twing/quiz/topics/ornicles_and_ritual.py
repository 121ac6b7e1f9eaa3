"""Ornicles, buying and the Ritual of the Ornly Cat: what may be done, what it costs, what is in the display
then.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.rulebook import Texts
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import prefer_known_mistakes, require
from twingkit.learn.quiz.staging import wrong_values
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.asking import Mistake, choices, refused_option, rulings_for
from twingkit.twing.quiz.games.offers import may_do_action, which_action
from twingkit.twing.quiz.games.plans import Forgotten, Play, Tabletop, lay_lines, play_plan
from twingkit.twing.quiz.games.telling import SAY as TELLING
from twingkit.twing.quiz.games.telling import attack_sentence, dice_texts, list_key, points_text
from twingkit.twing.quiz.phrases import Phrases, fact_texts, join_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS, Supply
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.objects import ACTIVE_LIMIT
from twingkit.twing.rules.table import ORNICLES

SAY = Phrases("buying")


def deal_shop(rng: random.Random, rich: bool = False, cats: int | None = None) -> tuple[Tabletop, Supply]:
    """Deal a table with objects that can be bought or won, and return what is left of the box. With `rich`
    the learner can pay.
    """
    supply = Supply(rng)
    cat_count = rng.choice((0, 2, 2, 3)) if cats is None else cats
    miromon = supply.special_cards("miromon", cat_count == 2 and rng.random() < 0.5)
    spells = supply.spells(rng.randint(1, 3), rng.choice(ALL_ELEMENTS))
    owned = supply.objects(rng.randint(0, 2))
    first = Holding(
        hand=[
            *spells,
            *supply.special_cards("cat", cat_count),
            *miromon,
            *supply.special_cards("trap", rng.randint(0, 1)),
        ],
        entourage=supply.creatures(rng.randint(0, 2)),
        objects=owned,
        ornicles=rng.randint(5, 8) if rich else rng.choice((2, 3, 4, 4, 5, 6)),
    )
    others = [
        Holding(
            hand=supply.spells(rng.randint(2, 4), rng.choice(ALL_ELEMENTS)),
            entourage=supply.creatures(rng.randint(0, 2)),
            objects=supply.objects(rng.randint(0, 2)),
            ornicles=rng.randint(0, 4),
        )
        for _ in range(rng.choice((1, 2)))
    ]
    return Tabletop.deal(rng, [first, *others], display=supply.objects(2)), supply


def _emptied(table: Tabletop, supply: Supply) -> Tabletop:
    """Return the same table with an empty object stack: other players own what was left in it."""
    left = supply.objects(9)
    seat = len(table.holdings) - 1
    owned = (*table.holdings[seat].objects, *left)
    return table.with_holding(seat, objects=owned[:ACTIVE_LIMIT], aside=owned[ACTIVE_LIMIT:])


def action(rng: random.Random) -> Item | None:
    """Make the question “Which of these may you do?”"""
    table, supply = deal_shop(rng)
    words = ("buy", "ritual", "capture") if rng.random() < 0.7 else ("buy", "ritual", "attack", "pass")
    return which_action(rng, _emptied(table, supply) if rng.random() < 0.15 else table, words)


def may_act(rng: random.Random) -> Item | None:
    """Make the question “May you do this?”"""

    def table() -> Tabletop:
        dealt, supply = deal_shop(rng)
        return _emptied(dealt, supply) if rng.random() < 0.15 else dealt

    return may_do_action(rng, table, rng.choice((("buy",), ("ritual",))))


# -- the results of buying and the Ritual


def _buying_and_ritual(rng: random.Random) -> tuple[Tabletop, Supply, dict[str, list[str]], str]:
    """Deal a table where the learner can buy and hold the Ritual; return also the plans for both, and the top
    object.
    """
    table, supply = deal_shop(rng, rich=True, cats=3)
    top = supply.objects(1)[0]
    acts = {"buy": f"p1: buy {table.display[0]}", "ritual": "p1: ritual"}
    return table, supply, {way: [act, f"p1: object {top}"] for way, act in acts.items()}, top


def count(rng: random.Random) -> Item | None:
    """Make the question “How many Ornicles do you have then?”"""
    return rng.choice((_count_paid, _count_paid, _count_won, _count_won, _count_shield))(rng)


def _count_paid(rng: random.Random) -> Item | None:
    """Make the question of `count` about buying, which costs Ornicles, and about the Ritual, which costs
    none.
    """
    way = rng.choice(("buy", "buy", "ritual"))
    table, _, plans, _ = _buying_and_ritual(rng)
    play = require(play_plan(table, *plans[way]))
    forgotten = [
        (play_plan(table.with_variant(price=3), *plans["buy"]), "TW-OBJ-1/price"),
        (play_plan(table.with_variant(price=4), *plans["buy"]), "TW-OBJ-1/price"),
        (play_plan(table, *plans["buy"]), "TW-OBJ-3/bought"),
        (play_plan(table, *plans["ritual"]), "TW-OBJ-1/ritual"),
    ]
    texts = join_texts(SAY(f"way.{way}", object=table.display[0]), TELLING("ask.ornicles"))
    return play.make_item(
        0, texts, play.count_options(rng, forgotten), play.cited_rulings("TW-OBJ-1 bought", "TW-OBJ-3")
    )


def display(rng: random.Random) -> Item | None:
    """Make the question “Which objects are open in the display afterwards?”"""
    way, other = rng.sample(("buy", "ritual"), 2)
    table, supply, plans, top = _buying_and_ritual(rng)
    play = require(play_plan(table, *plans[way]))
    dry = play_plan(_emptied(table, supply).with_holding(0, objects=(top,)), plans["buy"][0])
    forgotten = [
        (play_plan(table, *plans[other]), "TW-OBJ-3/bought" if way == "ritual" else "TW-OBJ-1/ritual"),
        (dry, "TW-OBJ-1"),
    ]
    mistakes = [
        *wrong_values(_open, forgotten),
        Mistake(tuple(sorted((table.display[0], top)))),
        Mistake((top,)),
    ]
    done = SAY(f"way.{way}", object=table.display[0])
    texts = join_texts(SAY("display.top", top=top), done, SAY("display.ask"))
    options = choices(_open(play), mistakes, fact_texts, key=list_key)
    why = play.cited_rulings("TW-OBJ-1 displayed", "TW-OBJ-3 gained", "TW-OBJ-1 bought", "TW-OBJ-3 sacrifice")
    return play.make_item(0, texts, options, why)


def _open(play: Play) -> tuple[str, ...]:
    return tuple(sorted(play.game.table.display))


def active(rng: random.Random) -> Item | None:
    """Make the question “Which objects may be active now?”"""
    way = rng.choice(("buy", "ritual"))
    table, supply, plans, top = _buying_and_ritual(rng)
    owned = table.holdings[0].objects
    owned += supply.objects(ACTIVE_LIMIT - len(owned))
    table = table.with_holding(0, objects=owned)
    play = play_plan(table, *plans[way])
    cut = play.place_of("switch") if play else 0
    question = play.game_at(cut).question if play else None
    if play is None or len(owned) < ACTIVE_LIMIT or not isinstance(question, ChooseActiveObjects):
        return None
    new = table.display[0] if way == "buy" else top
    mine = question.owner.owned
    strange = [name for name in (*table.display, *table.holdings[1].objects) if name not in mine]
    tries = [mine, *(tuple(sorted((*rng.sample(mine, 2), name))) for name in strange)]
    wrong = [
        refused_option(answer, refusal, answer == mine)
        for answer in tries
        if (refusal := question.refusal(answer))
    ]
    right = tuple(sorted((*rng.sample([name for name in mine if name != new], 2), new)))
    after = require(play_plan(table, *plans[way], f"p1: active {','.join(right)}"))
    texts = join_texts(SAY(f"active.{way}", object=new), SAY("active.ask"))
    options = choices(right, wrong, fact_texts, key=list_key)
    return after.make_item(cut, texts, options, after.cited_rulings("TW-OBJ-2", since=cut))


# -- what a battle pays


def _battle(table: Tabletop, attacks: bool, mine: str, theirs: str, face: int, other: int) -> Play | None:
    """Play a battle between the learner and the next seat; `mine` can be a shield."""
    start = "p1: attack p2" if attacks else "p2: attack p1"
    return play_plan(table, start, *lay_lines(0, mine, face), *lay_lines(1, theirs, other))


def _paid(
    rng: random.Random, play: Play, attacks: bool, forgotten: Sequence[Forgotten], *note: Texts
) -> Item | None:
    """Make the question “How many Ornicles after that battle?”"""
    sides = (0, 1) if attacks else (1, 0)
    fought = attack_sentence(play.table, *sides), points_text(play, *sides), dice_texts(play)
    why = play.cited_rulings("TW-TURN-6", "TW-BAT-18", "TW-BAT-17", "TW-BAT-15 own_element")
    texts = join_texts(*fought, *note, TELLING("ask.ornicles"))
    return play.make_item(
        "roll", texts, play.count_options(rng, forgotten), rulings_for(why, play.table.names[0])
    )


def _count_won(rng: random.Random) -> Item | None:
    """Make the question of `count` about a won battle, also when no Ornicle is left in the supply."""
    table, _ = deal_shop(rng)
    mine, theirs = table.holdings[0].spells[0].token, table.holdings[1].spells[0].token
    attacks, empty = rng.random() < 0.5, rng.random() < 0.25
    if not attacks:
        table = table.with_position_parts(to_move=1)
    if empty:
        last = len(table.holdings) - 1
        total = sum(holding.ornicles for holding in table.holdings[:last])
        table = table.with_holding(last, ornicles=ORNICLES - total)
    faces = rng.randint(-4, 4), rng.randint(-4, 4)
    play = _battle(table, attacks, mine, theirs, *faces)
    if play is None or not play.cited_rulings("TW-BAT-17"):
        return None
    forgotten = play.without_rules("TW-TURN-6", "TW-BAT-17/ties")
    return _paid(rng, play, attacks, forgotten, *([SAY("bank.empty")] if empty else []))


def _count_shield(rng: random.Random) -> Item | None:
    """Make the question of `count` about a shield, which wins no Ornicle."""
    table, supply = deal_shop(rng)
    wall = supply.creatures(rng.choice((1, 2)), rng.choice(ALL_ELEMENTS), least=2)
    theirs = table.holdings[1].spells[-1].token
    strong = [spell for spell in table.holdings[0].spells if spell.power > 1]
    if not wall or not strong:
        return None
    table = table.with_holding(0, entourage=[*table.holdings[0].entourage, *wall]).with_position_parts(
        to_move=1
    )
    shield = "shield " + " ".join(card.token for card in wall)
    play = _battle(table, False, shield, theirs, 0, rng.randint(-4, 4))
    if play is None or not play.cited_rulings("TW-BAT-18 shield"):
        return None
    magic = _battle(table, False, strong[0].token, theirs, 4, -4)
    return _paid(rng, play, False, [(magic, "TW-BAT-18/shield")])


KINDS = {
    "ornicles-and-ritual": {
        "action": action,
        "may": may_act,
        "count": prefer_known_mistakes(count),
        "display": display,
        "active": active,
    }
}
"""The makers of this topic, by kind."""
