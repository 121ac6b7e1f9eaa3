"""Ornicles, buying and the Ritual of the Ornly Cat (TW-OBJ-1 to 3, TW-BAT-18, TW-TURN-6)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.asking import Refusal
from twingkit.rulebook import Ruling, Texts
from twingkit.twing.cards import FACE_FACTS
from twingkit.twing.holding import Holding
from twingkit.twing.objects import ACTIVE_LIMIT
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Choice, Item
from twingkit.twing.quiz.offers import may_action, which_action
from twingkit.twing.quiz.options import MOST, Miss, ask, choices, keen, nearby, number, you
from twingkit.twing.quiz.phrases import Phrases, Said
from twingkit.twing.quiz.plans import Play, carry_out, ornicles
from twingkit.twing.quiz.tables import EVERY, Supply, Tabletop
from twingkit.twing.switching import Switch
from twingkit.twing.table import ORNICLES

SAY = Phrases("buying")


def deal_shop(rng: random.Random, rich: bool = False, cats: int | None = None) -> tuple[Tabletop, Supply]:
    """A table with objects to be had, and what is left of the box. `rich`: the learner can pay."""
    supply = Supply(rng)
    held = rng.choice((0, 2, 2, 3)) if cats is None else cats
    miromon = supply.hold("miromon", held == 2 and rng.random() < 0.5)
    spells = supply.spells(rng.randint(1, 3), rng.choice(EVERY))
    owned = supply.objects(rng.randint(0, 2))
    first = Holding(
        hand=[*spells, *supply.hold("cat", held), *miromon, *supply.hold("trap", rng.randint(0, 1))],
        entourage=supply.creatures(rng.randint(0, 2)),
        objects=owned,
        ornicles=rng.randint(5, 8) if rich else rng.choice((2, 3, 4, 4, 5, 6)),
    )
    rest = [
        Holding(
            hand=supply.spells(rng.randint(2, 4), rng.choice(EVERY)),
            entourage=supply.creatures(rng.randint(0, 2)),
            objects=supply.objects(rng.randint(0, 2)),
            ornicles=rng.randint(0, 4),
        )
        for _ in range(rng.choice((1, 2)))
    ]
    return Tabletop.deal(rng, [first, *rest], display=supply.objects(2)), supply


def _emptied(table: Tabletop, supply: Supply) -> Tabletop:
    """The same table where the object stack is empty: others own what was left in it."""
    left = supply.objects(9)
    place = len(table.holdings) - 1
    owned = (*table.holdings[place].objects, *left)
    return table.but(place, objects=owned[:ACTIVE_LIMIT], aside=owned[ACTIVE_LIMIT:])


def action(rng: random.Random) -> Item | None:
    """Which of these may you do?"""
    table, supply = deal_shop(rng)
    words = ("buy", "ritual", "capture") if rng.random() < 0.7 else ("buy", "ritual", "attack", "pass")
    return which_action(rng, _emptied(table, supply) if rng.random() < 0.15 else table, words)


def may(rng: random.Random) -> Item | None:
    """May you do this?"""

    def table() -> Tabletop:
        dealt, supply = deal_shop(rng)
        return _emptied(dealt, supply) if rng.random() < 0.15 else dealt

    return may_action(rng, table, rng.choice((("buy",), ("ritual",))))


# -- how many Ornicles


def count(rng: random.Random) -> Item | None:
    """How many Ornicles have you then?"""
    return rng.choice((_count_paid, _count_paid, _count_won, _count_won, _count_shield))(rng)


def _count_paid(rng: random.Random) -> Item | None:
    """What buying costs, and that the Ritual costs none."""
    way = rng.choice(("buy", "buy", "ritual"))
    table, supply = deal_shop(rng, rich=True, cats=3)
    bought = table.position.display[0] if table.position else ""
    top = supply.objects(1)[0]
    buys = ["p1: buy " + bought, f"p1: object {top}"]
    ritual = ["p1: ritual", f"p1: object {top}"]
    play = carry_out(table, *(buys if way == "buy" else ritual))
    if play is None:
        return None
    right, had = ornicles(play.game), table.holdings[0].ornicles
    tried = [
        (carry_out(table.under(price=3), *buys), "TW-OBJ-1"),
        (carry_out(table.under(price=4), *buys), "TW-OBJ-1"),
        (carry_out(table, *buys), "TW-OBJ-3"),
        (carry_out(table, *ritual), "TW-OBJ-1"),
    ]
    misses = [Miss(ornicles(each.game), forgot) for each, forgot in tried if each]
    return ask(
        play,
        0,
        texts=SAY(f"ornicles.{way}", you=Said(you(table)), object=bought),
        choices=choices(right, [*misses, *nearby(rng, right, had)], number),
        why=play.said("TW-OBJ-1 bought", "TW-OBJ-3"),
    )


def _count_won(rng: random.Random) -> Item | None:
    """What a battle pays, and that there is no thirty-first Ornicle."""
    table, _ = deal_shop(rng)
    mine, theirs = table.holdings[0].spells, table.holdings[1].spells
    attacks = rng.random() < 0.5
    if not attacks:
        table = table.placed(to_move=1)
    empty = rng.random() < 0.25
    if empty:
        last = len(table.holdings) - 1
        given = sum(each.ornicles for each in table.holdings) - table.holdings[last].ornicles
        table = table.but(last, ornicles=ORNICLES - given)
    faces = rng.randint(-4, 4), rng.randint(-4, 4)
    play = carry_out(table, *_battle(attacks, mine[0].token, theirs[0].token, *faces))
    if play is None or not play.said("TW-BAT-17"):
        return None
    right, had = ornicles(play.game), table.holdings[0].ornicles
    tried = [(table.under(unlimited_bank=True), "TW-TURN-6"), (table.under(ties="defender"), "TW-BAT-17")]
    misses = []
    for changed, forgot in tried:
        if other := carry_out(changed, *_battle(attacks, mine[0].token, theirs[0].token, *faces)):
            misses.append(Miss(ornicles(other.game), forgot))
    points = {"n": mine[0].power, "m": theirs[0].power}
    rolls = {"face": FACE_FACTS[faces[0]], "other": FACE_FACTS[faces[1]]}
    facts = {"you": Said(you(table)), "side": table.names[1], **points, **rolls}
    texts = SAY(f"ornicles.{'attack' if attacks else 'defence'}", **facts)
    note = SAY(f"ornicles.{'empty' if empty else 'left'}")
    return ask(
        play,
        play.place("roll"),
        texts={lang: texts[lang] + note[lang] for lang in texts},
        choices=choices(right, [*misses, *nearby(rng, right, had)], number),
        why=play.said("TW-TURN-6", "TW-BAT-18", "TW-BAT-17", "TW-BAT-15 own_element"),
    )


def _battle(attacks: bool, mine: str, theirs: str, face: int, other: int) -> list[str]:
    """The plan of a battle between the learner and the next seat; `mine` can be a shield."""
    start = "p1: attack p2" if attacks else "p2: attack p1"
    return [start, f"p1: lay {mine}", f"p2: lay {theirs}", f"p1: roll {face}", f"p2: roll {other}"]


def _count_shield(rng: random.Random) -> Item | None:
    """That a shield wins no Ornicle."""
    table, supply = deal_shop(rng)
    element = rng.choice(EVERY)
    wall = supply.creatures(rng.choice((1, 2)), element, least=2)
    theirs = table.holdings[1].spells
    strong = [spell for spell in table.holdings[0].spells if spell.power > 1]
    if not wall or not strong:
        return None
    table = table.but(0, entourage=[*table.holdings[0].entourage, *wall]).placed(to_move=1)
    shield = "shield " + " ".join(card.token for card in wall)
    face = rng.randint(-4, 4)
    play = carry_out(table, *_battle(False, shield, theirs[-1].token, 0, face))
    if play is None or not play.said("TW-BAT-18 shield"):
        return None
    right, had = ornicles(play.game), table.holdings[0].ornicles
    magic = carry_out(table, *_battle(False, strong[0].token, theirs[-1].token, 4, -4))
    misses = [Miss(ornicles(magic.game), "TW-BAT-18")] if magic else []
    facts = {"side": table.names[1], "n": sum(card.power for card in wall), "m": theirs[-1].power}
    return ask(
        play,
        play.place("roll"),
        texts=SAY("ornicles.shield", you=Said(you(table)), other=FACE_FACTS[face], **facts),
        choices=choices(right, [*misses, *nearby(rng, right, had)], number),
        why=play.said("TW-BAT-18", "TW-BAT-17"),
    )


# -- what lies open


def display(rng: random.Random) -> Item | None:
    """What lies open in the display afterwards?"""
    table, supply = deal_shop(rng, rich=True, cats=3)
    way = rng.choice(("buy", "ritual"))
    assert table.position is not None
    bought = table.position.display[0]
    top = supply.objects(1)[0]
    plans = {"buy": [f"p1: buy {bought}", f"p1: object {top}"], "ritual": ["p1: ritual", f"p1: object {top}"]}
    plays = {name: carry_out(table, *plan) for name, plan in plans.items()}
    dry = carry_out(_emptied(table, supply).but(0, objects=(top,)), plans["buy"][0])
    play = plays.pop(way)
    if play is None:
        return None
    misses = [
        Miss(_open(each), "TW-OBJ-3" if way == "ritual" else "TW-OBJ-1") for each in plays.values() if each
    ]
    if dry:
        misses.append(Miss(_open(dry), "TW-OBJ-1"))
    misses += [Miss(tuple(sorted((bought, top)))), Miss((top,))]
    return ask(
        play,
        0,
        texts=SAY(f"display.{way}", you=Said(you(table)), top=top, object=bought),
        choices=choices(_open(play), misses, _objects_said, key=_objects_key),
        why=play.said("TW-OBJ-1 displayed", "TW-OBJ-3 gained", "TW-OBJ-1 bought", "TW-OBJ-3 sacrifice"),
    )


def _open(play: Play) -> tuple[str, ...]:
    return tuple(sorted(play.game.table.display))


def _objects_said(names: Sequence[str]) -> Texts:
    return SAY("display.objects", objects=tuple(names)) if names else SAY("display.nothing")


def _objects_key(names: Sequence[str]) -> str:
    return "-".join(names) or "none"


# -- which are active


def active(rng: random.Random) -> Item | None:
    """Which objects may be active now?"""
    way = rng.choice(("buy", "ritual"))
    table, supply = deal_shop(rng, rich=True, cats=3)
    assert table.position is not None
    owned = (*table.holdings[0].objects, *supply.objects(ACTIVE_LIMIT - len(table.holdings[0].objects)))
    opened = table.position.display
    table = table.but(0, objects=owned)
    top = supply.objects(1)
    if len(owned) < ACTIVE_LIMIT or not top:
        return None
    bought = opened[0]
    plan = [f"p1: {'buy ' + bought if way == 'buy' else 'ritual'}", f"p1: object {top[0]}"]
    play = carry_out(table, *plan)
    cut = play.place("switch") if play else 0
    question = play.at(cut).question if play else None
    if play is None or not isinstance(question, Switch):
        return None
    new = bought if way == "buy" else top[0]
    mine = question.owner.owned
    strange = [name for name in (*opened, *table.holdings[1].objects) if name not in mine]
    tries = [mine, tuple(sorted(rng.sample(mine, 2)))]
    tries += [tuple(sorted((*rng.sample(mine, 2), name))) for name in strange[:1]]
    found = [(objects, question.refusal(objects)) for objects in tries]
    right = rng.choice([names for names in question.options() if new in names])
    done = carry_out(table, *plan, f"p1: {question.write(right)}")
    if done is None:
        return None
    wrong = [(names, refusal) for names, refusal in found if refusal is not None][: MOST - 1]
    options = [Choice(_objects_key(right), _objects_said(right), right=True)]
    options += [Choice(_objects_key(names), _objects_said(names), forgot=no.rule) for names, no in wrong]
    why: list[Ruling | Refusal] = [*done.said("TW-OBJ-2"), *(no for _, no in wrong)]
    return ask(
        done,
        cut,
        texts=SAY(f"active.{way}", you=Said(you(table)), object=new),
        choices=options,
        why=why,
    )


KINDS: dict[str, dict[str, Maker]] = {
    "ornicles-and-ritual": {
        "action": action,
        "may": may,
        "count": keen(count),
        "display": display,
        "active": active,
    }
}
"""The questions of this module, by topic and kind."""
