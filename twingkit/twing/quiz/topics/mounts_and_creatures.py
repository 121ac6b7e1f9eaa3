"""Mounts and creatures: who may ride, who may join, what they bring, and whether they come home.

No character has creatures or spells of the own element here, and no symbol is rolled.
"""

from __future__ import annotations

import random

from twingkit.quiz.deal import Maker
from twingkit.quiz.item import Item
from twingkit.quiz.making import until
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.quiz.battles import asks, lays
from twingkit.twing.quiz.battles.deals import CLOSE, NUMBERS, characters, deal_battle
from twingkit.twing.quiz.battles.kinds import Battles
from twingkit.twing.quiz.battles.lays import Cards, Laying
from twingkit.twing.quiz.battles.staging import Played, Staged
from twingkit.twing.quiz.supply import EVERY, Supply
from twingkit.twing.rules.cards import Creature

TOPIC = "mounts-and-creatures"


def _dealt(rng: random.Random, pairs: float, close: float = CLOSE) -> Battle | None:
    """Creatures on one side at least, none of them of their character's element."""
    units = rng.choice(((1.0, 0.6), (0.6, 1.0)))
    return deal_battle(rng, units=units, pairs=pairs, close=close)


def _battle(rng: random.Random, sitting: int) -> Played | None:
    battle = _dealt(rng, 0.5)
    return Staged.rolled(battle, rng.choice(NUMBERS), rng.choice(NUMBERS)).played() if battle else None


BATTLES = Battles(TOPIC, _battle, sharp=0.8)


def rider(rng: random.Random) -> Item | None:
    """The question “Who may ride on the mount?”"""
    supply, (mine, theirs) = Supply(rng), characters(rng)
    element, foreign = rng.sample(EVERY, 2)
    mount, second = supply.mount(element), supply.mount(element)
    weak = supply.creatures(1, element, most=mount.power)
    heavy = supply.creatures(1, element, least=mount.power + 1)
    strange = supply.creatures(1, foreign, most=mount.power)
    riders: list[Creature] = [*weak, *heavy, second, *strange]
    spells = supply.spells(2, element)
    cards = Cards.shuffled(rng, mine, spells, [mount, *riders])
    return lays.rider(lays.attacking(rng, supply, cards, theirs), spells[0], mount, riders)


def join(rng: random.Random) -> Item | None:
    """The question “Which attack may be laid, with creatures beside the spells?”"""
    rules = {"TW-BAT-2", "TW-BAT-3"}
    return lays.which(rng, _laying(rng), rules, "attack", lays.some_attack, lambda lay: len(lay.units) > 0)


def strongest(rng: random.Random) -> Item | None:
    """The question “Which is the strongest attack that may be laid?”"""
    return lays.strongest(rng, _laying(rng), BATTLES.known, lays.some_attack)


def _laying(rng: random.Random) -> Laying:
    """Spells of two elements, and an entourage with a mount."""
    supply, (mine, theirs) = Supply(rng), characters(rng)
    one, two = rng.sample(EVERY, 2)
    hand = [*supply.spells(2, one), *supply.spells(rng.randint(1, 2), two)]
    home = lays.deal_entourage(rng, supply, one, two, 3)
    if rng.random() < 0.3:
        home.append(supply.mount(two))
    return lays.attacking(rng, supply, Cards.shuffled(rng, mine, hand, home), theirs)


def points(rng: random.Random) -> Item | None:
    """The question “How many points lie on the cards?”"""
    battle = until(lambda: _dealt(rng, 0.8, close=99))
    if battle is None:
        return None
    sitting = rng.choice([seat for seat, side in enumerate(battle.sides) if side.units])
    return asks.on_cards(battle, sitting, BATTLES.known, rng)


KINDS: dict[str, dict[str, Maker]] = {
    TOPIC: {
        "rider": rider,
        "join": join,
        "strongest": strongest,
        "points": points,
        "winner": BATTLES.winner,
        "fate": BATTLES.fate,
        "gone": BATTLES.gone,
    }
}
"""The makers of this topic, by kind."""
